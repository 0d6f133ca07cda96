import Model
import Text

extension IdentifierProblem {
  /// What is wrong, to stand behind the identifier: `is empty`.
  public var words: String {
    switch self {
    case .empty: "is empty: an identifier is needed"
    case .tooLong: "is longer than the 128 bytes that an identifier may have"
    case .startsWithHyphen: "starts with a hyphen, so it can't be an identifier"
    case .dots: "has a dot where an identifier may have none"
    case .character(let scalar):
      "can't be an identifier: '\(visible(String(Character(scalar))))' is not allowed"
    case .notNormal: "is not in Unicode's composed form (NFC)"
    case .reserved: "is a reserved name"
    }
  }

  /// What would do.
  public var hint: String {
    switch self {
    case .notNormal(let form): "write it as '\(form)'"
    case .reserved: "choose another name"
    default: "use letters, digits, '-' and '_', such as ada or adding-fractions"
    }
  }
}
