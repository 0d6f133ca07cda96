import Glibc
import Model

extension Spreadsheet {
  /// A row that has cells.
  public struct Row: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// The texts of the cells, as the sheet shows them; dates are `2026-11-28` or
    /// `2026-11-28 14:30`.
    public internal(set) var cells: [String]
  }

  /// The maximum number of columns.
  private static let maxColumns = 1_000
  /// The maximum number of cells, with the empty ones between others.
  private static let maxCells = 2_000_000

  /// Reads the first visible sheet.
  ///
  /// - Throws: `ArchiveError`.
  public static func rows(of bytes: [UInt8]) throws(ArchiveError) -> [Row] {
    let archive = try ZipArchive(bytes)
    let book = "xl/workbook.xml"
    guard let workbook = try archive.content(of: book) else { throw .missing(book) }
    let outline = Outline()
    try XMLReader(workbook, part: book).read(
      start: { outline.start($0) }, end: { _ in }, text: { _ in })
    let links = "xl/_rels/workbook.xml.rels"
    var targets: [String: String] = [:]
    if let content = try archive.content(of: links) {
      try XMLReader(content, part: links).read(
        start: { tag in
          if let id = tag.attributes["Id"] { targets[id] = tag.attributes["Target"] }
        }, end: { _ in }, text: { _ in })
    }
    guard let link = outline.sheet, let target = targets[link] else { throw .missing("a sheet") }
    let part = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
    guard let content = try archive.content(of: part) else { throw .missing(part) }
    let sheet = Sheet(
      strings: try strings(archive), formats: try formats(archive), is1904: outline.is1904)
    try XMLReader(content, part: part).read(
      start: { sheet.start($0) }, end: { sheet.end($0) }, text: { sheet.text += $0 })
    if sheet.isTooLarge { throw .tooLarge }
    return sheet.rows.filter { $0.cells.contains { !$0.isEmpty } }
  }

  /// The texts that cells refer to by number.
  private static func strings(_ archive: ZipArchive) throws(ArchiveError) -> [String] {
    let part = "xl/sharedStrings.xml"
    guard let content = try archive.content(of: part) else { return [] }
    let strings = SharedStrings()
    try XMLReader(content, part: part).read(
      start: { strings.start($0.name) }, end: { strings.end($0) }, text: { strings.add($0) })
    return strings.found
  }

  /// The number formats by style.
  private static func formats(_ archive: ZipArchive) throws(ArchiveError) -> [NumberFormat] {
    let part = "xl/styles.xml"
    guard let content = try archive.content(of: part) else { return [] }
    let styles = Styles()
    try XMLReader(content, part: part).read(
      start: { styles.start($0) }, end: { styles.end($0) }, text: { _ in })
    return styles.found
  }

  /// A number with the 15 digits that spreadsheets show: 0.1 + 0.2 is `0.3`.
  private static func decimal(_ number: Double) -> String {
    var text = [CChar](repeating: 0, count: 32)
    _ = withVaList([number]) { vsnprintf(&text, text.count, "%.15g", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A date such as `2026-11-28 14:30`; nil outside the years 1900 to 9999.
  ///
  /// - Parameter days: the days since 1899-12-30.
  private static func date(_ days: Double, hasDay: Bool, hasTime: Bool) -> String? {
    guard days >= 0, days < 2_958_466 else { return nil }
    let minutes = Int((days * 1440).rounded())
    let time = hasDay ? minutes % 1440 : minutes
    let clock = [time / 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    if !hasDay { return clock }
    let date = CivilDate(daysSinceEpoch: minutes / 1440 - 25_569).description
    return hasTime || time != 0 ? "\(date) \(clock)" : date
  }

  /// How a number is shown.
  fileprivate enum NumberFormat {
    case plain, percent
    case date(hasDay: Bool, hasTime: Bool)

    /// - Parameter code: such as `dd.mm.yyyy`.
    init(_ code: String) {
      var (day, time, percent) = (false, false, false)
      var closing: Character?
      var bracket = ""
      var isEscaped = false
      for character in code.lowercased() {
        if isEscaped {
          isEscaped = false
        } else if let end = closing {
          if character == end {
            // Elapsed hours, minutes or seconds; other brackets are colours and conditions.
            if end == "]", !bracket.isEmpty, bracket.allSatisfy("hms".contains) { time = true }
            closing = nil
          } else {
            bracket.append(character)
          }
        } else {
          switch character {
          case "\\", "_", "*": isEscaped = true
          case "\"": closing = "\""
          case "[": (closing, bracket) = ("]", "")
          case "d", "y": day = true
          case "h", "s": time = true
          case "%": percent = true
          default: break
          }
        }
      }
      self = day || time ? .date(hasDay: day, hasTime: time) : percent ? .percent : .plain
    }

    /// - Parameter id: the number of a built-in format.
    init(builtIn id: Int) {
      self =
        switch id {
        case 9, 10: .percent
        case 14...17, 27...31, 36, 50...54, 57, 58: .date(hasDay: true, hasTime: false)
        case 22: .date(hasDay: true, hasTime: true)
        case 18...21, 32...35, 45...47, 55, 56: .date(hasDay: false, hasTime: true)
        default: .plain
        }
    }
  }

  /// The sheets of a workbook.
  private final class Outline {
    /// The link of the first visible sheet.
    var sheet: String?
    /// Whether days count from 1904.
    var is1904 = false

    func start(_ tag: XMLReader.Tag) {
      switch tag.name {
      case "workbookPr": is1904 = ["1", "true"].contains(tag.attributes["date1904"])
      case "sheet"
      where sheet == nil && tag.attributes["state"] == nil
        || tag.attributes["state"] == "visible" && sheet == nil:
        sheet = tag.attributes["id"]
      default: break
      }
    }
  }

  private final class SharedStrings {
    private(set) var found: [String] = []
    private var isText = false
    private var isPhonetic = false

    func start(_ name: String) {
      switch name {
      case "si": found.append("")
      case "rPh": isPhonetic = true
      case "t": isText = !isPhonetic
      default: break
      }
    }

    func end(_ name: String) {
      switch name {
      case "rPh": isPhonetic = false
      case "t": isText = false
      default: break
      }
    }

    func add(_ text: String) {
      if isText, !found.isEmpty { found[found.count - 1] += text }
    }
  }

  private final class Styles {
    private(set) var found: [NumberFormat] = []
    private var own: [Int: NumberFormat] = [:]
    private var isInCells = false

    func start(_ tag: XMLReader.Tag) {
      let id = tag.attributes["numFmtId"].flatMap { Int($0) } ?? 0
      switch tag.name {
      case "numFmt": own[id] = NumberFormat(tag.attributes["formatCode"] ?? "")
      case "cellXfs": isInCells = true
      case "xf" where isInCells: found.append(own[id] ?? NumberFormat(builtIn: id))
      default: break
      }
    }

    func end(_ name: String) { if name == "cellXfs" { isInCells = false } }
  }

  /// Collects the cells of a sheet.
  private final class Sheet {
    private(set) var rows: [Row] = []
    private(set) var isTooLarge = false
    /// The text of the current element.
    var text = ""
    private let strings: [String]
    private let formats: [NumberFormat]
    private let is1904: Bool
    private var column = 0
    private var kind = ""
    private var style = 0
    private var value = ""
    private var isPhonetic = false
    private var cellCount = 0

    init(strings: [String], formats: [NumberFormat], is1904: Bool) {
      self.strings = strings
      self.formats = formats
      self.is1904 = is1904
    }

    func start(_ tag: XMLReader.Tag) {
      switch tag.name {
      case "row":
        let next = (rows.last?.number ?? 0) + 1
        rows.append(Row(number: tag.attributes["r"].flatMap { Int($0) } ?? next, cells: []))
      case "c":
        column =
          tag.attributes["r"].flatMap { Spreadsheet.column(of: $0) } ?? rows.last?.cells.count ?? 0
        kind = tag.attributes["t"] ?? "n"
        style = tag.attributes["s"].flatMap { Int($0) } ?? 0
        value = ""
      case "rPh": isPhonetic = true
      default: break
      }
      text = ""
    }

    func end(_ name: String) {
      switch name {
      case "v": value = text
      case "t": if !isPhonetic { value += text }
      case "rPh": isPhonetic = false
      case "c": add()
      default: break
      }
      text = ""
    }

    private func add() {
      guard !value.isEmpty, !isTooLarge, let last = rows.indices.last else { return }
      let gap = max(0, column - rows[last].cells.count)
      cellCount += gap + 1
      guard column < Spreadsheet.maxColumns, cellCount < Spreadsheet.maxCells else {
        isTooLarge = true
        return
      }
      rows[last].cells += Array(repeating: "", count: gap)
      if column < rows[last].cells.count {
        rows[last].cells[column] = shown
      } else {
        rows[last].cells.append(shown)
      }
    }

    private var shown: String {
      switch kind {
      case "s":
        let index = Int(value) ?? -1
        return strings.indices.contains(index) ? strings[index] : ""
      case "b": return value == "1" ? "TRUE" : "FALSE"
      case "str", "inlineStr", "e", "d": return value
      default: break
      }
      guard let number = Double(value), number.isFinite else { return value }
      switch formats.indices.contains(style) ? formats[style] : .plain {
      case .plain: return Spreadsheet.decimal(number)
      case .percent: return Spreadsheet.decimal(number * 100) + "%"
      case .date(let hasDay, let hasTime):
        return Spreadsheet.date(number + (is1904 ? 1462 : 0), hasDay: hasDay, hasTime: hasTime)
          ?? Spreadsheet.decimal(number)
      }
    }
  }
}
