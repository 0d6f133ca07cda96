import Model
import Text

extension IdentifierProblem {
  /// The problem, as text that follows the identifier: `is empty`.
  public var words: Message {
    switch self {
    case .empty: "is empty: an identifier is needed"
    case .tooLong: "is longer than 128 bytes"
    case .startsWithHyphen: "starts with a hyphen"
    case .dots: "has a dot in an invalid place"
    case .character(let scalar):
      "contains the invalid character '\(visible(String(Character(scalar))))'"
    case .notNormal: "is not in Unicode's composed form (NFC)"
    case .reserved: "is a reserved name"
    }
  }

  /// A hint for a valid identifier.
  public var hint: Message {
    switch self {
    case .notNormal(let form): "write it as '\(form)'"
    case .reserved: "choose another name"
    default: "use letters, digits, '-' and '_', such as ada or adding-fractions"
    }
  }
}
