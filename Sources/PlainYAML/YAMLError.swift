/// Why a text is not plain YAML, with the place and a hint.
public struct YAMLError: Error, Hashable, Sendable {
  /// What is wrong. The names are stable.
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
  /// What is wrong, in one line without its place.
  public let message: String
  /// What to do about it.
  public let hint: String?
  public let position: Position
  /// The text of that line as it is, without its line break: it may hold control characters.
  public let line: String
}

extension YAMLError: CustomStringConvertible {
  /// `LINE:COLUMN: MESSAGE (HINT)`
  public var description: String { "\(position): \(message)" + (hint.map { " (\($0))" } ?? "") }
}
