import Text

/// A syntax error in plain YAML, with its position and a hint.
public struct YAMLError: Error, Hashable, Sendable {
  /// The kind of error. The names are stable.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case tooLarge, tooDeep, lineTooLong
    case encoding, character
    case tab, indentation, severalLines
    case anchor, alias, tag, directive, severalDocuments
    case mergeKey, complexKey, longKey, duplicateKey
    case missingColon, missingSpace, missingValue, pair, colon
    case unclosed, glued, indicator, comment, escape, blockHeader
    case notALedger
  }

  public let kind: Kind
  /// A one-line description without the position.
  public let message: Message
  /// How to fix it.
  public let hint: Message?
  public let position: Position
  /// The raw text of that line without its line break; it may contain control characters.
  public let line: String
}

extension YAMLError: CustomStringConvertible {
  /// `LINE:COLUMN: MESSAGE (HINT)`
  public var description: String { "\(position): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
