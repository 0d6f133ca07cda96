import Text

/// A single object with its properties.
public struct Record: Report {
  public struct Field: Hashable, Sendable {
    /// Its name for programs.
    public let name: String
    /// Its name for people.
    public let title: Message
    public let cell: Cell

    /// - Parameter title: `name` by default.
    public init(_ name: String, _ cell: Cell, title: Message? = nil) {
      self.name = name
      self.title = title ?? Message(template: name)
      self.cell = cell
    }
  }

  /// The kind of object: `worksheet`.
  public let kind: String
  public var fields: [Field]

  public init(_ kind: String, _ fields: [Field] = []) {
    self.kind = kind
    self.fields = fields
  }

  /// One line for each nonempty field; the other lines of a text are below its first line.
  public func text(_ layout: Layout) -> String {
    let shown = fields.filter { !$0.cell.shown.isEmpty }
    let width = shown.reduce(0) { max($0, displayWidth($1.title.text)) } + 2
    return shown.reduce(into: "") { result, field in
      guard layout.isTerminal else {
        result += "\(field.title)\t\(visible(field.cell.shown))\n"
        return
      }
      let lines = field.cell.shown.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated() where index == 0 || !line.isEmpty {
        result += layout.paint(padded(index == 0 ? field.title.text : "", to: width), .quiet)
        result += layout.paint(visible(String(line)), field.cell.tone) + "\n"
      }
    }
  }

  public var json: JSONValue {
    Self.envelope(
      kind, "item", .object(fields.map { JSONValue.Member($0.name, $0.cell.value) }))
  }
}
