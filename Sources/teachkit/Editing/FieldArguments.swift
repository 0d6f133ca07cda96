import Course
import Glibc
import PlainYAML
import Storage
import Text

/// Reads `field=value`, `field+=value` and `field-=value` from the command line.
final class FieldArguments {
  private let input: Input
  /// The field that was read from standard input.
  private var reader: String?

  init(_ session: Session) { input = session.input }

  /// - Throws: `Failure` for an invalid argument or an unreadable file.
  func change(_ text: String) throws -> FieldChange {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw Failure(
        .valueIsFaulty, "invalid field change '\(text)'",
        hint: "write 'title=…', 'students+=ada', 'students-=ada' or '--unset title'")
    }
    let before = text[..<text.index(before: sign)]
    let value = String(text[text.index(after: sign)...])
    switch text[text.index(before: sign)] {
    case "+": return FieldChange(try path(before), .add(try self.value(value, of: text)))
    case "-": return FieldChange(try path(before), .remove(try self.value(value, of: text)))
    default:
      if value.isEmpty { return FieldChange(try path(text[..<sign]), .unset) }
      return FieldChange(try path(text[..<sign]), .set(try self.value(value, of: text)))
    }
  }

  func path(_ text: some StringProtocol) throws -> FieldPath {
    guard let path = FieldPath(text) else {
      throw Failure(
        .valueIsFaulty, "invalid field name '\(text)'",
        hint: "write a name such as title, late.grace or 'titles.\"de.CH\"'")
    }
    return path
  }

  /// A value as typed, or the content of a file or standard input.
  func value(_ text: String, of argument: String) throws -> String {
    if text.hasPrefix("@@") { return String(text.dropFirst()) }
    if text.hasPrefix("@") { return try file(String(text.dropFirst())) }
    guard text == "-" else { return text }
    if let reader {
      throw Failure(
        .valueIsFaulty, "standard input was already read for '\(reader)'",
        hint: "give the other text in a file: field=@FILE")
    }
    reader = argument
    return try self.text(input, "standard input")
  }

  private func file(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(
        errno == ENOENT ? .notFound : .ioFailure,
        "cannot read '\(path)': \(String(cString: strerror(errno)))",
        hint: "for a text that begins with '@', write '@@\(path)'")
    }
    defer { close(descriptor) }
    return try text(Input(descriptor: descriptor), "'\(path)'")
  }

  /// The text with line feeds as line ends; a single line without its line end.
  private func text(_ input: Input, _ name: String) throws -> String {
    var bytes = input.rest(atMost: Document.limit)
    guard bytes.count <= Document.limit else {
      throw Failure(.valueIsFaulty, "\(name) is larger than \(Document.limit >> 20) MiB")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.valueIsFaulty, "\(name) isn't UTF-8 text", hint: "save it as UTF-8")
    }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.count == 2, lines[1].isEmpty { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
