import Text

/// A self-contained HTML page, without scripts and external resources.
public struct Page: Sendable {
  public let title: String
  /// CSS rules.
  public let style: String
  /// Its contents, as HTML.
  public let body: String
  /// A language tag.
  public let language: String
  /// Whether it is written from right to left.
  public let isRightToLeft: Bool

  public init(
    _ title: String, style: String, body: String, language: String = "en",
    isRightToLeft: Bool = false
  ) {
    self.title = title
    self.style = style
    self.body = body
    self.language = language
    self.isRightToLeft = isRightToLeft
  }

  public var text: String {
    """
    <!DOCTYPE html>
    <html lang="\(Page.escaped(language))" dir="\(isRightToLeft ? "rtl" : "ltr")">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <meta name="viewport" content="width=device-width">
    <title>\(Page.escaped(title))</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    \(body)
    </body>
    </html>

    """
  }

  /// Text escaped for HTML, with control and direction characters made visible.
  public static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    markup(visible(text, keepingLines: keepingLines))
  }
}

extension Table {
  /// The visible columns with their titles, as HTML.
  public var rowsAsHTML: String {
    let shown = columns.indices.filter { columns[$0].isShown }
    func row(_ tag: String, _ text: (Int) -> String) -> String {
      let cells = shown.map { place in
        "<\(tag)\(columns[place].isNumber ? " class=\"number\"" : "")>"
          + "\(Page.escaped(text(place)))</\(tag)>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    return "<table>\n" + row("th") { columns[$0].title.text }
      + rows.map { cells in row("td") { cells[$0].shown } }.joined() + "</table>\n"
  }
}
