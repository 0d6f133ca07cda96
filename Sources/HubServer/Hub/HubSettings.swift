import HubProtocol
import Model
import PlainYAML
import Text

/// The settings in `hub.yaml` of a served hub.
public struct HubSettings: Hashable, Sendable {
  /// The maximum size of a student's push in bytes.
  public var push = 64 << 20
  /// The maximum number of files of a submission.
  public var files = 200
  /// The maximum size of a mailbox on disk in bytes, including everything ever pushed.
  public var mailbox: Int { statedMailbox ?? 16 * min(push, .max / 16) }
  private var statedMailbox: Int?
  /// The maximum number of requests to join with an open link per address and day.
  public var requests = 100
  /// The unique id of the hub's school; nil before the first push.
  public var school: String?
  /// The teachers' user names on a web server.
  public var teachers: [String] = []
  /// The program, with its arguments, that gets what each share makes new; empty for none.
  public var notify: [String] = []
  /// A fixed time, for tests; clients can't set it.
  public var clock: Instant?
  /// OpenSSH's key file; nil before the first key.
  public var keys: String?

  static let initial = Array(
    """
    # Limits for students. teachkit adds 'keys' with the first key, 'school' with the first push.
    format: 1
    push: 64M      # maximum size of a push
    files: 200     # maximum number of files in a submission
    mailbox: 1G    # maximum size of a mailbox
    requests: 100  # maximum number of requests to join per address and day

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
    func fault(_ node: Node, _ message: Message) -> HubError {
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
          throw fault(entry.value, "invalid size '\(text)'; write, for example, 64M")
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
          throw fault(entry.value, "invalid time '\(text)'")
        }
        clock = time
      case "keys": keys = text
      case "teachers":
        guard let names = entry.value.sequence?.compactMap(\.scalar) else {
          throw fault(entry.value, "'teachers' must be a list, such as [grace]")
        }
        teachers = names
      case "notify":
        guard let words = entry.value.sequence?.map(\.scalar), let program = words.first,
          program?.isEmpty == false, !words.contains(nil)
        else { throw fault(entry.value, "'notify' must be a list, such as [/usr/bin/program]") }
        notify = words.compactMap(\.self)
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
