import Git
import Reports
import Text

/// What a command that changes something answers with: each object and its new version.
struct ChangeAnswer: Report {
  struct Item: Sendable {
    let path: String
    /// The blob of the object's file; nil where nothing was written.
    let version: ObjectID?
  }

  var items: [Item]

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
    Self.envelope(
      "changes", "items",
      .array(
        items.map { item in
          ["path": .string(item.path), "version": item.version.map { "\($0)" } ?? nil]
        }))
  }
}
