import Model

/// A request to join: a public key, the path of the subject, optionally a claimed identity, and a
/// signature that proves possession of the key.
public struct JoinInput {
  public let key: String
  public let claim: JoinClaim?
  /// The path of the subject in its address; nil if the client sent none.
  public let place: String?
  /// The signature over ``message(for:)``, in base 64; nil if the client sent none.
  public let signature: String?
  /// The lines before the signature, as sent.
  private let signed: String

  public init(key: String, _ claim: JoinClaim?, at place: String? = nil) {
    self.key = key
    self.claim = claim
    self.place = place
    signature = nil
    var lines = [key]
    if let place { lines.append("place: \(place)") }
    if let claim { lines.append("student: \(claim.student)") }
    if let name = claim?.name { lines.append("name: \(name)") }
    signed = lines.map { $0 + "\n" }.joined()
  }

  /// Parses ``text(signature:)``.
  public init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    key = lines.first.map(String.init) ?? ""
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    place = value("place")
    claim = value("student").flatMap { JoinClaim(student: $0, name: value("name")) }
    signature = value("signature")
    signed = lines.filter { !$0.hasPrefix("signature: ") }.map { $0 + "\n" }.joined()
  }

  /// The text that the client sends.
  public func text(signature: String) -> String { "\(signed)signature: \(signature)\n" }

  /// The signed bytes: the request and the accompanying lines.
  public func message(for request: PeopleRequest) -> [UInt8] {
    Array("\(request.command)\n\(signed)".utf8)
  }
}

/// The claimed identity of an unknown person.
public struct JoinClaim: Hashable, Sendable {
  public let student: String
  public let name: String?

  /// - Returns: nil for an invalid identifier.
  public init?(student: String, name: String? = nil) {
    guard Identifier.problem(in: student, for: .student) == nil else { return nil }
    self.student = student
    let shown = name?.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }.prefix(100)
    self.name = shown.flatMap { $0.isEmpty ? nil : String(String.UnicodeScalarView($0)) }
  }
}

/// The result of a request to join.
public enum JoinAnswer: Hashable, Sendable {
  /// Enrolled as this student.
  case accepted(String)
  /// Waiting for the teacher's decision.
  case asked(String)
}
