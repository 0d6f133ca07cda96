import Model
import PlainYAML

/// A place in the files of a school that is part of an object or refers to it.
public struct Mention: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    /// A file, or a folder with everything in it.
    case whole
    /// An entry, by its key.
    case key
    /// A text: an item of a list, or a field.
    case text
    /// An item of a list that refers to the object in the field with this name.
    case item(String)
  }

  public let file: String
  /// The path in the file; empty for the whole file.
  public let steps: [Step]
  public let form: Form
  /// The text that refers to the object: its identifier or path, or that of something below it.
  public let word: String
  /// The value at the place; null for a file or folder.
  public let value: Value

  init(
    _ file: String, _ steps: [Step], _ form: Form, _ word: String, _ value: Value = .null
  ) {
    self.file = file
    self.steps = steps
    self.form = form
    self.word = word
    self.value = value
  }

  /// Whether the place is in a ledger, which has a line for each student or mailbox.
  var isInLedger: Bool { form != .whole && Mention.ledgers.contains { file.below($0) != nil } }

  /// The folders of ledgers, laid out like the subjects.
  static let ledgers = ["received", "marks", "grades", "activity"]
}

/// The change of the texts that refer to an object when it is renamed.
struct ReferenceRewriter {
  /// The old and new names, in each form in which they are written.
  private let pairs: [(old: String, new: String)]

  init(_ old: ObjectPath, _ new: ObjectPath) {
    switch (old, new) {
    case (.student(let a), .student(let b)), (.schoolClass(let a), .schoolClass(let b)),
      (.assignment(let a), .assignment(let b)), (.exercise(_, let a), .exercise(_, let b)):
      pairs = [(a, b)]
    case (.group(let first, let a), .group(let second, let b)):
      pairs = [("\(first)/\(a)", "\(second)/\(b)"), ("\(first)+\(a)", "\(second)+\(b)"), (a, b)]
    case (.context(let a), .context(let b)): pairs = [(a.description, b.description)]
    default: pairs = []
    }
  }

  /// The new text; unchanged if it refers to another object.
  func callAsFunction(_ word: String) -> String {
    for (old, new) in pairs {
      if word == old { return new }
      if word.hasPrefix(old + "/") || word.hasPrefix(old + "+") {
        return new + word.dropFirst(old.count)
      }
    }
    return word
  }
}

extension [UInt8] {
  /// Whether a text may occur in a file: literally, or because the file has escapes, or zero bytes
  /// as in other encodings.
  func mayHold(_ text: String) -> Bool {
    holds(Array(text.utf8)) || contains { $0 == UInt8(ascii: "\\") || $0 == 0 }
  }

  private func holds(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first, needle.count <= count else { return needle.isEmpty }
    let last = count - needle.count
    var start = 0
    while start <= last {
      if self[start] == first, self[start..<start + needle.count].elementsEqual(needle) {
        return true
      }
      start += 1
    }
    return false
  }
}
