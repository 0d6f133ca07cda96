import Git
import Storage

extension UndoError: Explainable {
  var failures: [Failure] {
    switch self {
    case .nothing:
      [Failure(.notFound, "there is nothing to undo", hint: "'teachkit log' shows what was done")]
    case .changedSince(let file, let change):
      [
        Failure(
          .updateOperationFailed, "'\(change)' can't be undone: the file has changed since",
          at: .init(path: file),
          hint: "'teachkit restore' brings back one thing alone; 'git diff' shows edits by hand")
      ]
    case .merge(let change):
      [
        Failure(
          .updateOperationFailed, "'\(change)' brought in what colleagues did: that stays",
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
