import Git
import Model
import PlainYAML
import Storage

extension SubjectExchange {
  /// The leaderboard of all participants, according to the latest commit.
  ///
  /// - Parameter students: the students to rank; nil for all.
  public func leaderboard(
    by criterion: LeaderboardCriterion, among students: Set<String>? = nil
  ) throws -> Leaderboard {
    let (head, files) = try committed()
    var scores =
      criterion == .practice
      ? try files.practiceScores(of: subject)
      : try self.scores(head, files).compactMapValues { $0[criterion] }
    if let students { scores = scores.filter { students.contains($0.key) } }
    return try files.leaderboard(of: subject, scores)
  }

  private func scores(_ head: ObjectID, _ files: SchoolFiles) throws -> LeaderboardScores {
    let compute = {
      let returned = ReturnedGrades(
        of: self.subject, in: files, at: head, repository: self.school.repository,
        submissions: nil
      ) { _ in false }
      return try returned.scores(counting: files.countedWork(in: self.subject))
    }
    return try scoreCache?.scores(of: subject, in: files, computing: compute) ?? compute()
  }

  /// Nil for a subject that was never published.
  var scoreCache: ScoreCache? {
    stores.hasOutbox(subject) ? ScoreCache(path: stores.scoresPath(subject)) : nil
  }
}

extension SchoolFiles {
  func leaderboard(
    of subject: String, _ scores: [String: Leaderboard.Score]
  ) throws -> Leaderboard {
    Leaderboard(
      scores, of: try participants(of: subject), try students(),
      names: try self.subject(subject).leaderboard)
  }

  /// Whether a student's work counts in totals.
  func countedWork(in subject: String) throws -> (ContextPath, _ student: String) -> Bool {
    let (book, countsUnassigned) = (try book(), try self.subject(subject).countsUnassigned)
    return { book.counts($0, for: $1, unassigned: countsUnassigned) }
  }

  /// The students' last results at practice worksheets; damaged lines are left out.
  fileprivate func practiceScores(of subject: String) throws -> [String: Leaderboard.Score] {
    var scores: [String: Leaderboard.Score] = [:]
    for path in try ledgerPaths(in: "activity", below: ContextPath(subject: subject))
    where try isWorksheet(path) && worksheet(path).isPractice {
      let ledger = try activity(path)
      for student in ledger.keys {
        guard let summary = ledger[student].flatMap({ ActivitySummary($0) }),
          case .score(let points, _)? = summary.primary?.value
        else { continue }
        try scores[student, default: .init()].add(points, at: summary.at)
      }
    }
    return scores
  }
}
