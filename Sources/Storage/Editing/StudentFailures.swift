import Git
import Model
import PlainYAML

/// The students whose work a command couldn't process, although it processed all others.
///
/// Every loop over students, mailboxes or submissions records failures here instead of stopping at
/// the first one.
public struct StudentFailures: Sendable {
  public struct Item: Sendable {
    public let student: String
    /// Nil for all work of the student.
    public let path: ContextPath?
    public let error: any Error
  }

  public private(set) var items: [Item] = []

  public init() {}

  public var isEmpty: Bool { items.isEmpty }

  /// The affected students, each once, in alphabetical order.
  public var students: [String] { Set(items.map(\.student)).sorted() }

  /// The failure of a student; nil if there is none.
  public subscript(_ student: String) -> (any Error)? {
    items.first { $0.student == student }?.error
  }

  public mutating func add(_ error: any Error, of student: String, at path: ContextPath? = nil) {
    items.append(Item(student: student, path: path, error: error))
  }

  public mutating func add(_ other: StudentFailures) { items += other.items }

  /// Whether an error can be due to a single student's data, so that others may still succeed.
  public static func isPersonal(_ error: any Error) -> Bool {
    switch error {
    case let error as GitError:
      switch error.code {
      case .corrupt, .notFound, .limit, .permission, .other: true
      default: false
      }
    case is EditError, is RationalOverflow: true
    default: false
    }
  }

  /// Processes one student's work; records a failure that is due to their data.
  ///
  /// - Returns: the result; nil after a failure.
  /// - Throws: other errors of `body`.
  @discardableResult
  public mutating func attempt<Value>(
    _ student: String, at path: ContextPath? = nil, _ body: () throws -> Value
  ) throws -> Value? {
    do {
      return try body()
    } catch  where Self.isPersonal(error) {
      add(error, of: student, at: path)
      return nil
    }
  }
}
