/// Charts as inline SVG; the page defines their colours by class.
public enum Plot {
  /// A bar of a histogram.
  public struct Bar: Sendable {
    public let count: Int
    /// The tooltip.
    public let hint: String

    public init(count: Int, hint: String) {
      self.count = count
      self.hint = hint
    }
  }

  /// A position on the axis of a histogram.
  public struct Mark: Sendable {
    /// 0 to 1.
    public let place: Double
    public let label: String

    public init(place: Double, label: String) {
      self.place = place
      self.label = label
    }
  }

  /// A histogram with bars of equal width on an axis from 0 to `end`.
  ///
  /// - Parameter marks: vertical lines; their labels are stacked.
  public static func histogram(_ bars: [Bar], from start: String, to end: String, marks: [Mark])
    -> String
  {
    let (left, width, height) = (36, 600, 160)
    let top = 8 + 16 * marks.count
    let most = max(1, bars.map(\.count).max() ?? 1)
    // At most five grid lines, at whole numbers.
    let step = (most + 4) / 5
    let scale = Double(height) / Double((most + step - 1) / step * step)
    func y(_ count: Int) -> Int { top + height - Int(Double(count) * scale) }
    var svg =
      "<svg class=\"histogram\" viewBox=\"0 0 \(left + width + 12) \(top + height + 26)\" role=\"img\">"
    for count in stride(from: 0, through: most + step - 1, by: step) {
      svg += "<line class=\"grid\" x1=\"\(left)\" x2=\"\(left + width)\" y1=\"\(y(count))\" "
      svg +=
        "y2=\"\(y(count))\"/><text class=\"end\" x=\"\(left - 8)\" y=\"\(y(count) + 4)\">\(count)</text>"
    }
    let each = width / max(1, bars.count)
    for (place, bar) in bars.enumerated() {
      let x = left + place * each
      svg += "<g><title>\(Page.escaped(bar.hint))</title><rect class=\"bar\" x=\"\(x + 3)\" "
      svg +=
        "y=\"\(y(bar.count))\" width=\"\(each - 6)\" height=\"\(top + height - y(bar.count))\"/></g>"
    }
    for place in 0...bars.count where place > 0 && place < bars.count {
      svg += "<line class=\"grid\" x1=\"\(left + place * each)\" x2=\"\(left + place * each)\" "
      svg += "y1=\"\(top + height)\" y2=\"\(top + height + 5)\"/>"
    }
    let base = top + height + 20
    svg += "<text x=\"\(left)\" y=\"\(base)\">\(Page.escaped(start))</text>"
    svg += "<text class=\"end\" x=\"\(left + width)\" y=\"\(base)\">\(Page.escaped(end))</text>"
    for (row, mark) in marks.enumerated() {
      let x = left + Int(max(0, min(1, mark.place)) * Double(width))
      let line = 14 + 16 * row
      let isRight = mark.place > 0.6
      svg +=
        "<line class=\"mark\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(line - 10)\" y2=\"\(top + height)\"/>"
      svg += "<text\(isRight ? " class=\"end\"" : "") x=\"\(isRight ? x - 5 : x + 5)\" "
      svg += "y=\"\(line)\">\(Page.escaped(mark.label))</text>"
    }
    return svg + "</svg>"
  }

  /// A stacked bar.
  ///
  /// - Parameter parts: the count, CSS class and tooltip of each part.
  public static func stack(_ parts: [(style: String, count: Int, hint: String)]) -> String {
    let total = max(1, parts.reduce(0) { $0 + $1.count })
    var svg =
      "<svg class=\"stack\" viewBox=\"0 0 400 22\" preserveAspectRatio=\"none\" role=\"img\">"
    var before = 0
    for part in parts where part.count > 0 {
      let (x, end) = (400 * before / total, 400 * (before + part.count) / total)
      before += part.count
      svg += "<g><title>\(Page.escaped(part.hint))</title><rect class=\"\(part.style)\" x=\"\(x)\" "
      svg += "width=\"\(end - x)\" height=\"22\"/></g>"
    }
    return svg + "</svg>"
  }
}
