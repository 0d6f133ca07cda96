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
  /// - Returns: nil where a part is empty; parts are not checked as identifiers.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, !parts.contains(where: \.isEmpty) else { return nil }
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
