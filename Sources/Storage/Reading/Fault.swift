import PlainYAML
import Text

/// A problem in a file, with its location.
public struct Fault: Error, Hashable, Sendable {
  public enum Severity: Sendable { case error, warning }

  /// The path of the file, relative to the root.
  public let file: String
  /// The position in the file; nil for the whole file.
  public let position: Position?
  /// The text of that line.
  public let line: String?
  public let rule: Rule
  public let message: Message
  public let hint: Message?
  public let severity: Severity
  /// The automatic fix; nil if someone has to decide.
  public internal(set) var fix: Fix?

  /// - Parameter severity: that of the rule by default.
  public init(
    file: String, position: Position? = nil, line: String? = nil, rule: Rule,
    message: Message, hint: Message? = nil, severity: Severity? = nil, fix: Fix? = nil
  ) {
    self.file = file
    self.position = position
    self.line = line
    self.rule = rule
    self.message = message
    self.hint = hint ?? rule.usualHint
    self.severity = severity ?? rule.severity
    self.fix = fix
  }
}

extension Fault {
  /// A syntax error.
  init(_ error: YAMLError, in bytes: [UInt8], file: String) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if let number = lines.firstIndex(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
      self.init(
        file: file, position: Position(line: number + 1, column: 1),
        line: String(decoding: lines[number], as: UTF8.self), rule: .conflict,
        message: "unresolved merge conflict",
        hint: """
          open it with 'teachkit edit \(SchoolPath.name(of: file))', choose one version, and remove the\
           lines with <<<<<<<, ======= and >>>>>>>
          """)
    } else {
      // A line in another encoding can't be displayed.
      let isForeign = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      self.init(
        file: file, position: error.position, line: isForeign ? nil : error.line, rule: .yaml,
        message: error.message, hint: error.hint)
    }
  }
}

/// The faults of one file: the first hundred, and how many more there are.
struct FaultList {
  static let limit = 100

  /// Whether all are listed, without their places, for callers that only compare them.
  let isBrief: Bool
  private var faults: [Fault] = []
  private var more = 0
  private var areWarnings = true

  init(isBrief: Bool) { self.isBrief = isBrief }

  var isFull: Bool { !isBrief && faults.count >= FaultList.limit }

  mutating func add(_ severity: Fault.Severity, _ make: () -> Fault) {
    guard isFull else { return faults.append(make()) }
    more += 1
    if severity == .error { areWarnings = false }
  }

  /// Adds the faults of another list for the rest of the file.
  mutating func add(rest: Fault) { faults.append(rest) }

  func all(in file: String) -> [Fault] {
    if more == 0 { return faults }
    return faults + [
      Fault(
        file: file, rule: .moreFaults, message: "\(more) more are not listed",
        severity: areWarnings ? .warning : .error)
    ]
  }
}

/// Unreadable files, with all their problems.
public struct FaultyFiles: Error, Sendable {
  /// At least one, in the order of the text.
  public let faults: [Fault]

  public init(faults: [Fault]) { self.faults = faults }
}

/// A missing file or object that was named.
public struct MissingObject: Error, Hashable, Sendable {
  /// `subject`, `class`, `worksheet` …
  public let kind: String
  /// Its path, as users write it.
  public let path: String

  public init(kind: String, path: String) {
    self.kind = kind
    self.path = path
  }
}

extension [Fault] {
  /// Sorted by position in each file; the order of the files is unchanged.
  public var inPlaceOrder: [Fault] {
    var ranks: [String: Int] = [:]
    for fault in self where ranks[fault.file] == nil { ranks[fault.file] = ranks.count }
    func key(_ index: Int) -> (Int, Int, Int, Int) {
      let fault = self[index]
      let start = fault.rule == .moreFaults ? Int.max : 0
      let (line, column) = (fault.position?.line ?? start, fault.position?.column ?? 0)
      return (ranks[fault.file] ?? 0, line, column, index)
    }
    return indices.sorted { key($0) < key($1) }.map { self[$0] }
  }
}
