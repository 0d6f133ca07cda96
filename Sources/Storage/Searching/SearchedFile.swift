import Model
import PlainYAML
import Text

/// The purpose of a text in a file.
public enum TextKind: String, CaseIterable, Hashable, Sendable {
  case titles, prompts, choices, answers, comments, people

  /// The kind of the text in a field; nil for a field without text.
  init?(field: String) {
    switch field {
    case "title", "titles", "custom", "school": self = .titles
    case "prompt", "hint", "explain", "instructions", "summary", "alt": self = .prompts
    case "choices", "items", "pairs", "lefts", "rights": self = .choices
    case "answer", "gaps": self = .answers
    case "comment", "why": self = .comments
    case "given", "family", "alias", "email", "login", "teacher": self = .people
    default: return nil
    }
  }
}

/// A text of a file with its place and its object.
struct TextSpan {
  let text: String
  /// The range of its bytes.
  let range: Range<Int>
  /// Nil for texts that are never searched.
  let kind: TextKind?
  /// The object that the text belongs to, as users write paths.
  let object: String
}

/// The texts of one file.
struct SearchedFile {
  let document: Document
  /// The texts in the order of the file. If it contains a `#`, keys are included, because they may
  /// contain one, too.
  private(set) var spans: [TextSpan] = []
  /// The ranges of parts that are objects themselves: the exercises of a worksheet.
  private var parts: [(range: Range<Int>, object: String)] = []
  private let whole: String
  /// Whether the file may have comments.
  private let hasSigns: Bool
  /// The offsets of the relevant texts; nil if all are relevant.
  private let traces: [Int]?

  /// - Parameter traces: ascending offsets; texts without one are skipped. Nil to include all.
  init(_ document: Document, _ place: SearchedPlace, traces: [Int]? = nil) {
    self.document = document
    whole = place.object
    hasSigns = document.bytes.contains(UInt8(ascii: "#"))
    // Comments can be found only between all texts.
    self.traces = hasSigns ? nil : traces
    guard let entries = document.root.mapping else { return }
    switch place.entries {
    case .fields: add(document.root, nil, whole)
    case .students:
      for entry in entries where matters(entry.keyOffset, entry.value.end) {
        let object = "\(whole)/\(entry.key)"
        add(key: entry, .people, object)
        add(entry.value, nil, object)
      }
    case .marks:
      for entry in entries { add(entry.value, nil, whole, only: .comments) }
    case .answers:
      for entry in entries { add(entry.value, .answers, "\(whole)/\(entry.key)", isPlain: true) }
    }
  }

  /// The object that an offset belongs to.
  func object(at offset: Int) -> String {
    parts.first { $0.range.contains(offset) }?.object ?? whole
  }

  /// Whether a range of the file contains a relevant offset.
  private func matters(_ start: Int, _ end: Int) -> Bool {
    guard let traces else { return true }
    var (low, high) = (0, traces.count)
    while low < high {
      let middle = (low + high) / 2
      if traces[middle] < start { low = middle + 1 } else { high = middle }
    }
    return low < traces.count && traces[low] < end
  }

  private mutating func add(key entry: Entry, _ kind: TextKind?, _ object: String) {
    guard hasSigns || kind != nil else { return }
    let end = max(
      entry.keyOffset, min(entry.keyOffset + entry.key.utf8.count, document.bytes.count))
    spans.append(
      TextSpan(text: entry.key, range: entry.keyOffset..<end, kind: kind, object: object))
  }

  /// - Parameters:
  ///   - only: the only kind to search.
  ///   - isPlain: whether keys don't determine the kind of their values.
  private mutating func add(
    _ node: Node, _ kind: TextKind?, _ object: String, only: TextKind? = nil, isPlain: Bool = false
  ) {
    switch node.content {
    case .null: break
    case .scalar(let text):
      guard matters(node.offset, node.end) else { break }
      spans.append(
        TextSpan(
          text: text, range: node.offset..<max(node.offset, node.end),
          kind: only == nil || kind == only ? kind : nil, object: object))
    case .sequence(let items):
      for item in items where matters(item.offset, item.end) {
        add(item, kind, object, only: only, isPlain: isPlain)
      }
    case .mapping(let entries):
      for entry in entries where matters(entry.keyOffset, entry.value.end) {
        let textKind = isPlain ? nil : TextKind(field: entry.key)
        // The left sides of pairs are keys.
        add(key: entry, kind == .choices && object != whole ? kind : nil, object)
        if entry.key == "exercises", textKind == nil, object == whole,
          let items = entry.value.sequence
        {
          for item in items where matters(item.offset, item.end) { add(exercise: item, only: only) }
        } else {
          add(entry.value, textKind ?? kind, object, only: only, isPlain: isPlain)
        }
      }
    }
  }

  private mutating func add(exercise: Node, only: TextKind?) {
    let object = exercise["id"]?.scalar.map { "\(whole)/\($0)" } ?? whole
    parts.append((exercise.offset..<max(exercise.offset, exercise.end), object))
    add(exercise, nil, object, only: only)
  }

  /// The comments of the file, each from a `#` that begins a line or follows a blank outside texts,
  /// to the end of the line.
  func comments() -> [Range<Int>] {
    guard hasSigns else { return [] }
    let bytes = document.bytes
    var found: [Range<Int>] = []
    var next = 0
    var offset = 0
    while offset < bytes.count {
      while next < spans.count, spans[next].range.upperBound <= offset { next += 1 }
      if next < spans.count, spans[next].range.contains(offset) {
        offset = spans[next].range.upperBound
        continue
      }
      let isStart = offset == 0 || bytes[offset - 1] <= 0x20
      if bytes[offset] == UInt8(ascii: "#"), isStart {
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        found.append(offset..<end)
        offset = end
      }
      offset += 1
    }
    return found
  }
}
