import Git
import Model

/// The results of a pull.
public struct PullReport: Sendable {
  /// News that is shown once.
  public enum News: Hashable, Sendable {
    /// A new worksheet.
    case worksheet(ContextPath, title: String, due: Instant?)
    /// A moved worksheet, with its former path.
    case moved(ContextPath, from: ContextPath)
    /// An unpublished worksheet.
    case withdrawn(ContextPath)
    /// Existing work that was newly assigned.
    case assigned(ContextPath, title: String, due: Instant?)
    case due(ContextPath, Instant?, before: Instant?)
    case returned(ContextPath, ReturnedGrade)
    case notice(Notice)
  }

  /// Conflicting answers; the local ones stay.
  public struct KeptAnswers: Hashable, Sendable {
    public let path: ContextPath
    public let exercises: [String]
  }

  /// Another member's submission that is invalid.
  public struct Refused: Hashable, Sendable {
    public let path: ContextPath
    public let fault: TreeFault
  }

  public internal(set) var news: [News] = []
  public internal(set) var files: [FileOutcome] = []
  /// The student's files into which other changes were merged.
  public internal(set) var merged: [String] = []
  /// Work with a newer attempt from the hub.
  public internal(set) var restored: [ContextPath] = []
  public internal(set) var keptAnswers: [KeptAnswers] = []
  public internal(set) var refused: [Refused] = []
  /// Published files with new unknown fields, which are ignored.
  public internal(set) var unknown: [String] = []
  /// Whether the teacher removed this student from the subject.
  public internal(set) var isRemoved = false

  /// Whether nothing changed.
  public var isEmpty: Bool {
    news.isEmpty && files.isEmpty && restored.isEmpty && keptAnswers.isEmpty
  }

  /// The news between two states of a subject and an inbox.
  ///
  /// - Parameters:
  ///   - names: the current worksheets by all their current and former paths.
  ///   - now: the current time; expired notices aren't news.
  static func news(
    _ old: (worksheets: [Worksheet], inbox: Inbox), _ new: (worksheets: [Worksheet], inbox: Inbox),
    of subject: String, _ names: WorkNames, at now: Instant
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
        let isNew = lastEntry?.isAssigned != true || entry?.again != lastEntry?.again
        if entry?.isAssigned == true, isNew {
          news.append(.assigned(path, title: worksheet.context.title, due: due))
        } else if due != dueBefore {
          news.append(.due(path, due, before: dueBefore))
        }
      } else {
        news.append(.worksheet(path, title: worksheet.context.title, due: due))
      }
    }
    news += old.worksheets.map(\.path).filter { gone.contains($0.work) }.map { .withdrawn($0) }
    for handout in new.inbox.handouts(in: subject) where handout.terms.isAssigned {
      let (path, terms, last) = (
        handout.path, handout.terms, old.inbox.entries[handout.path.work]
      )
      if last?.isAssigned != true {
        news.append(.assigned(path, title: terms.title ?? path.identifier, due: terms.due))
      } else if last?.due != terms.due {
        news.append(.due(path, terms.due, before: last?.due))
      }
    }
    for (work, grade) in new.inbox.grades.sorted(by: { $0.key < $1.key })
    where old.inbox.grades[formerly[work] ?? work] != grade {
      let components = work.split(separator: "/").map(String.init)
      news.append(.returned(ContextPath(subject: subject, components: components), grade))
    }
    let known = Set(old.inbox.notices.map { [$0.text, "\($0.at)"] })
    return news
      + new.inbox.notices.filter {
        !$0.isExpired(at: now) && !known.contains([$0.text, "\($0.at)"])
      }.map { .notice($0) }
  }
}
