/// Why an archive or a document in it can't be read.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The bytes are no zip archive, or it is damaged.
  case damaged
  /// The content exceeds a limit.
  case tooLarge
  /// An entry is encrypted.
  case encrypted
  /// A required part is missing.
  case missing(String)
  /// A part isn't well-formed XML.
  case markup(part: String, line: Int, reason: String)
  /// A part defines a document type, whose entities could expand without limit.
  case documentType(part: String)
}
