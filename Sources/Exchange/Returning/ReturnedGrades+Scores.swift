import Git
import Model
import PlainYAML
import Storage

/// The scores of students by criterion.
typealias LeaderboardScores = [String: [LeaderboardCriterion: Leaderboard.Score]]

extension ReturnedGrades {
  /// The points that returned grades earned, in total and by exercise type. Students without a
  /// returned grade that counts are left out.
  ///
  /// - Parameter counts: whether a student's work counts in totals.
  func scores(
    counting counts: (ContextPath, _ student: String) -> Bool
  ) throws -> LeaderboardScores {
    var scores: LeaderboardScores = [:]
    for path in try school.ledgerPaths(in: "marks", below: ContextPath(subject: subject)) {
      let ledger = try school.marks(path)
      let returned = ledger.keys.compactMap { student in
        ledger[student]?.returnedCommit.map { (student: student, commit: $0) }
      }
      // Each state of the school is read once.
      var arrivals: (commit: String, times: [String: Instant])?
      for (student, commit) in returned.sorted(by: { $0.commit < $1.commit })
      where counts(path, student) {
        let state: GradeSources?
        do {
          state = try self.state(of: path, at: commit)
        } catch  where StudentFailures.isPersonal(error) {
          // `return` and `share` report it.
          continue
        }
        guard let state, let grade = state.grades.lines[student].flatMap({ Grade($0) }),
          grade.state != .excused
        else { continue }
        if arrivals?.commit != commit {
          arrivals = (commit, try arrivalTimes(of: state.worksheet.path, at: commit))
        }
        try scores[student, default: [:]].add(
          grade, of: state.worksheet, at: grade.commit.flatMap { arrivals?.times[$0] })
      }
    }
    return scores
  }

  /// The arrival times of submissions in a commit of the school, by commit of the submission.
  private func arrivalTimes(
    of path: ContextPath, at commit: String
  ) throws -> [String: Instant] {
    guard let ledger = try? files(at: commit)?.received(path) else { return [:] }
    let arrivals = ledger.keys.flatMap { ledger[$0].map { Arrival.list($0) } ?? [] }
    return Dictionary(
      arrivals.compactMap { arrival in arrival.commit.map { ($0, arrival.at) } },
      uniquingKeysWith: { min($0, $1) })
  }
}

extension [LeaderboardCriterion: Leaderboard.Score] {
  fileprivate mutating func add(
    _ grade: Grade, of worksheet: Worksheet, at time: Instant?
  ) throws(RationalOverflow) {
    try self[.points, default: .init()].add(grade.score ?? .zero, at: time)
    for item in grade.items {
      guard let points = item.points, let exercise = worksheet.exercise(item.exercise) else {
        continue
      }
      try self[.type(exercise.question.type), default: .init()].add(points, at: time)
    }
  }
}

/// Caches the scores of a subject, as long as the files that they depend on stay the same.
struct ScoreCache {
  /// Increment this if the meaning of scores changes.
  private static let header = "scores 1"

  /// A file beside the published subject, which is deleted with it.
  let path: String

  /// - Returns: nil if the files aren't those of a commit.
  private func key(_ subject: String, _ files: SchoolFiles) throws -> String? {
    guard let tree = files.source as? CommitTree else { return nil }
    let inputs = [
      "marks/\(subject)", SchoolPath.assignments, SchoolPath.classes, SchoolPath.students,
      SchoolPath.subject(subject), SchoolPath.participants(subject),
    ]
    let ids = try inputs.map { try tree.object(at: $0)?.description ?? "-" }
    return Self.header + " " + ids.joined(separator: " ")
  }

  /// The cached scores, or else the computed ones.
  func scores(
    of subject: String, in files: SchoolFiles, computing: () throws -> LeaderboardScores
  ) throws -> LeaderboardScores {
    guard let key = try key(subject, files) else { return try computing() }
    if let known = read(key) { return known }
    let scores = try computing()
    // Without the cache, the next use computes them again.
    try? write(scores, key)
    return scores
  }

  private func read(_ key: String) -> LeaderboardScores? {
    guard let bytes = try? DurableFile.read(path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, Substring(first) == key[...] else { return nil }
    var scores: LeaderboardScores = [:]
    for line in lines.dropFirst() {
      // A student, a criterion, the points, and the time or `-`.
      let parts = line.split(separator: UInt8(ascii: "\t")).map { Substring($0) }
      guard parts.count == 4, let criterion = LeaderboardCriterion(String(parts[1])),
        let points = Rational(exact: parts[2])
      else { return nil }
      scores[String(parts[0]), default: [:]][criterion] = .init(
        points: points, reached: Int64(parts[3]).map { Instant(seconds: $0) })
    }
    return scores
  }

  private func write(_ scores: LeaderboardScores, _ key: String) throws {
    var text = key + "\n"
    for (student, scores) in scores {
      for (criterion, score) in scores {
        let time = score.reached.map { String($0.seconds) } ?? "-"
        text += "\(student)\t\(criterion.name)\t\(score.points.exact)\t\(time)\n"
      }
    }
    try DurableFile.write(Array(text.utf8), to: path, durability: .deferred)
  }
}
