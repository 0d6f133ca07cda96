import ArgumentParser
import Course
import Model
import Storage
import Text

/// The division of students into several groups.
struct GroupDivision: ParsableArguments {
  enum Measure: String, CaseIterable, ExpressibleByArgument {
    case points, number
  }

  @Option(help: "Divide the students into this many groups: red-1, red-2 …")
  var into: Int?
  @Option(help: "Divide the students into groups of at most this size.") var size: Int?
  @Option(help: "The seed of an earlier division, to repeat it.") var seed: UInt64?
  @Flag(help: "Mix strong and weak students, by their points so far.") var balanced = false
  @Option(help: ArgumentHelp("The measure that 'balanced' uses.", valueName: "measure"))
  var by: Measure?
  @Flag(help: "Replace existing groups of this name.") var replace = false

  /// Whether students are to be divided.
  var isWanted: Bool { into != nil || size != nil }

  func validate() throws {
    if !isWanted, seed != nil || balanced || by != nil || replace {
      throw ValidationError(
        "specify the number of groups with '--into 6', or their size with '--size 4'")
    }
    if into != nil, size != nil {
      throw ValidationError("'--into' and '--size' can't be combined")
    }
  }

  /// Returns the number of groups for this many students.
  func count(for students: Int) throws -> Int {
    let count = into ?? GroupMaking.count(of: students, size: size ?? 0)
    guard count > 0, count <= students else {
      throw Failure(
        .valueIsFaulty,
        students == 0
          ? "no students to divide"
          : "cannot divide \(students) students into \(count) groups",
        hint: nil)
    }
    return count
  }
}

extension GroupDivision {
  /// Returns the measure of each student for balancing; nil if none is wanted.
  func strengths(of students: [String], in files: SchoolFiles, at now: Instant) throws
    -> [String: Rational]?
  {
    guard balanced || by != nil else { return nil }
    if by == .number {
      let known = try files.students()
      return Dictionary(
        students.compactMap { id in known[id]?.number.map { (id, Rational($0)) } },
        uniquingKeysWith: { first, _ in first })
    }
    return try GroupDivision.shares(of: Set(students), in: files, at: now)
  }

  /// Returns each student's share of the possible points, across all subjects.
  private static func shares(of students: Set<String>, in files: SchoolFiles, at now: Instant)
    throws -> [String: Rational]
  {
    var totals: [String: (score: Rational, max: Rational)] = [:]
    for subject in try files.subjectIDs() {
      let participants = try files.participants(of: subject).listed.map(\.id)
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
