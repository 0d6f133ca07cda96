/// The identifier path of a context: a subject and the contexts down from it.
public struct ContextPath: Hashable, Sendable {
  public let subject: String
  /// The identifiers below the subject; empty for the subject itself.
  public let components: [String]

  public init(subject: String, components: [String] = []) {
    self.subject = subject
    self.components = components
  }

  /// Reads `math/fractions/adding`.
  ///
  /// - Returns: nil where a part is empty, `.` or `..`; parts are not checked as identifiers.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
      return nil
    }
    self.init(subject: String(first), components: parts[1...].map { String($0) })
  }

  /// The path below the subject with slashes, as students see it: `fractions/adding`.
  public var work: String { components.joined(separator: "/") }

  /// The path below the subject with dots, as branches are named: `fractions.adding`.
  public var dotted: String { components.joined(separator: ".") }

  /// The last identifier.
  public var identifier: String { components.last ?? subject }

  /// The context above; nil for a subject.
  public var parent: ContextPath? {
    components.isEmpty
      ? nil : ContextPath(subject: subject, components: Array(components.dropLast()))
  }

  public func appending(_ identifier: String) -> ContextPath {
    ContextPath(subject: subject, components: components + [identifier])
  }

  /// Whether it is no context but a file that is handed out with one, or an assignment that gives
  /// nothing of the subject: neither can be what a context is called.
  public var isHandout: Bool { file != nil || identifier.utf8.contains(UInt8(ascii: ".")) }

  /// The context whose file it is and the folder that it is in, `files` or `starters`.
  public var file: (owner: ContextPath, folder: String)? {
    guard let place = components.firstIndex(where: { $0 == "files" || $0 == "starters" }),
      place > 0, place < components.count - 1
    else { return nil }
    return (
      ContextPath(subject: subject, components: Array(components[..<place])), components[place]
    )
  }

  /// Where students find an assignment that gives no work, in every subject: its file's name.
  public static func wordsAlone(_ assignment: String, in subject: String) -> ContextPath {
    ContextPath(subject: subject, components: ["assignments", assignment + ".yaml"])
  }

  /// Whether it is `other` or below it.
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
