import Model
import Text

/// The systemd units and the crontab line that run `tick` for a school.
public struct TickUnits: Sendable {
  private let school: String
  private let program: String
  private let name: String
  private let words: [String]

  /// - Parameters:
  ///   - school: its absolute path.
  ///   - program: the absolute path of teachkit.
  ///   - notify: whether `tick` notifies the teacher.
  public init(school: String, program: String, notify: Bool = false) {
    words = ["tick"] + (notify ? ["--notify"] : [])
    self.school = school
    self.program = program
    let folder = school.split(separator: "/").last.map(String.init) ?? ""
    let word = String((asciiName(folder) ?? "school").prefix(32))
    // Schools in folders of the same name have different units.
    let sum = school.utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) }
    name = "teachkit-tick-\(word)-\(String(sum, radix: 36))"
  }

  public var timer: String { "\(name).timer" }
  public var names: [String] { ["\(name).service", timer] }

  /// The texts of the units.
  public func files(every span: TimeSpan) -> [(name: String, text: String)] {
    let service = """
      [Unit]
      Description=teachkit tick in \(Self.plain(school))

      [Service]
      Type=oneshot
      ExecStart=\(Self.quoted(program)) -C \(Self.quoted(school)) \(words.joined(separator: " "))

      """
    let timer = """
      [Unit]
      Description=teachkit tick in \(Self.plain(school)) every \(span)

      [Timer]
      OnActiveSec=1min
      OnUnitActiveSec=\(span.seconds)s

      [Install]
      WantedBy=timers.target

      """
    return [(names[0], service), (names[1], timer)]
  }

  /// The crontab line; nil for times that cron doesn't support.
  public func cronLine(every span: TimeSpan) -> String? {
    let minutes = span.seconds / 60
    let times: String
    switch minutes {
    case _ where span.seconds % 60 != 0: return nil
    case 1..<60 where 60 % minutes == 0: times = "*/\(minutes) * * * *"
    case 60...1440 where minutes % 60 == 0 && 1440 % minutes == 0:
      times = minutes == 1440 ? "0 0 * * *" : "0 */\(minutes / 60) * * *"
    default: return nil
    }
    // Cron turns '%' into a line break.
    let command = ([program, "-C", school] + words + ["--quiet"]).map { shellWord($0) }
      .joined(separator: " ").split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "\\%")
    return "\(times) \(command) # \(name)"
  }

  /// Whether a line of a crontab is this school's.
  public func isOwn(_ line: String) -> Bool { line.hasSuffix("# \(name)") }

  /// A word of a unit's command, in quotes and without specifiers.
  private static func quoted(_ text: String) -> String {
    let escaped = text.reduce(into: "") { word, character in
      switch character {
      case "%", "$": word += "\(character)\(character)"
      case "\"", "\\": word += "\\\(character)"
      default: word.append(character)
      }
    }
    return "\"\(escaped)\""
  }

  private static func plain(_ text: String) -> String {
    text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
  }
}
