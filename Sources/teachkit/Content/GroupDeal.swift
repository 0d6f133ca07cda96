import ArgumentParser
import Model
import Storage

/// How students are dealt into several groups.
struct GroupDeal: ParsableArguments {
  enum Measure: String, CaseIterable, ExpressibleByArgument {
    case points, number
  }

  @Option(help: "Make so many groups, red-1, red-2 …, and deal the students into them.")
  var into: Int?
  @Option(help: "Make as many as are needed for groups of at most so many.") var size: Int?
  @Option(help: "Deal as it was done before with this number.") var seed: UInt64?
  @Flag(help: "Strong and weak in each group, by their points so far.") var balanced = false
  @Option(help: ArgumentHelp("What 'balanced' goes by.", valueName: "measure"))
  var by: Measure?
  @Flag(help: "Make the groups of this name anew.") var replace = false

  /// Whether anything is to be dealt.
  var isWanted: Bool { into != nil || size != nil }

  func validate() throws {
    if !isWanted, seed != nil || balanced || by != nil || replace {
      throw ValidationError("say how many groups: '--into 6', or '--size 4'")
    }
    if into != nil, size != nil {
      throw ValidationError("'--into' and '--size' exclude each other")
    }
  }

  /// The number of groups for so many students.
  func count(for students: Int) throws -> Int {
    let count = into ?? GroupMaking.count(of: students, size: size ?? 0)
    guard count > 0, count <= students else {
      throw Failure(
        .valueIsFaulty,
        students == 0
          ? "there is nobody to deal"
          : "\(students) students can't be dealt into \(count) groups",
        hint: nil)
    }
    return count
  }
}

extension GroupDeal {
  /// What the students are balanced by; nil for nothing.
  func strengths(of students: [String], in files: SchoolFiles, at now: Instant) throws
    -> [String: Rational]?
  {
    guard balanced || by != nil else { return nil }
    if by == .number {
      return try files.roster().students.filter { students.contains($0.key) }
        .compactMapValues { $0.number.map { Rational($0) } }
    }
    return try GroupDeal.shares(of: Set(students), in: files, at: now)
  }

  /// What each student has scored in all subjects, of what could be.
  private static func shares(of students: Set<String>, in files: SchoolFiles, at now: Instant)
    throws -> [String: Rational]
  {
    var totals: [String: (score: Rational, max: Rational)] = [:]
    for subject in try files.subjectIDs() {
      let participants = try files.participants(of: subject).map(\.id)
      guard participants.contains(where: students.contains) else { continue }
      let book = try Gradebook(
        try WorkSelection(subject, in: files), among: students, in: files, at: now)
      for row in book.rows {
        let old = totals[row.student.id] ?? (.zero, .zero)
        totals[row.student.id] = (
          try old.score + row.total.score, try old.max + row.total.max
        )
      }
    }
    var shares: [String: Rational] = [:]
    for (student, total) in totals where !total.max.isZero {
      shares[student] = try total.score / total.max
    }
    return shares
  }
}
