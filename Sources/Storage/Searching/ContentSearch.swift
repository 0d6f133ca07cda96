import Glibc
import Model
import PlainYAML
import Text

/// A search for a text in the contents of a school or clone: titles, prompts, answers and so on.
///
/// Only files whose bytes contain the text are parsed, and several files are read in parallel.
public struct ContentSearch: Sendable {
  /// A line that contains the text.
  public struct Hit: Hashable, Sendable {
    /// The object that the line belongs to, as users write paths.
    public let object: String
    public let file: String
    /// The number of the line, from 1.
    public let line: Int
    /// The kind of text; nil in a file that can't be parsed.
    public let kind: TextKind?
    /// The line without leading and trailing spaces.
    public let text: String
  }

  private let needle: TextSearch
  private let kinds: Set<TextKind>
  private let source: any FileSource & Sendable
  private let layout: SchoolFiles.Layout

  /// - Parameters:
  ///   - kinds: the kinds of text to search.
  ///   - source: the files of a school or clone.
  public init(
    _ needle: TextSearch, in kinds: Set<TextKind>, of source: any FileSource & Sendable,
    layout: SchoolFiles.Layout
  ) {
    self.needle = needle
    self.kinds = kinds
    self.source = source
    self.layout = layout
  }

  /// Searches an object and everything below it.
  /// - Returns: the lines, sorted by file and place.
  public func hits(in object: ObjectPath) async throws -> [Hit] {
    let (folders, files) = try spread(SearchedPlace.roots(of: object, layout))
    var hits: [Hit] = []
    for file in files { try look(file, &hits) }
    let parts = try await inParallel(folders) { part in
      var hits: [Hit] = []
      for folder in part { try walk(folder, &hits) }
      return [hits]
    }
    for part in parts { hits += part }
    hits.sort { ($0.file, $0.line) < ($1.file, $1.line) }
    let isClone = if case .clone = layout { true } else { false }
    if object == .school || isClone && object.context?.components.isEmpty != false { return hits }
    let path = shown(object)
    return hits.filter { $0.object == path || $0.object.hasPrefix(path + "/") }
  }

  /// The path of an object in hits.
  private func shown(_ object: ObjectPath) -> String {
    guard case .clone = layout else { return object.description }
    switch object {
    case .exercise(let path, let id): return "\(path.work)/\(id)"
    default: return object.context?.work ?? ""
    }
  }

  // MARK: Walking

  /// Descends until there are enough folders to share among tasks.
  private func spread(_ roots: [String]) throws -> (folders: [String], files: [String]) {
    var files = roots.filter { $0.hasSuffix(".yaml") }
    var folders = roots.filter { !$0.hasSuffix(".yaml") }
    for _ in 0..<4 where folders.count < 32 {
      var below: [String] = []
      for folder in folders { try list(folder, &below, &files) }
      folders = below
    }
    return (folders, files)
  }

  private func walk(_ folder: String, _ hits: inout [Hit]) throws {
    var folders: [String] = []
    var files: [String] = []
    try list(folder, &folders, &files)
    for file in files { try look(file, &hits) }
    for folder in folders { try walk(folder, &hits) }
  }

  private func list(_ folder: String, _ folders: inout [String], _ files: inout [String]) throws {
    for entry in try source.entries(in: folder) {
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: if !SchoolPath.besides.contains(entry.name) { folders.append(path) }
      case .file: if entry.name.hasSuffix(".yaml") { files.append(path) }
      case .other: break
      }
    }
  }

  // MARK: Looking

  private func look(_ file: String, _ hits: inout [Hit]) throws {
    guard let bytes = try source.bytes(at: file) else { return }
    let traces = traces(in: bytes)
    guard traces?.isEmpty != true, let place = SearchedPlace(file, layout) else { return }
    let excerpt = Excerpt(of: bytes, around: traces)
    guard let document = try? Document(excerpt.bytes) else {
      hits += lines(of: bytes, file, place.object)
      return
    }
    let searched = SearchedFile(document, place, traces: excerpt.traces)
    var places: [(offset: Int, kind: TextKind, object: String)] = []
    for span in searched.spans {
      guard let kind = span.kind, kinds.contains(kind), needle.isFound(in: span.text) else {
        continue
      }
      for offset in offsets(of: span, in: excerpt.bytes) {
        places.append((offset, kind, span.object))
      }
    }
    if kinds.contains(.comments) {
      for range in searched.comments()
      where needle.isFound(in: String(decoding: excerpt.bytes[range], as: UTF8.self)) {
        places.append((range.lowerBound, .comments, searched.object(at: range.lowerBound)))
      }
      places.sort { $0.offset < $1.offset }
    }
    var last = 0
    for (offset, kind, object) in places {
      let line = excerpt.line(of: offset)
      if line == last { continue }
      last = line
      let text = document.lineText(at: offset).trimmed
      hits.append(Hit(object: object, file: file, line: line, kind: kind, text: text))
    }
  }

  /// The offsets in a file's bytes at which texts may contain the search text; nil if escapes or
  /// folded lines may hide it.
  private func traces(in bytes: [UInt8]) -> [Int]? {
    var traces = bytes.withUnsafeBytes { needle.traces(in: $0) }
    if traces != nil, bytes.mayHideText { traces = nil }
    return traces
  }

  /// The offsets of the lines of a text that contain the search text; if it spans lines, the first.
  private func offsets(of span: TextSpan, in bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    var start = span.range.lowerBound
    var isHead = bytes[span.range].contains(UInt8(ascii: "\n"))
    if !isHead { return [start] }
    var first: Int?
    for line in bytes[span.range].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      start = line.startIndex
      if isHead {
        isHead = false
        continue
      }
      first = first ?? start
      if needle.isFound(in: String(decoding: line, as: UTF8.self)) { found.append(start) }
    }
    return found.isEmpty ? [first ?? span.range.lowerBound] : found
  }

  /// The matching lines of a file that can't be parsed.
  private func lines(of bytes: [UInt8], _ file: String, _ object: String) -> [Hit] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let text = String(decoding: line, as: UTF8.self)
      guard needle.isFound(in: text) else { return nil }
      return Hit(object: object, file: file, line: index + 1, kind: nil, text: text.trimmed)
    }
  }
}

extension [UInt8] {
  /// Whether a text may contain characters or spaces that its bytes don't show: `"\u00FC"`, or
  /// lines below `>`.
  fileprivate var mayHideText: Bool {
    hasPlace(of: "\\") { place in
      place + 1 < count && "xuU".utf8.contains(self[place + 1])
    }
      || hasPlace(of: ">") { place in
        let rest = self[(place + 1)...].drop { "+-123456789".utf8.contains($0) }
          .drop { $0 == UInt8(ascii: " ") }
        return rest.first.map { "\r\n#".utf8.contains($0) } ?? true
      }
  }

  private func hasPlace(of sign: Unicode.Scalar, where holds: (Int) -> Bool) -> Bool {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      var place = 0
      while let found = memchr(base + place, Int32(sign.value), bytes.count - place) {
        place = base.distance(to: UnsafeRawPointer(found))
        if holds(place) { return true }
        place += 1
      }
      return false
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = utf8[...]
    while let first = rest.first, first <= 0x20 { rest.removeFirst() }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return String(Substring(rest))
  }
}
