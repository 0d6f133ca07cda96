import Text

extension Spreadsheet {
  /// Writes a sheet with a bold first row that stays visible.
  ///
  /// Texts are never formulas. Equal tables give equal bytes.
  /// - Parameters:
  ///   - name: the name of the sheet.
  ///   - columns: the headings.
  public static func write(name: String, columns: [String], rows: [[Value]]) -> [UInt8] {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let package = "http://schemas.openxmlformats.org/package/2006"
    let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    let parts = [
      (
        "[Content_Types].xml",
        """
        <Types xmlns="\(package)/content-types">\
        <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
        <Override PartName="/xl/workbook.xml" ContentType="\(types).sheet.main+xml"/>\
        <Override PartName="/xl/styles.xml" ContentType="\(types).styles+xml"/>\
        <Override PartName="/xl/worksheets/sheet1.xml" ContentType="\(types).worksheet+xml"/></Types>
        """
      ),
      (
        "_rels/.rels",
        """
        <Relationships xmlns="\(package)/relationships">\
        <Relationship Id="rId1" Type="\(links)/officeDocument" Target="xl/workbook.xml"/></Relationships>
        """
      ),
      (
        "xl/workbook.xml",
        """
        <workbook xmlns="\(main)" xmlns:r="\(links)"><sheets>\
        <sheet name="\(escaped(sheetName(name)))" sheetId="1" r:id="rId1"/></sheets></workbook>
        """
      ),
      (
        "xl/_rels/workbook.xml.rels",
        """
        <Relationships xmlns="\(package)/relationships">\
        <Relationship Id="rId1" Type="\(links)/worksheet" Target="worksheets/sheet1.xml"/>\
        <Relationship Id="rId2" Type="\(links)/styles" Target="styles.xml"/></Relationships>
        """
      ),
      ("xl/styles.xml", "<styleSheet xmlns=\"\(main)\">\(styles)</styleSheet>"),
      ("xl/worksheets/sheet1.xml", sheet(columns, rows, namespace: main)),
    ]
    return ZipArchive.write(
      parts.map { name, content in
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        return (name, Array((head + content).utf8))
      })
  }

  /// The numbers of the styles below: headings, dates, dates with times.
  private enum Style: Int { case plain, heading, date, time }

  /// Number formats 14 and 22 are a date and a time in the reader's language.
  private static let styles = """
    <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
    <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill>\
    <fill><patternFill patternType="gray125"/></fill></fills>\
    <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
    <cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
    <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
    <xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
    <xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>\
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
    """

  private static func sheet(
    _ columns: [String], _ rows: [[Value]], namespace: String
  ) -> String {
    var widths = columns.map { width($0) }
    for row in rows {
      for (index, value) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], value.columns)
      }
    }
    var text = """
      <worksheet xmlns="\(namespace)"><sheetViews><sheetView workbookViewId="0">\
      <pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
      </sheetView></sheetViews>
      """
    if !widths.isEmpty {
      text += "<cols>"
      for (index, width) in widths.enumerated() {
        text +=
          """
          <col min="\(index + 1)" max="\(index + 1)" width="\(min(width, 60) + 2)" \
          customWidth="1"/>
          """
      }
      text += "</cols>"
    }
    text += "<sheetData>"
    append(columns.map { .text($0) }, number: 1, style: .heading, to: &text)
    for (index, row) in rows.enumerated() { append(row, number: index + 2, to: &text) }
    text += "</sheetData>"
    if !columns.isEmpty, !rows.isEmpty {
      text += "<autoFilter ref=\"A1:\(letters(ofColumn: columns.count - 1))\(rows.count + 1)\"/>"
    }
    return text + "</worksheet>"
  }

  private static func append(
    _ row: [Value], number: Int, style: Style = .plain, to text: inout String
  ) {
    text += "<row r=\"\(number)\">"
    for (column, value) in row.enumerated() {
      let place = "\(letters(ofColumn: column))\(number)"
      switch value {
      case .empty: continue
      case .text(let words):
        text += "<c r=\"\(place)\" s=\"\(style.rawValue)\" t=\"inlineStr\"><is>"
        text += "<t xml:space=\"preserve\">\(escaped(shortened(words)))</t></is></c>"
      case .number(let number):
        text += "<c r=\"\(place)\"><v>\(escaped(number))</v></c>"
      case .date(let days, let hasTime):
        let style = hasTime ? Style.time : .date
        text += "<c r=\"\(place)\" s=\"\(style.rawValue)\"><v>\(days)</v></c>"
      }
    }
    text += "</row>"
  }

  private static func shortened(_ text: String) -> String {
    text.utf16.count <= longestText
      ? text : String(decoding: Array(text.utf16.prefix(longestText - 1)), as: UTF16.self) + "…"
  }

  /// A name without the characters that Excel forbids, of at most 31 characters.
  private static func sheetName(_ name: String) -> String {
    let allowed = name.unicodeScalars.filter { !"[]:*?/\\'".unicodeScalars.contains($0) }
    let short = String(String.UnicodeScalarView(allowed)).prefix(31)
    return short.isEmpty ? "Table" : String(short)
  }

  /// Text for XML 1.0. The control characters that it forbids are replaced by U+FFFD, and a
  /// carriage return is written as a reference, as parsers make a line feed of it otherwise.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in markup(text).unicodeScalars {
      switch scalar {
      case "\r": escaped += "&#13;"
      case "\u{0}"..<" " where scalar != "\n" && scalar != "\t", "\u{FFFE}", "\u{FFFF}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  fileprivate static func width(_ text: String) -> Int {
    text.split(separator: "\n").map { displayWidth(String($0)) }.max() ?? 0
  }
}

extension Spreadsheet.Value {
  /// The width in characters.
  fileprivate var columns: Int {
    switch self {
    case .empty: 0
    case .text(let text): Spreadsheet.width(text)
    case .number(let text): text.utf8.count
    case .date(_, let hasTime): hasTime ? 16 : 10
    }
  }
}
