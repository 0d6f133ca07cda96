import Model
import PlainYAML
import Text

/// What a text in a file is for.
public enum TextKind: String, CaseIterable, Hashable, Sendable {
  case titles, prompts, choices, answers, comments, people

  /// The kind of what stands in a field; nil for one that has no text of its own.
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

/// A text of a file with its place, and whose it is.
struct TextSpan {
  let text: String
  /// Where its bytes are.
  let range: Range<Int>
  /// Nil for what is never looked for.
  let kind: TextKind?
  /// The object that it belongs to, as users write paths.
  let object: String
}

/// The texts of one file.
struct SearchedFile {
  let document: Document
  /// In the order of the file; where it has a `#`, keys are among them, which can have one, too.
  private(set) var spans: [TextSpan] = []
  /// Where the parts begin that are objects of their own: the exercises of a worksheet.
  private var parts: [(range: Range<Int>, object: String)] = []
  private let whole: String
  /// Whether there can be comments.
  private let hasSigns: Bool
  /// Where the texts must stand that matter; nil where all do.
  private let traces: [Int]?

  /// - Parameter traces: offsets, in order: what has none of them is passed over; nil for nothing.
  init(_ document: Document, _ place: SearchedPlace, traces: [Int]? = nil) {
    self.document = document
    whole = place.object
    hasSigns = document.bytes.contains(UInt8(ascii: "#"))
    // Where a comment is shows only between all the texts.
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

  /// The object that a place in the file belongs to.
  func object(at offset: Int) -> String {
    parts.first { $0.range.contains(offset) }?.object ?? whole
  }

  /// Whether something matters that stands in a part of the file.
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
  ///   - only: the kind that alone is looked for.
  ///   - isPlain: whether keys say nothing of what stands behind them.
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
        let own = isPlain ? nil : TextKind(field: entry.key)
        // The left sides of pairs are keys.
        add(key: entry, kind == .choices && object != whole ? kind : nil, object)
        if entry.key == "exercises", own == nil, object == whole, let items = entry.value.sequence {
          for item in items where matters(item.offset, item.end) { add(exercise: item, only: only) }
        } else {
          add(entry.value, own ?? kind, object, only: only, isPlain: isPlain)
        }
      }
    }
  }

  private mutating func add(exercise: Node, only: TextKind?) {
    let object = exercise["id"]?.scalar.map { "\(whole)/\($0)" } ?? whole
    parts.append((exercise.offset..<max(exercise.offset, exercise.end), object))
    add(exercise, nil, object, only: only)
  }

  /// The comments of the file: from each `#` at the start of a line or behind a blank, where no
  /// text is, to the end of its line.
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
