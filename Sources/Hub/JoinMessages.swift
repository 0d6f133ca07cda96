import Model

/// What is sent to the hub with a request to join: a key, where the subject is to be found, and perhaps
/// who it is.
public struct JoinInput {
  public let key: String
  public let claim: Joining.Claim?
  /// The path of the subject in its address; nil where none was told.
  public let place: String?

  public init(key: String, _ claim: Joining.Claim?, at place: String? = nil) {
    self.key = key
    self.claim = claim
    self.place = place
  }

  /// Reads ``text``.
  public init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    key = lines.first.map(String.init) ?? ""
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
    place = value("place")
    claim = value("student").flatMap { Joining.Claim(student: $0, name: value("name")) }
  }

  public var text: String {
    var lines = [key]
    if let place { lines.append("place: \(place)") }
    if let claim { lines.append("student: \(claim.student)") }
    if let name = claim?.name { lines.append("name: \(name)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// What the hub answers.
public struct JoinOutput {
  public let answer: Joining.Answer

  public init(_ answer: Joining.Answer) { self.answer = answer }

  /// Reads ``text``; nil for anything else.
  public init?(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, Identifier.problem(in: words[1], for: .student) == nil else {
        continue
      }
      switch words[0] {
      case "student:": self.init(.accepted(words[1]))
      case "asked:": self.init(.asked(words[1]))
      default: continue
      }
      return
    }
    return nil
  }

  public var text: String {
    switch answer {
    case .accepted(let id): "student: \(id)"
    case .asked(let id): "asked: \(id)"
    }
  }
}
