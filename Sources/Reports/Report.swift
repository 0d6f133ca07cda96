import Text

/// The result of a command, in all output formats.
public protocol Report: Sendable {
  /// For people; may change from version to version. Ends with a line break unless it is empty.
  func text(_ layout: Layout) -> String
  /// For programs: documented and stable.
  var json: JSONValue { get }
  /// The table for spreadsheets; nil if the report isn't a table.
  var spreadsheet: Table? { get }
  /// A self-contained page; nil if the report has none.
  var html: String? { get }
  /// Workflow commands for GitHub; nil if the report has none.
  var github: String? { get }
  /// JUnit XML for CI; nil if the report isn't a list of results.
  var junit: String? { get }
  /// The Test Anything Protocol; nil if the report isn't a list of results.
  var tap: String? { get }
  /// A page of Markdown; nil if the report has none.
  var markdown: String? { get }
}

extension Report {
  public var spreadsheet: Table? { nil }
  public var html: String? { nil }
  public var github: String? { nil }
  public var junit: String? { nil }
  public var tap: String? { nil }
  public var markdown: String? { nil }

  /// The outermost object of every report: the version of the format, the kind of items, and
  /// `items` or a single `item`.
  public static func envelope(_ kind: String, _ name: String, _ value: JSONValue) -> JSONValue {
    ["format": 1, "kind": .string(kind), name: value]
  }
}

/// The layout of text output, for a terminal or a pipe.
public struct Layout: Sendable {
  /// Whether columns are aligned and have headings; otherwise tabs separate them.
  public let isTerminal: Bool
  /// The columns of the terminal; nil if lines may have any length.
  public let width: Int?
  /// Whether tones are visible. Otherwise Markdown stays as typed.
  public let hasColors: Bool
  private let painter: @Sendable (String, Tone) -> String

  public init(
    isTerminal: Bool, width: Int? = nil, hasColors: Bool = false,
    paint: @escaping @Sendable (String, Tone) -> String = { text, _ in text }
  ) {
    self.isTerminal = isTerminal
    self.width = width
    self.hasColors = hasColors
    painter = paint
  }

  /// Adds colour to a name, a number or text that is already rendered.
  @_disfavoredOverload
  public func paint(_ text: String, _ tone: Tone) -> String { painter(text, tone) }

  /// Renders a message and adds colour.
  public func paint(_ message: Message, _ tone: Tone = .plain) -> String {
    painter(message.text, tone)
  }

  /// Tabs and no colours.
  public static let pipe = Layout(isTerminal: false)
}

/// The meaning of a piece of text, which a terminal shows as a colour.
public enum Tone: Hashable, Sendable {
  case plain, strong, quiet, good, warning, bad
  /// Emphasized words, and code, in a text.
  case emphasis, code
}

/// A value of a report: for programs, and for people if that differs.
public struct Cell: Hashable, Sendable {
  public let value: JSONValue
  public let shown: String
  public let tone: Tone
  /// The text in a table that would be too wide otherwise; nil if `shown` can't be shorter.
  public var short: String?

  /// - Parameter shown: the text for people; derived from the value by default.
  @_disfavoredOverload
  public init(_ value: JSONValue, shown: String? = nil, tone: Tone = .plain) {
    self.value = value
    self.shown = shown ?? Cell.text(of: value)
    self.tone = tone
  }

  /// - Parameter shown: the text for people.
  public init(_ value: JSONValue, shown: Message, tone: Tone = .plain) {
    self.init(value, shown: shown.text as String?, tone: tone)
  }

  public init(_ text: String?, tone: Tone = .plain) {
    self.init(text.map { .string($0) } ?? .null, tone: tone)
  }

  public init(_ number: Int, tone: Tone = .plain) {
    self.init(.integer(number), tone: tone)
  }

  /// A value as text for people.
  static func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .boolean(let value): value ? "yes" : "no"
    case .integer(let value): String(value)
    case .decimal(let text), .string(let text): text
    case .array(let elements): elements.map(text(of:)).joined(separator: ", ")
    case .object: value.description
    }
  }
}

extension Cell: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self.init(.string(value)) }
  public init(integerLiteral value: Int) { self.init(.integer(value)) }
  public init(nilLiteral: ()) { self.init(.null) }
}
