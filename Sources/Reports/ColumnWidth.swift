import Text

/// The width of a table's column on a terminal.
struct ColumnWidth {
  /// The width of the longest text.
  let natural: Int
  /// The smallest width at which texts break only between words.
  let least: Int

  /// - Parameters:
  ///   - texts: the heading and the cells.
  ///   - breaksCells: whether cells can be wrapped; the heading always can.
  init(of texts: [String], breaksCells: Bool) {
    natural = texts.map(displayWidth).max() ?? 0
    let parts = texts.enumerated().flatMap { index, text in
      index == 0 || breaksCells ? text.split(separator: " ").map(String.init) : [text]
    }
    // Columns narrower than 8 are hard to read.
    least = min(natural, max(8, parts.map(displayWidth).max() ?? 0))
  }
}

extension [ColumnWidth] {
  /// The widths at which a row fits into `limit`, taken from the widest columns first; the natural
  /// widths if it can't fit.
  func fitted(to limit: Int?) -> [Int] {
    var widths = map(\.natural)
    guard let limit else { return widths }
    var excess = widths.reduce(2 * (count - 1), +) - limit
    while excess > 0 {
      let breakable = indices.filter { widths[$0] > self[$0].least }
      guard let widest = breakable.max(by: { widths[$0] < widths[$1] }) else {
        return map(\.natural)
      }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
