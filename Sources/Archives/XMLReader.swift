import CArchives

/// Reads XML from start to end.
///
/// Documents that define a document type are rejected, so entities can't expand.
public struct XMLReader {
  /// A start tag.
  public struct Tag {
    /// Without a namespace prefix.
    public let name: String
    /// By name without a namespace prefix.
    public let attributes: [String: String]
  }

  /// The maximum depth of nested elements.
  private static let maxDepth = 256

  /// The document's name in errors.
  private let part: String
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8], part: String) {
    self.bytes = bytes
    self.part = part
  }

  /// Reads the document, calling functions for each start tag, end tag and text.
  ///
  /// - Throws: `ArchiveError.markup`, `.documentType`, `.tooLarge`.
  public func read(
    start: @escaping (Tag) -> Void, end: @escaping (String) -> Void,
    text: @escaping (String) -> Void
  ) throws(ArchiveError) {
    let run = Run(start: start, end: end, text: text)
    guard let parser = XML_ParserCreate(nil) else { throw .tooLarge }
    defer { XML_ParserFree(parser) }
    run.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(run).toOpaque())
    XML_SetElementHandler(
      parser,
      { run, name, attributes in
        guard let run = Run.of(run), let name else { return }
        run.depth += 1
        if run.depth > XMLReader.maxDepth { return run.stop(.depth) }
        var found: [String: String] = [:]
        var next = attributes
        while let key = next?[0], let value = next?[1] {
          found[XMLReader.local(key)] = String(cString: value)
          next = next?.advanced(by: 2)
        }
        run.start(Tag(name: XMLReader.local(name), attributes: found))
      },
      { run, name in
        guard let run = Run.of(run), let name else { return }
        run.depth -= 1
        run.end(XMLReader.local(name))
      })
    XML_SetCharacterDataHandler(parser) { run, bytes, count in
      guard let run = Run.of(run), let bytes else { return }
      run.text(
        String(
          decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self))
    }
    XML_SetStartDoctypeDeclHandler(parser) { run, _, _, _, _ in Run.of(run)?.stop(.documentType) }
    let status = withExtendedLifetime(run) {
      bytes.withUnsafeBytes { bytes in
        XML_Parse(
          parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
      }
    }
    switch run.stopped {
    case .documentType: throw .documentType(part: part)
    case .depth: throw .tooLarge
    case nil: break
    }
    guard status == XML_STATUS_OK else {
      throw .markup(
        part: part, line: Int(clamping: XML_GetCurrentLineNumber(parser)),
        reason: String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
    }
  }

  /// The name without a namespace prefix.
  private static func local(_ name: UnsafePointer<CChar>) -> String {
    let name = String(cString: name)
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.index(after: colon)...])
  }
}

/// The state of a parser, for its callbacks.
private final class Run {
  enum Stop { case documentType, depth }

  let start: (XMLReader.Tag) -> Void
  let end: (String) -> Void
  let text: (String) -> Void
  var parser: XML_Parser?
  var depth = 0
  private(set) var stopped: Stop?

  init(
    start: @escaping (XMLReader.Tag) -> Void, end: @escaping (String) -> Void,
    text: @escaping (String) -> Void
  ) {
    self.start = start
    self.end = end
    self.text = text
  }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Run? {
    pointer.map { Unmanaged<Run>.fromOpaque($0).takeUnretainedValue() }
  }

  func stop(_ reason: Stop) {
    stopped = stopped ?? reason
    XML_StopParser(parser, 0)
  }
}
