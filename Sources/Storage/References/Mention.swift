import Model
import PlainYAML

/// A place in the files of a school that is part of an object, or names it.
public struct Mention: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    /// A file, or a folder with all that is in it.
    case whole
    /// An entry by its key.
    case key
    /// A text: an item of a list, or a field.
    case text
    /// An item of a list whose field of this name says whom it is about.
    case item(String)
  }

  public let file: String
  /// Where in the file; empty for the whole.
  public let steps: [Step]
  public let form: Form
  /// What is written there of the object: its identifier or path, or those of something below it.
  public let word: String
  /// What is there; null for a file or folder as a whole.
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

  /// Whether it stands in a ledger, with a line for each student or mailbox.
  var isInLedger: Bool { form != .whole && Mention.ledgers.contains { file.below($0) != nil } }

  /// The folders of ledgers, each laid out as the subjects are.
  static let ledgers = ["received", "marks", "grades"]
}

/// How the words that name an object change when it is renamed.
struct Rewording {
  /// What an object is called, each way that it is written.
  private let pairs: [(old: String, new: String)]

  init(_ old: ObjectPath, _ new: ObjectPath) {
    switch (old, new) {
    case (.student(let a), .student(let b)), (.schoolClass(let a), .schoolClass(let b)),
      (.assignment(let a), .assignment(let b)), (.exercise(_, let a), .exercise(_, let b)):
      pairs = [(a, b)]
    case (.group(let one, let a), .group(let other, let b)):
      pairs = [("\(one)/\(a)", "\(other)/\(b)"), ("\(one)+\(a)", "\(other)+\(b)"), (a, b)]
    case (.context(let a), .context(let b)): pairs = [(a.description, b.description)]
    default: pairs = []
    }
  }

  /// The new word; the same where it names something else.
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
  /// Whether a text can occur in a file of this text: it stands there, escapes do, or zeros as in an
  /// encoding that can't be read.
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
