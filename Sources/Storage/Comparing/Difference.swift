import Model

/// One thing of a school that is not the same in two states, in the words of the domain.
public struct Difference: Hashable, Sendable {
  public enum What: String, Sendable { case added, removed, changed, renamed }

  public let what: What
  /// The file that it is in, now or before.
  public let file: String
  /// The object, as users write paths; for a line of a ledger the worksheet's, or the exercise's.
  public let object: String
  /// For a line of a ledger, which one.
  public let ledger: String?
  /// Whose line it is: a student, or a group's mailbox.
  public let line: String?
  /// Which field of it: `points`, `late.grace`; nil for the whole.
  public let field: String?
  /// As it is written; the path before, where the object is renamed. Nil where there was nothing.
  public let old: String?
  /// As it is written; nil where nothing is left.
  public let new: String?
}

extension Difference {
  /// Whether it concerns an object or what is below it; that it got another path, with one above.
  public func concerns(_ path: String) -> Bool {
    func isWithin(_ text: String?) -> Bool {
      text.map { $0 == path || $0.hasPrefix(path + "/") } ?? false
    }
    return isWithin(object) || isWithin(what == .renamed ? old : nil)
      || isWithin(line.map { "students/\($0)" })
      || what == .renamed && path.hasPrefix(object + "/")
  }
}
