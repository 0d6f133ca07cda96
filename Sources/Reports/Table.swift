import Text

/// A list of similar objects: a row for each object, a column for each property.
public struct Table: Report {
  public struct Column: Hashable, Sendable {
    /// Its name for programs: the heading in CSV, and the member in JSON unless ``members`` differs.
    public let name: String
    /// The path of its value in JSON, from the outermost member inwards. Columns named by a school's
    /// content are nested in a member with a fixed name.
    public let members: [String]
    /// Its name for people.
    public let title: Message
    /// Its name in a table that would be too wide otherwise.
    public var shortTitle: Message?
    /// Whether people can do without it in a table that would be too wide otherwise.
    public var isOptional = false
    /// Whether it contains paths, whose ends people type: they are truncated at the beginning, and
    /// after all other texts.
    public let isPath: Bool
    /// Whether it contains numbers, which are right-aligned.
    public let isNumber: Bool
    /// Whether people see it; programs always do.
    public let isShown: Bool

    /// - Parameters:
    ///   - title: `name` capitalized by default.
    ///   - members: `name` by default.
    public init(
      _ name: String, title: Message? = nil, isNumber: Bool = false, isShown: Bool = true,
      members: [String]? = nil
    ) {
      self.name = name
      self.members = members ?? [name]
      self.title = title ?? Message(template: name.prefix(1).uppercased() + name.dropFirst())
      self.isNumber = isNumber
      isPath = ["path", "work", "worksheet"].contains(name)
      self.isShown = isShown
    }
  }

  /// The kind of rows: `worksheets`.
  public let kind: String
  public let columns: [Column]
  /// Explains the short texts of cells, if they are used.
  public var legend: Message?
  /// The rows. Missing cells are empty, and extra cells are dropped.
  public private(set) var rows: [[Cell]] = []

  public init(_ kind: String, _ columns: [Column], rows: [[Cell]] = []) {
    self.kind = kind
    self.columns = columns
    for row in rows { append(row) }
  }

  public mutating func append(_ row: [Cell]) {
    if row.count == columns.count { return rows.append(row) }
    let missing = max(0, columns.count - row.count)
    rows.append(row.prefix(columns.count) + Array(repeating: nil, count: missing))
  }

  public func text(_ layout: Layout) -> String {
    guard !rows.isEmpty else { return "" }
    if layout.isTerminal { return aligned(layout) }
    let shown = columns.indices.filter { columns[$0].isShown }
    return rows.reduce(into: "") { result, row in
      for place in shown {
        if place != shown.first { result += "\t" }
        result += layout.paint(visible(row[place].shown), row[place].tone)
      }
      result += "\n"
    }
  }

  /// The table with headings and aligned columns, in as many blocks as the width requires.
  private func aligned(_ layout: Layout) -> String {
    let fit = TableFit(self, width: layout.width)
    var blocks = fit.blocks.map { block in
      let titles = block.map { ($0.title, Tone.quiet) }
      let lines = rows.map { row in
        block.map { (visible(fit.text(of: row[$0.place])), row[$0.place].tone) }
      }
      return ([titles] + lines).map { line($0, of: block, layout) + "\n" }.joined()
    }
    if fit.isShort, let legend { blocks[blocks.count - 1] += layout.paint(legend, .quiet) + "\n" }
    return blocks.joined(separator: "\n")
  }

  /// One line of a block, without trailing spaces.
  private func line(
    _ cells: [(text: String, tone: Tone)], of block: [TableFit.Column], _ layout: Layout
  ) -> String {
    let last = cells.lastIndex { !$0.text.isEmpty } ?? -1
    return cells.indices.prefix(last + 1).map { place in
      let isNumber = columns[block[place].place].isNumber
      let text = truncated(
        cells[place].text, to: block[place].width, keepingEnd: columns[block[place].place].isPath)
      let isOpen = place == last && !isNumber
      return layout.paint(
        isOpen ? text : padded(text, to: block[place].width, isNumber ? .right : .left),
        cells[place].tone)
    }.joined(separator: "  ")
  }

  public var json: JSONValue { Self.envelope(kind, "items", list) }

  /// The rows, each as an object.
  public var list: JSONValue {
    .array(
      rows.map { row in
        row.indices.reduce(into: .object([])) { item, place in
          item.set(columns[place].members[...], row[place].value)
        }
      })
  }

  public var spreadsheet: Table? { self }
}
