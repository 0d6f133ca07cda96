import Model
import Text

/// A mail in the format of RFC 5322, for `sendmail -t`.
public struct MailMessage: Hashable, Sendable {
  public var from: Person
  public var to: [Person]
  public var subject: String
  public var text: String
  public var time: Instant
  /// The unique part of the message's identifier.
  public var identifier: String

  /// - Throws: `DeliveryFailure` without recipients, or if an address is invalid.
  public init(
    from: Person, to: [Person], subject: String, text: String, time: Instant, identifier: String
  ) throws(DeliveryFailure) {
    for person in [from] + to where !Self.isAddress(person.mail) {
      throw DeliveryFailure("mail", "invalid mail address '\(visible(person.mail))'")
    }
    if to.isEmpty { throw DeliveryFailure("mail", "the message has no recipients") }
    self.from = from
    self.to = to
    self.subject = subject
    self.text = text
    self.time = time
    self.identifier = identifier
  }

  /// Whether an address can be written in a header: ASCII, without characters that would end it.
  private static func isAddress(_ text: String) -> Bool {
    Student.isMailAddress(text)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>()[],;:\\\"".utf8.contains($0) }
  }

  /// The message with line breaks as Unix programs expect them.
  public var bytes: [UInt8] {
    let host = from.mail.split(separator: "@").last.map(String.init) ?? "localhost"
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) }
    let isShort = text.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 }
    let isEncoded = !isPlain || !isShort
    let headers = [
      "From: \(Self.mailbox(from))",
      "To: \(to.map(Self.mailbox).joined(separator: ",\n "))",
      "Subject: \(Self.words(subject, after: 9))", "Date: \(Self.date(time))",
      "Message-ID: <\(identifier)@\(host)>", "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0", "Content-Type: text/plain; charset=\(isEncoded ? "utf-8" : "us-ascii")",
      "Content-Transfer-Encoding: \(isEncoded ? "base64" : "7bit")",
    ]
    let body = isEncoded ? Self.lines(base64(Array(text.utf8))) : text
    return Array((headers.joined(separator: "\n") + "\n\n" + body + "\n").utf8)
  }

  private static func mailbox(_ person: Person) -> String {
    person.name.isEmpty ? "<\(person.mail)>" : "\(words(person.name, after: 6))\n <\(person.mail)>"
  }

  /// A text as encoded words (RFC 2047), unless it is short and consists of letters, digits and
  /// spaces: then it needs neither quotes nor encoding.
  static func words(_ text: String, after used: Int) -> String {
    let isAtom: (UInt8) -> Bool = { $0 == 0x20 || isalnum($0) }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if line.utf8.count <= 72 - used, line.utf8.allSatisfy(isAtom) { return line }
    // An encoded word has at most 75 characters and contains whole characters.
    var words: [String] = []
    var part: [UInt8] = []
    for character in line {
      let next = Array(character.unicodeScalars.count > 8 ? "\u{FFFD}".utf8 : character.utf8)
      if part.count + next.count > 39 {
        words.append("=?utf-8?B?\(base64(part))?=")
        part = []
      }
      part += next
    }
    words.append("=?utf-8?B?\(base64(part))?=")
    return words.joined(separator: "\n ")
  }

  private static func isalnum(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// A text in lines of 76 characters.
  private static func lines(_ text: String) -> String {
    var rest = text[...]
    var lines: [Substring] = []
    while !rest.isEmpty {
      lines.append(rest.prefix(76))
      rest = rest.dropFirst(76)
    }
    return lines.joined(separator: "\n")
  }

  /// `Fri, 20 Nov 2026 08:00:00 +0000`
  private static func date(_ time: Instant) -> String {
    let civil = Zone.utc.civil(time)
    let day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][civil.date.weekday - 1]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let clock = time.description.dropFirst(11).dropLast()
    return "\(day), \(civil.date.day) \(months[civil.date.month - 1]) \(civil.date.year) "
      + "\(clock) +0000"
  }
}
