import Model

/// A principal: the owner of the key that opened a connection.
public enum Principal: Hashable, Sendable {
  case teacher
  case student(String)
  /// The holder of an invitation key, who can only join.
  case invited(subject: String, invitation: String)

  /// Parses ``description``.
  public init?(_ text: String) {
    if text == "teacher" {
      self = .teacher
    } else if text.hasPrefix("student:") {
      let id = String(text.dropFirst("student:".count))
      guard Identifier.problem(in: id, for: .student) == nil else { return nil }
      self = .student(id)
    } else if text.hasPrefix("invitation:") {
      let parts = text.dropFirst("invitation:".count).split(
        separator: "/", omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 2, Identifier.problem(in: parts[0], for: .subject) == nil,
        !parts[1].isEmpty, parts[1].utf8.allSatisfy({ Invitation.digits.contains($0) })
      else { return nil }
      self = .invited(subject: parts[0], invitation: parts[1])
    } else {
      return nil
    }
  }
}

extension Principal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .teacher: "teacher"
    case .student(let id): "student:\(id)"
    case .invited(let subject, let invitation): "invitation:\(subject)/\(invitation)"
    }
  }
}
