import Git
import Storage

extension UndoError: Explainable {
  var failures: [Failure] {
    switch self {
    case .nothing:
      [Failure(.notFound, "there is nothing to undo", hint: "'teachkit log' shows what was done")]
    case .changedSince(let obstacle):
      [
        Failure(
          .noWritePermission,
          "'\(obstacle.change.subject)' can't be undone: \(obstacle.words) since",
          at: .init(path: obstacle.file), hint: obstacle.hint)
      ]
    case .merge(let change):
      [
        Failure(
          .noWritePermission, "'\(change)' brought in what colleagues did: that stays",
          hint: "'teachkit restore' brings back one thing alone")
      ]
    case .notBefore(let commit):
      [
        Failure(
          .valueIsFaulty, "\(commit.short) is not in the history of the school as it is now",
          hint: "'teachkit log' shows what is")
      ]
    }
  }
}

extension Obstacle {
  fileprivate var words: String {
    guard let newer, let time else { return "the file was changed by hand" }
    return "'\(newer.subject)' (\(newer.author.name), \(time)) changed the file"
  }

  fileprivate var hint: String {
    guard let newer else {
      return "'teachkit diff' shows the edit, \(shellCommand("git", "restore", file)) takes it back"
    }
    let look = "'teachkit diff --change \(newer.id.short)' shows what that was"
    guard let restorable else { return look }
    return "\(look); \(shellCommand("teachkit", "restore", restorable)) brings it back alone"
  }
}

extension PastError: Explainable {
  var failures: [Failure] {
    switch self {
    case .unreadable(let text):
      [
        Failure(
          .valueIsFaulty, "'\(text)' is no moment in the school's history",
          hint: "write a commit of 'teachkit log', a tag, or a time: yesterday, 3d, 2026-11-20")
      ]
    case .ambiguous(let text):
      [Failure(.valueIsFaulty, "more than one commit begins with '\(text)'")]
    case .tooEarly(let text):
      [Failure(.notFound, "there was no school yet at '\(text)'")]
    case .never(let path):
      [
        Failure(
          .notFound, "there has never been another '\(path)'",
          hint: "'teachkit log' shows what was done")
      ]
    }
  }
}
