/// A result within an activity: a question, a score, or a count such as the words of a text.
public struct ActivityItem: Hashable, Sendable {
  /// The words for a binary result.
  public enum Binary: String, CaseIterable, Sendable {
    case correct, passed
    case isTrue = "true"
    case yes
  }

  public enum Value: Hashable, Sendable {
    case binary(Binary, Bool)
    case quantity(Rational)
    case score(Rational, max: Rational)

    /// Whether both are of one kind, whatever their numbers are.
    func isSameKind(as other: Value) -> Bool {
      switch (self, other) {
      case (.binary(let a, _), .binary(let b, _)): a == b
      case (.quantity, .quantity), (.score, .score): true
      default: false
      }
    }
  }

  /// The maximum length of an identifier in characters.
  public static let longestID = 64
  /// The maximum length of a title in characters.
  public static let longestTitle = 256

  /// Unique within an attempt.
  public let id: String
  public let title: String?
  public let value: Value

  public init(id: String, title: String? = nil, value: Value) throws(ActivityFault) {
    guard !id.isEmpty, id.count <= ActivityItem.longestID,
      id.unicodeScalars.allSatisfy({ $0.properties.isPatternWhitespace == false && $0.value > 32 })
    else { throw .invalidID(id) }
    if title?.count ?? 0 > ActivityItem.longestTitle { throw .titleTooLong }
    if case .score(let score, let max) = value {
      if max <= .zero { throw .invalidMaximum(max) }
      if score.isNegative || score > max { throw .scoreOutOfRange(score, max: max) }
    }
    (self.id, self.title, self.value) = (id, title, value)
  }

  /// The item, with an earlier title if it has none of its own.
  func keepingTitle(of earlier: ActivityItem) -> ActivityItem {
    title != nil || earlier.title == nil
      ? self : (try? ActivityItem(id: id, title: earlier.title, value: value)) ?? self
  }
}
