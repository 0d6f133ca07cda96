import Git
import PlainYAML
import Text

/// A file with any number of values, each a YAML document after a line `---`, which is read and
/// size-limited separately. The first document identifies the file's kind.
public struct DocumentStream {
  /// The kind of content, such as `jobs`.
  public let kind: String
  /// The file name as the user gave it.
  public let name: String

  public init(kind: String, name: String) {
    self.kind = kind
    self.name = name
  }

  /// One value with its position.
  public struct Item {
    public let name: String
    public let document: Document
    /// The number of lines before it.
    public let above: Int

    public var root: Node { document.root }

    /// - Parameter node: the invalid node; by default the beginning.
    public func fault(_ message: Message, at node: Node? = nil) -> Failure {
      let offset = node?.offset ?? 0
      let position = document.position(of: offset)
      return Failure(
        .objectIsFaulty, message,
        at: .init(
          path: name, line: above + position.line, column: position.column,
          excerpt: document.lineText(at: offset)))
    }
  }

  /// The largest size of a file in bytes.
  private static let limit = 512 << 20
  private static let separator = Array("---\n".utf8)

  /// Whether a value is small enough to be read again.
  public static func holds(_ value: Value) -> Bool {
    Printer.print(value).utf8.count <= Document.limit
  }

  public func write(_ values: some Sequence<Value>, to path: String) throws {
    var bytes = Array("format: 1\nkind: \(kind)\n".utf8)
    for value in values {
      bytes += DocumentStream.separator
      bytes += Printer.print(value).utf8
    }
    try DurableFile.write(bytes, to: path)
  }

  /// Reads a file value by value.
  ///
  /// - Throws: `Failure` if the file is missing, of another kind or not plain YAML; any error
  ///   from `body`.
  public func read(from path: String, _ body: (Item) throws -> Void) throws {
    guard let bytes = try DurableFile.read(path, limit: DocumentStream.limit) else {
      throw Failure(.notFound, "no file '\(name)'")
    }
    var (start, line) = (0, 0)
    var isFirst = true
    while start < bytes.count || isFirst {
      let end = DocumentStream.end(of: bytes, from: start)
      let part = Array(bytes[start..<end])
      let item = try Item(name: name, document: document(part, above: line), above: line)
      if isFirst {
        guard item.root["format"]?.scalar == "1", item.root["kind"]?.scalar == kind else {
          throw Failure(
            .objectIsFaulty, "the file doesn't contain \(kind)", at: .init(path: name))
        }
      } else {
        try body(item)
      }
      isFirst = false
      line += part.count { $0 == 0x0a } + 1
      start = end + DocumentStream.separator.count
    }
  }

  private func document(_ bytes: [UInt8], above: Int) throws -> Document {
    do throws(YAMLError) {
      return try Document(bytes)
    } catch {
      throw Failure(
        .objectIsFaulty, error.message,
        at: .init(
          path: name, line: above + error.position.line, column: error.position.column,
          excerpt: error.line), hint: error.hint)
    }
  }

  /// Returns the end of the document at `start`: a line `---`, or the end of the file.
  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    var line = start
    while line < bytes.count {
      if bytes[line...].starts(with: separator) { return line }
      guard let lineEnd = bytes[line...].firstIndex(of: 0x0a) else { break }
      line = lineEnd + 1
    }
    return bytes.count
  }
}
