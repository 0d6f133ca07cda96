/// The path of a context: a subject and the identifiers below it.
public struct ContextPath: Hashable, Sendable {
  public let subject: String
  /// The identifiers below the subject; empty for the subject itself.
  public let components: [String]

  public init(subject: String, components: [String] = []) {
    self.subject = subject
    self.components = components
  }

  /// Parses `math/fractions/adding`.
  ///
  /// - Returns: nil if a part is empty, `.` or `..`; the parts aren't validated as identifiers.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      return nil
    }
    self.init(subject: String(first), components: parts[1...].map { String($0) })
  }

  /// The path below the subject with slashes, as students see it: `fractions/adding`.
  public var work: String { components.joined(separator: "/") }

  /// The path below the subject with dots, as in branch names: `fractions.adding`.
  public var dotted: String { components.joined(separator: ".") }

  /// The last identifier.
  public var identifier: String { components.last ?? subject }

  /// The parent context; nil for a subject.
  public var parent: ContextPath? {
    components.isEmpty
      ? nil : ContextPath(subject: subject, components: Array(components.dropLast()))
  }

  public func appending(_ identifier: String) -> ContextPath {
    ContextPath(subject: subject, components: components + [identifier])
  }

  /// Whether it isn't a context but a published file or an assignment without work; contexts can't
  /// have such names.
  public var isHandout: Bool { file != nil || identifier.utf8.contains(UInt8(ascii: ".")) }

  /// The context that owns the file, and its folder, `files` or `starters`.
  public var file: (owner: ContextPath, folder: String)? {
    guard let place = components.firstIndex(where: { $0 == "files" || $0 == "starters" }),
      place > 0, place < components.count - 1
    else { return nil }
    return (
      ContextPath(subject: subject, components: Array(components[..<place])), components[place]
    )
  }

  /// The path, in every subject, under which students find an assignment without work.
  public static func withoutWork(_ assignment: String, in subject: String) -> ContextPath {
    ContextPath(subject: subject, components: ["assignments", assignment + ".yaml"])
  }

  /// The id of a file or an assignment without work, which is the same in every subject.
  public var handoutID: String { file == nil ? String(work.dropLast(5)) : description }

  /// Whether it equals `other` or is below it.
  public func isWithin(_ other: ContextPath) -> Bool {
    subject == other.subject && components.starts(with: other.components)
  }
}

extension ContextPath: CustomStringConvertible, Comparable {
  /// `math/fractions/adding`
  public var description: String { ([subject] + components).joined(separator: "/") }

  public static func < (a: ContextPath, b: ContextPath) -> Bool {
    a.description < b.description
  }
}
