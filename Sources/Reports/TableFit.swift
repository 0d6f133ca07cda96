import Text

/// The columns of a table as they fit a terminal. Every row takes one line.
///
/// If the table is too wide, it uses short headings and cells, then leaves out optional columns,
/// then truncates texts. If that isn't enough, its columns are divided into blocks, each of which
/// begins with the columns that name the rows.
struct TableFit {
  struct Column: Hashable {
    /// Its index in the table.
    let place: Int
    var title: String
    var width: Int
    /// The smallest legible width.
    let least: Int
    /// Whether it shrinks after all others.
    let isPath: Bool
  }

  private(set) var blocks: [[Column]] = []
  /// Whether it uses short headings and cells.
  private(set) var isShort = false

  /// Texts and headings are truncated to these widths, not further. Columns of short texts, such as
  /// times, aren't truncated.
  private static let leastText = 10
  private static let shortText = 16
  private static let leastHeading = 4

  /// - Parameter width: that of the terminal; nil for any.
  init(_ table: Table, width: Int?) {
    var columns = self.columns(of: table)
    guard let width, columns.totalWidth > width else {
      blocks = [columns]
      return
    }
    isShort = true
    columns = self.columns(of: table)
    while columns.totalWidth > width,
      let place = columns.lastIndex(where: { table.columns[$0.place].isOptional })
    {
      columns.remove(at: place)
    }
    if columns.leastWidth <= width {
      columns.shrink(to: width)
      blocks = [columns]
    } else {
      blocks = Self.blocks(of: columns, table, width)
    }
  }

  /// The shown text of a cell.
  func text(of cell: Cell) -> String { isShort ? cell.short ?? cell.shown : cell.shown }

  /// The shown columns that aren't empty, at their natural widths.
  private func columns(of table: Table) -> [Column] {
    let shown = table.columns.indices.filter { table.columns[$0].isShown }
    let columns = shown.map { place in
      let column = table.columns[place]
      let title = (isShort ? column.shortTitle ?? column.title : column.title).text
      let cells = table.rows.map { displayWidth(visible(text(of: $0[place]))) }.max() ?? 0
      let natural = max(cells, displayWidth(title))
      let least =
        column.isNumber
        ? max(cells, min(Self.leastHeading, natural))
        : cells > Self.shortText ? Self.leastText : max(cells, min(natural, Self.leastText))
      return Column(
        place: place, title: title, width: natural, least: least, isPath: column.isPath)
    }
    let full = columns.filter { column in
      table.rows.contains { !$0[column.place].shown.isEmpty }
    }
    return full.isEmpty ? Array(columns.prefix(1)) : full
  }

  private static func blocks(of columns: [Column], _ table: Table, _ width: Int) -> [[Column]] {
    let count = columns.firstIndex { table.columns[$0.place].isNumber } ?? 1
    var keys = Array(columns.prefix(max(1, count)))
    if keys.leastWidth > width / 2 { keys = Array(keys.prefix(1)) }
    keys.shrink(to: max(keys.leastWidth, width / 3))
    var blocks: [[Column]] = []
    var block = keys
    for var column in columns.dropFirst(keys.count) {
      // Wide headings are truncated, but less than if all columns had to fit.
      column.width = max(column.least, min(column.width, leastText))
      if block.count > keys.count, (block + [column]).totalWidth > width {
        blocks.append(block)
        block = keys
      }
      column.width = min(column.width, max(leastHeading, width - block.totalWidth - 2))
      block.append(column)
    }
    return blocks + [block]
  }
}

extension [TableFit.Column] {
  /// The width with two spaces between columns.
  fileprivate var totalWidth: Int { reduce(2 * (count - 1)) { $0 + $1.width } }
  fileprivate var leastWidth: Int { reduce(2 * (count - 1)) { $0 + $1.least } }

  /// Makes the widest columns narrower until all fit, or none can be narrower.
  fileprivate mutating func shrink(to limit: Int) {
    for isPath in [false, true] {
      while totalWidth > limit,
        let widest = indices.filter({ self[$0].width > self[$0].least && self[$0].isPath == isPath }
        )
        .max(by: { self[$0].width < self[$1].width })
      {
        self[widest].width -= 1
      }
    }
  }
}
