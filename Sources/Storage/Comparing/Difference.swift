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

  init(
    what: What, file: String, object: String, ledger: String?, line: String?, field: String?,
    old: String?, new: String?
  ) {
    self.what = what
    self.file = file
    self.object = object
    self.ledger = ledger
    self.line = line
    self.field = field
    self.old = old
    self.new = new
  }

  /// A field of an object that is other than it was.
  public init(_ field: String, of object: String, in file: String, old: String?, new: String?) {
    self.init(
      what: old == nil ? .added : new == nil ? .removed : .changed, file: file, object: object,
      ledger: nil, line: nil, field: field, old: old, new: new)
  }

  /// A file that is other than it was, by its path in the object's folder.
  public init(file: String, of object: String, _ what: What) {
    self.init(
      what: what, file: "\(object)/\(file)", object: object, ledger: nil, line: nil, field: file,
      old: nil, new: nil)
  }
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
