import Model
import PlainYAML

/// What `hub.yaml` of a served hub says.
public struct HubSettings: Hashable, Sendable {
  /// The most bytes that a student's push may bring.
  public var push = 64 << 20
  /// The most files in one piece of work.
  public var files = 200
  /// The most bytes that a mailbox may take on the disk, with all that was ever pushed to it.
  public var mailbox: Int { statedMailbox ?? 16 * min(push, .max / 16) }
  private var statedMailbox: Int?
  /// The most requests to join, with an open link, that one address may make in a day.
  public var requests = 100
  /// The identifier of the school that the hub serves; nil before its first push.
  public var school: String?
  /// Who is a teacher of those whom a web server lets in, by the name that it knows them by.
  public var teachers: [String] = []
  /// A time that stands still, for tests: of those who come here nobody can say it.
  public var clock: Instant?
  /// The file in which OpenSSH finds the keys of those who come here; nil before the first key.
  public var keys: String?

  static let initial = Array(
    """
    # What a hub takes from students. 'keys' is written with the first key, 'school' with
    # the first push.
    format: 1
    push: 64M      # the most that one push may bring
    files: 200     # the most files in one piece of work
    mailbox: 1G    # the most that one mailbox may hold
    requests: 100  # the most requests to join from one address in a day

    """.utf8)

  /// Reads the file.
  ///
  /// - Throws: `HubError.settings`.
  init(_ bytes: [UInt8], path: String) throws(HubError) {
    let document: Document
    do throws(YAMLError) {
      document = try Document(bytes)
    } catch {
      throw .settings(
        path: path, line: error.position.line, column: error.position.column,
        message: error.message)
    }
    func fault(_ node: Node, _ message: String) -> HubError {
      let place = document.position(of: node.offset)
      return .settings(path: path, line: place.line, column: place.column, message: message)
    }
    for entry in document.root.mapping ?? [] {
      let text = entry.value.scalar ?? ""
      switch entry.key {
      case "format":
        if text != "1" { throw fault(entry.value, "format '\(text)' is newer than this teachkit") }
      case "push", "mailbox":
        guard let size = Self.size(text) else {
          throw fault(entry.value, "'\(text)' is no size, such as 64M")
        }
        if entry.key == "push" { push = size } else { statedMailbox = size }
      case "files", "requests":
        guard let count = Int(text), count > 0 else {
          throw fault(entry.value, "invalid number '\(text)'")
        }
        if entry.key == "files" { files = count } else { requests = count }
      case "school": school = text
      case "clock":
        guard let time = Instant(iso: text) else {
          throw fault(entry.value, "'\(text)' is no time")
        }
        clock = time
      case "keys": keys = text
      case "teachers":
        guard let names = entry.value.sequence?.compactMap(\.scalar) else {
          throw fault(entry.value, "'teachers' is a list, such as [grace]")
        }
        teachers = names
      default: throw fault(entry.value, "unknown field '\(entry.key)'")
      }
    }
  }

  /// A number of bytes: `500K`, `64M`, `2G`.
  private static func size(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else {
      return nil
    }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    return isTooLarge ? nil : size
  }
}
