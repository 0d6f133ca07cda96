import Course
import Exchange
import Model
import Reports
import Text

/// A leaderboard as the teacher sees it, with hidden students.
struct SchoolLeaderboard {
  let rows: [Leaderboard.Row]
  let students: Students
  let mode: Subject.Leaderboard

  var table: Table {
    let isAnyoneHidden = rows.contains { $0.hiding != nil }
    return Table(
      "leaderboard",
      [
        .init("rank", isNumber: true), .init("student"), .init("name"),
        .init("alias", isShown: mode == .alias), .init("points", isNumber: true),
        .init("hidden", isShown: isAnyoneHidden && mode != .off),
      ],
      rows: rows.map { row in
        let student = students[row.student]
        return [
          Cell(row.rank), Cell(row.student), Cell(student?.name), Cell(student?.alias),
          .points(row.points),
          row.hiding.map { Cell(.string($0.rawValue), shown: words($0), tone: .quiet) } ?? nil,
        ]
      })
  }

  private func words(_ hiding: Leaderboard.Hiding) -> Message {
    switch hiding {
    case .teacher: "hidden by you"
    case .student: "hidden by the student"
    case .alias: "hidden: no alias"
    }
  }

  /// - Parameter isPart: whether only some participants are ranked.
  func notes(
    subject: String, _ criterion: LeaderboardCriterion, isPart: Bool
  ) -> [Message] {
    if mode == .off { return ["students don't see it: the leaderboard of '\(subject)' is off"] }
    if criterion != .points || isPart {
      return ["students see the leaderboard of all participants by points"]
    }
    return rows.contains { $0.hiding != nil }
      ? ["the ranks that students see don't count hidden students"] : []
  }

  /// The hint for a leaderboard without rows.
  func firstStep(subject: String, _ criterion: LeaderboardCriterion) -> Message {
    criterion == .practice
      ? "no results of assigned practice worksheets yet: run 'teachkit collect \(subject)'"
      : "no ranks yet: run 'teachkit return \(subject)' to return grades"
  }
}

/// A leaderboard as a student sees it.
struct StudentLeaderboard {
  let rows: [StandingRow]

  var table: Table {
    Table(
      "leaderboard",
      [
        .init("rank", isNumber: true), .init("name"), .init("points", isNumber: true), .init("own"),
      ],
      rows: rows.map { row in
        [
          Cell(row.rank), Cell(row.name, tone: row.isOwn ? .strong : .plain),
          .points(row.points),
          Cell(.boolean(row.isOwn), shown: row.isOwn ? "you" : "", tone: .strong),
        ]
      })
  }

  /// Why others don't see the student's row, or why they still do.
  ///
  /// - Parameter wantsToBeHidden: the student's last choice; nil for none.
  func note(wantsToBeHidden: Bool?) -> Message? {
    guard let own = rows.first(where: \.isOwn) else {
      return "you have no rank: only returned work counts"
    }
    switch own.hiding {
    case .teacher: return "others don't see your row: your teacher hides it"
    case .alias: return "others don't see your row: you have no alias; ask your teacher for one"
    case .student where wantsToBeHidden == false:
      return "others see your row again once your teacher has collected and shared your choice"
    case .student:
      return "others don't see your row; 'teachkit leaderboard --show' shows it to them"
    case nil where wantsToBeHidden == true:
      return "others see your row until your teacher has collected and shared your choice"
    case nil: return nil
    }
  }
}
