import Markdown
import Model
import Reports

/// A worksheet on paper.
public struct PaperSheet: Sendable {
  public var worksheet: Worksheet
  /// The titles of its ancestors, from the school down.
  public var place: [String]
  public var title: String
  /// The instructions before the exercises, in Markdown.
  public var instructions: [String]
  /// The starter code of programs, by file name in `work/`.
  public var starters: [String: String] = [:]
  /// `A`; nil without variants.
  public var variant: String?

  public init(
    _ worksheet: Worksheet, place: [String], title: String, instructions: [String] = [],
    variant: String? = nil
  ) {
    self.worksheet = worksheet
    self.place = place
    self.title = title
    self.instructions = instructions
    self.variant = variant
  }

  /// The sheet in the students' order, not that of the answer key.
  public var onPaper: PaperSheet {
    var copy = self
    copy.worksheet = worksheet.onPaper
    return copy
  }
}

/// Returns a picture as a `data:` address, given its path relative to a worksheet's folder; nil if
/// it can't be shown.
public typealias PictureSource = (_ worksheet: ContextPath, _ target: String) -> String?

/// Worksheets or answer keys to print.
public struct Printout {
  public enum Size: String, CaseIterable, Sendable {
    case a4 = "A4"
    case letter
  }

  public var sheets: [PaperSheet]
  /// For each worksheet, the table for points; printed with answers.
  public var markTables: [ContextPath: MarkTable]
  /// A language tag.
  public var language: String
  public var size: Size
  public var showsAnswers: Bool
  private let picture: PictureSource

  public init(
    _ sheets: [PaperSheet], language: String, size: Size = .a4, showsAnswers: Bool = false,
    markTables: [ContextPath: MarkTable] = [:], picture: @escaping PictureSource
  ) {
    self.sheets = sheets
    self.language = language
    self.size = size
    self.showsAnswers = showsAnswers
    self.markTables = markTables
    self.picture = picture
  }

  /// A self-contained page.
  public var page: Page {
    let words = Words(language)
    var body = ""
    var rules = ""
    for (number, sheet) in sheets.enumerated() {
      let name = "sheet\(number)"
      let part = SheetPart(
        sheet: sheet, words: words, showsAnswers: showsAnswers, name: name, picture: picture)
      body += part.html
      rules += "@page \(name) { @bottom-left { content: \(StyleText.quoted(part.footer)); } }\n"
      if isHandedOut { rules += ownNumbers(name) }
      let isLast = sheets.dropFirst(number + 1).first?.worksheet.path != sheet.worksheet.path
      if showsAnswers, isLast, let table = markTables[sheet.worksheet.path] {
        body += table.html(words)
      }
    }
    let titles = sheets.reduce(into: [String]()) { titles, sheet in
      if !titles.contains(sheet.title) { titles.append(sheet.title) }
    }
    return Page(
      (titles + (showsAnswers ? [words[.key]] : [])).joined(separator: " · "),
      style: "@page { size: \(size.rawValue); } @page wide { size: \(size.rawValue) landscape; }\n"
        + PaperStyle.text + rules + numbers, body: body,
      language: language, isRightToLeft: words.isRightToLeft)
  }
}

extension Printout {
  /// Whether the sheets are for different people.
  private var isHandedOut: Bool { sheets.count > 1 && !showsAnswers }

  /// A single worksheet shows its page count; the pages of a key are numbered throughout.
  private var numbers: String {
    sheets.count > 1 || showsAnswers
      ? "" : "@page { @bottom-right { content: counter(page) \" / \" counter(pages); } }\n"
  }

  /// Each of several sheets has its own page numbers.
  private func ownNumbers(_ name: String) -> String {
    "@page \(name) { counter-increment: \(name); @bottom-right { content: counter(\(name)); } }\n"
  }
}

enum StyleText {
  /// A text as a CSS string, with all special characters escaped.
  static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      let isPlain =
        scalar.isASCII
        ? scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) || scalar == " "
        : scalar.properties.isAlphabetic
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\" + String(scalar.value, radix: 16) + " "
      }
    } + "\""
  }
}
