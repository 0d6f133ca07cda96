import Course
import Git
import Storage
import Text

extension UndoError: Explainable {
  var failures: [Failure] {
    switch self {
    case .nothing:
      [Failure(.notFound, "nothing to undo", hint: "'teachkit log' shows the history")]
    case .changedSince(let obstacle):
      [
        Failure(
          .noWritePermission,
          "cannot undo '\(obstacle.change.subject)': \(obstacle.words) since",
          at: .init(path: obstacle.file), hint: obstacle.hint)
      ]
    case .merge(let change):
      [
        Failure(
          .noWritePermission, "cannot undo '\(change)': it merged a colleague's changes",
          hint: "'teachkit restore' restores a single object")
      ]
    case .notBefore(let commit):
      [
        Failure(
          .valueIsFaulty, "\(commit.short) is not in the school's history",
          hint: "'teachkit log' shows the history")
      ]
    }
  }
}

extension Obstacle {
  fileprivate var words: Message {
    guard let newer, let time else { return "the file was changed by hand" }
    return "'\(newer.subject)' (\(newer.author.name), \(time)) changed the file"
  }

  fileprivate var hint: Message {
    guard let newer else {
      return "'teachkit diff' shows the edit, \(shellCommand("git", "restore", file)) reverts it"
    }
    let look: Message = "'teachkit diff --change \(newer.id.short)' shows that change"
    guard let restorable else { return look }
    return "\(look); \(shellCommand("teachkit", "restore", restorable)) restores only this object"
  }
}

extension PastError: Explainable {
  var failures: [Failure] {
    switch self {
    case .unreadable(let text):
      [
        Failure(
          .valueIsFaulty, "invalid time or commit '\(text)'",
          hint: "use a commit from 'teachkit log', a tag, or a time: yesterday, 3d, 2026-11-20")
      ]
    case .ambiguous(let text):
      [Failure(.valueIsFaulty, "'\(text)' is ambiguous: several commits begin with it")]
    case .tooEarly(let text):
      [Failure(.notFound, "the history begins after '\(text)'")]
    case .never(let path):
      [
        Failure(
          .notFound, "found no earlier version of '\(path)'",
          hint: """
            find it with 'teachkit log'; Git restores files that aren't part of the school's data: \
            'git restore --source COMMIT FILE'
            """)
      ]
    }
  }
}
