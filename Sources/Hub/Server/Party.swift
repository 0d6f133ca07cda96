import Model

/// Who is connected, as the key said that was used.
public enum Party: Hashable, Sendable {
  case teacher
  case student(String)

  /// Reads what ``description`` wrote.
  public init?(_ text: String) {
    if text == "teacher" {
      self = .teacher
    } else if text.hasPrefix("student:") {
      let id = String(text.dropFirst("student:".count))
      guard Identifier.problem(in: id, for: .student) == nil else { return nil }
      self = .student(id)
    } else {
      return nil
    }
  }
}

extension Party: CustomStringConvertible {
  public var description: String {
    switch self {
    case .teacher: "teacher"
    case .student(let id): "student:\(id)"
    }
  }
}
