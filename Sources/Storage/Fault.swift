import PlainYAML

/// Something wrong in a file, with its place.
public struct Fault: Error, Hashable, Sendable {
  public enum Severity: Sendable { case error, warning }

  /// The path of the file, relative to the root.
  public let file: String
  /// Where in the file; nil where the whole file is meant.
  public let position: Position?
  /// The text of that line.
  public let line: String?
  /// What rule was broken, a short stable word: `unknown-field`.
  public let rule: String
  public let message: String
  public let hint: String?
  public let severity: Severity

  public init(
    file: String, position: Position? = nil, line: String? = nil, rule: String,
    message: String, hint: String? = nil, severity: Severity = .error
  ) {
    self.file = file
    self.position = position
    self.line = line
    self.rule = rule
    self.message = message
    self.hint = hint
    self.severity = severity
  }
}

/// Files of which no value can be made, with all that is wrong in them.
public struct FaultyFiles: Error, Sendable {
  /// At least one, in the order of the text.
  public let faults: [Fault]

  public init(faults: [Fault]) { self.faults = faults }
}

/// A file or object that was asked for by name and isn't there.
public struct MissingObject: Error, Hashable, Sendable {
  /// `subject`, `class`, `worksheet` …
  public let kind: String
  /// Its path as users write it.
  public let path: String

  public init(kind: String, path: String) {
    self.kind = kind
    self.path = path
  }
}
