import HubProtocol
import PlainYAML
import Text

/// A user-facing error.
public struct Failure: Error, Hashable, Sendable {
  /// The location of an error: a file, and optionally a position.
  public struct Place: Hashable, Sendable {
    public var path: String
    /// From 1.
    public var line: Int?
    /// From 1, in Unicode scalars.
    public var column: Int?
    /// The text of that line.
    public var excerpt: String?

    public init(path: String, line: Int? = nil, column: Int? = nil, excerpt: String? = nil) {
      self.path = path
      self.line = line
      self.column = column
      self.excerpt = excerpt
    }
  }

  public let id: FailureID
  public let message: Message
  public let place: Place?
  public let hint: Message?

  /// - Parameters:
  ///   - message: one sentence without a full stop, in lower case.
  ///   - hint: an instruction; by default that of `id`.
  public init(_ id: FailureID, _ message: Message, at place: Place? = nil, hint: Message? = nil) {
    self.id = id
    // Passwords are never shown.
    self.message = message.mapArguments(HubAddress.withoutSecrets)
    self.place = place.map { place in
      var place = place
      place.path = HubAddress.withoutSecrets(place.path)
      return place
    }
    self.hint = (hint ?? id.hint)?.mapArguments(HubAddress.withoutSecrets)
  }
}

extension Failure: CustomStringConvertible {
  public var description: String { message.text }
}

extension Failure {
  /// An error in the file at `path`.
  public init(_ error: YAMLError, path: String) {
    self.init(
      .objectIsFaulty, error.message,
      at: Place(
        path: path, line: error.position.line, column: error.position.column, excerpt: error.line),
      hint: error.hint)
  }
}
