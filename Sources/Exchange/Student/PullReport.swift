import Git
import Model

/// What a pull brought.
public struct PullReport: Sendable {
  /// Something that the student is told once.
  public enum News: Hashable, Sendable {
    /// A worksheet that was not there before.
    case worksheet(ContextPath, title: String, due: Instant?)
    /// A worksheet that had another path, where it was.
    case moved(ContextPath, from: ContextPath)
    /// A worksheet that is there no longer.
    case withdrawn(ContextPath)
    /// Work that was given to the student, and was there before.
    case assigned(ContextPath, title: String, due: Instant?)
    case due(ContextPath, Instant?, before: Instant?)
    case returned(ContextPath, ReturnedGrade)
  }

  /// Answers that were changed here and by others; those here stay.
  public struct KeptAnswers: Hashable, Sendable {
    public let path: ContextPath
    public let exercises: [String]
  }

  /// What was handed in by others and can't be taken over.
  public struct Refused: Hashable, Sendable {
    public let path: ContextPath
    public let fault: TreeFault
  }

  public internal(set) var news: [News] = []
  public internal(set) var files: [FileOutcome] = []
  /// The student's own files into which other changes were merged.
  public internal(set) var merged: [String] = []
  /// Work of which a newer attempt came from the hub.
  public internal(set) var broughtBack: [ContextPath] = []
  public internal(set) var keptAnswers: [KeptAnswers] = []
  public internal(set) var refused: [Refused] = []
  /// The published files with fields that this program doesn't know, where something of them is
  /// new; each is used without these.
  public internal(set) var unknown: [String] = []
  /// The teacher took this student out of the subject.
  public internal(set) var isRemoved = false

  /// Whether anything is different from before.
  public var isEmpty: Bool {
    news.isEmpty && files.isEmpty && broughtBack.isEmpty && keptAnswers.isEmpty
  }

  /// What is new between two states of a subject and an inbox.
  ///
  /// - Parameter names: the worksheets of the new state by every path that they have or had.
  static func news(
    _ old: (worksheets: [Worksheet], inbox: Inbox), _ new: (worksheets: [Worksheet], inbox: Inbox),
    of subject: String, _ names: WorkNames
  ) -> [News] {
    let before = Dictionary(
      old.worksheets.map { ($0.path.work, $0) }, uniquingKeysWith: { first, _ in first })
    var gone = Set(before.keys).subtracting(new.worksheets.map(\.path.work))
    var formerly: [String: String] = [:]
    var news: [News] = []
    for worksheet in new.worksheets {
      let path = worksheet.path
      var last = path.work
      if before[last] == nil, let name = names.names(of: path).last(where: gone.contains) {
        gone.remove(name)
        formerly[last] = name
        last = name
        if let known = before[name] { news.append(.moved(path, from: known.path)) }
      }
      let (entry, lastEntry) = (new.inbox.entries[path.work], old.inbox.entries[last])
      let due = entry?.due ?? worksheet.due
      if let known = before[last] {
        let dueBefore = lastEntry?.due ?? known.due
        if entry?.isAssigned == true, lastEntry?.isAssigned != true {
          news.append(.assigned(path, title: worksheet.context.title, due: due))
        } else if due != dueBefore {
          news.append(.due(path, due, before: dueBefore))
        }
      } else {
        news.append(.worksheet(path, title: worksheet.context.title, due: due))
      }
    }
    news += old.worksheets.map(\.path).filter { gone.contains($0.work) }.map { .withdrawn($0) }
    for handout in new.inbox.handouts(in: subject) {
      let (path, last) = (handout.path, old.inbox.entries[handout.path.work])
      if last?.isAssigned != true {
        news.append(.assigned(path, title: handout.title, due: handout.due))
      } else if last?.due != handout.due {
        news.append(.due(path, handout.due, before: last?.due))
      }
    }
    for (work, grade) in new.inbox.grades.sorted(by: { $0.key < $1.key })
    where old.inbox.grades[formerly[work] ?? work] != grade {
      let components = work.split(separator: "/").map(String.init)
      news.append(.returned(ContextPath(subject: subject, components: components), grade))
    }
    return news
  }
}
