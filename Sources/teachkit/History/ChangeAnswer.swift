import Course
import Git
import Reports
import Storage
import Text

/// The answer of a command that changes something: each object and its new version.
struct ChangeAnswer: Report {
  struct Item: Sendable {
    let path: String
    /// The blob of the object's file; nil if nothing was written.
    let version: ObjectID?
  }

  var items: [Item]
  /// The objects changed along with it; nil for commands that never do this.
  var along: [Companion]?

  func text(_ layout: Layout) -> String {
    items.reduce(into: "") { text, item in
      text += visible(item.path)
      if let version = item.version {
        text += (layout.isTerminal ? "  " : "\t") + layout.paint(version.short, .quiet)
      }
      text += "\n"
    }
  }

  var json: JSONValue {
    let changes = items.map { item -> JSONValue in
      ["path": .string(item.path), "version": item.version.map { .string("\($0)") } ?? nil]
    }
    let envelope = Self.envelope("changes", "items", .array(changes))
    guard let along, case .object(let members) = envelope else { return envelope }
    let companions = along.map { companion -> JSONValue in
      [
        "path": .string(companion.path), "fate": .string(companion.fate.rawValue),
        "files": .integer(companion.count),
      ]
    }
    return .object(members + [.init("along", .array(companions))])
  }
}
