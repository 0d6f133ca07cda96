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
      self.isShown = isShown
    }
  }

  /// The kind of rows: `worksheets`.
  public let kind: String
  public let columns: [Column]
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
    let shown = columns.indices.filter { columns[$0].isShown }
    guard layout.isTerminal else {
      return rows.reduce(into: "") { result, row in
        for place in shown {
          if place != shown.first { result += "\t" }
          result += layout.paint(visible(row[place].shown), row[place].tone)
        }
        result += "\n"
      }
    }
    let lines = rows.map { row in shown.map { visible(row[$0].shown) } }
    let titles = shown.map { columns[$0].title.text }
    let widths = shown.indices.map { place in
      ColumnWidth(
        of: [titles[place]] + lines.map { $0[place] }, breaksCells: !columns[shown[place]].isNumber)
    }.fitted(to: layout.width)
    func line(_ texts: [String], _ tone: (Int) -> Tone) -> String {
      // No trailing spaces.
      let last = texts.lastIndex { !$0.isEmpty } ?? -1
      var line = ""
      for (place, text) in texts.enumerated().prefix(last + 1) {
        let column = columns[shown[place]]
        let cell =
          place == last && !column.isNumber
          ? text : padded(text, to: widths[place], column.isNumber ? .right : .left)
        line += (place == 0 ? "" : "  ") + layout.paint(cell, tone(place))
      }
      return line + "\n"
    }
    func aligned(_ texts: [String], _ tone: (Int) -> Tone) -> String {
      let cells = zip(texts, widths).map { text, width in
        displayWidth(text) > width ? wrapped(text, to: width) : [text]
      }
      return (0..<max(1, cells.map(\.count).max() ?? 1)).map { row in
        line(cells.map { row < $0.count ? $0[row] : "" }, tone)
      }.joined()
    }
    var result = aligned(titles) { _ in .quiet }
    for (row, line) in zip(rows, lines) {
      result += aligned(line) { row[shown[$0]].tone }
    }
    return result
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

  public var csv: String? {
    var text = ""
    CSV.append(columns.map { .string($0.name) }, to: &text)
    for row in rows { CSV.append(row.map(\.value), to: &text) }
    return text
  }
}
