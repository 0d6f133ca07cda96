import Model

/// One difference between two states of a school, in terms of its objects.
public struct Difference: Hashable, Sendable {
  public enum Kind: String, Sendable { case added, removed, changed, renamed }

  public let what: Kind
  /// The file of the object, before or after.
  public let file: String
  /// The object's path, as users write it; for a line of a ledger, the path of the worksheet or
  /// exercise.
  public let object: String
  /// The ledger, for a line of one.
  public let ledger: String?
  /// The key of the line: a student, or a group's mailbox.
  public let line: String?
  /// The field, such as `points` or `late.grace`; nil for the whole object.
  public let field: String?
  /// The old value as written, or the former path of a renamed object. Nil if it is new.
  public let old: String?
  /// The new value as written; nil if it was removed.
  public let new: String?

  init(
    what: Kind, file: String, object: String, ledger: String?, line: String?, field: String?,
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

  /// A changed field of an object.
  public init(_ field: String, of object: String, in file: String, old: String?, new: String?) {
    self.init(
      what: old == nil ? .added : new == nil ? .removed : .changed, file: file, object: object,
      ledger: nil, line: nil, field: field, old: old, new: new)
  }

  /// A changed file, by its path in the object's folder.
  public init(file: String, of object: String, _ what: Kind) {
    self.init(
      what: what, file: "\(object)/\(file)", object: object, ledger: nil, line: nil, field: file,
      old: nil, new: nil)
  }
}

extension Difference {
  /// Whether the difference concerns an object or anything below it, including a rename of its
  /// parents.
  public func concerns(_ path: String) -> Bool {
    func isWithin(_ text: String?) -> Bool {
      text.map { $0 == path || $0.hasPrefix(path + "/") } ?? false
    }
    return isWithin(object) || isWithin(what == .renamed ? old : nil)
      || isWithin(line.map { "students/\($0)" })
      || what == .renamed && path.hasPrefix(object + "/")
  }
}
