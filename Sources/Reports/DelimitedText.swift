import Archives

/// An error in a table of separated values, with its location.
public struct DelimitedTextError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A quote that opens a cell is never closed.
    case openQuote
    /// A quote inside a cell that doesn't start with one.
    case strayQuote
    /// Text between a closing quote and the next separator.
    case textAfterQuote
    /// A control character: the file is not text.
    case notText
    /// A spreadsheet of an old or other format.
    case spreadsheet
    /// An Excel file that can't be read.
    case archive(ArchiveError)
    case tooLarge
  }

  public let kind: Kind
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// The text of that line.
  public let excerpt: String
}

/// A table of separated values as in RFC 4180, written by `CSV`, spreadsheets and school registers.
///
/// The separator (`,`, `;` or tab) is detected from the first line, or from a line `sep=;` before
/// it. UTF-8 and UTF-16 with a byte order mark are read; other bytes are read as Windows-1252.
///
/// The first visible sheet of an Excel file is read, too: lines are rows, and columns those of the
/// sheet.
public struct DelimitedText: Sendable {
  public enum Encoding: Hashable, Sendable {
    case utf8, utf16, windows1252, spreadsheet
  }

  public struct Cell: Hashable, Sendable {
    public let text: String
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
  }

  /// The maximum size of a file, in bytes.
  public static let largest = 8 << 20

  public let encoding: Encoding
  public let separator: Unicode.Scalar
  /// The rows that aren't empty.
  public let rows: [[Cell]]
  private let scalars: [Unicode.Scalar]

  public init(_ bytes: [UInt8]) throws(DelimitedTextError) {
    func refused(_ kind: DelimitedTextError.Kind) -> DelimitedTextError {
      DelimitedTextError(kind: kind, line: 1, column: 1, excerpt: "")
    }
    if bytes.count > Self.largest { throw refused(.tooLarge) }
    // Excel's format before 2007.
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw refused(.spreadsheet) }
    if ZipArchive.begins(bytes) {
      do throws(ArchiveError) {
        let sheet = try Spreadsheet.rows(of: bytes)
        (encoding, separator) = (.spreadsheet, "\t")
        rows = sheet.map { row in
          row.cells.enumerated().map { Cell(text: $1, line: row.number, column: $0 + 1) }
        }
        let last = sheet.last?.number ?? 0
        var lines = [String](repeating: "", count: min(last, 1 << 20))
        for row in sheet where row.number <= lines.count && row.number > 0 {
          lines[row.number - 1] = row.cells.joined(separator: "\t")
        }
        scalars = Array(lines.joined(separator: "\n").unicodeScalars)
        return
      } catch ArchiveError.missing {
        throw refused(.spreadsheet)
      } catch {
        throw refused(.archive(error))
      }
    }
    let (encoding, text) = Self.decoded(bytes)
    self.encoding = encoding
    scalars = Array(text.unicodeScalars)
    var reader = DelimitedReader(scalars)
    reader.findSeparator()
    separator = reader.separator
    rows = try reader.rows()
  }

  /// The text of a line, counted from 1.
  public func line(_ number: Int) -> String { scalars.line(number) }

  private static func decoded(_ bytes: [UInt8]) -> (Encoding, String) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return decoded(Array(bytes.dropFirst(3)))
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let low = bytes[0] == 0xFF ? 0 : 1
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
      }
      return (.utf16, String(decoding: units, as: UTF16.self))
    }
    if let text = String(validating: bytes, as: UTF8.self) { return (.utf8, text) }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let isSpecial = (0x80...0x9F).contains(byte)
      text.append(isSpecial ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
    }
    return (.windows1252, String(text))
  }

  /// The characters 0x80 to 0x9F of Windows-1252; NUL if undefined.
  private static let windows1252: [Unicode.Scalar] = [
    "€", "\0", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\0", "Ž", "\0",
    "\0", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\0", "ž", "Ÿ",
  ]
}

/// Reads a table in one pass.
private struct DelimitedReader {
  var separator: Unicode.Scalar = ","
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var line = 1
  private var lineStart = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var scalar: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }
  private var isAtLineEnd: Bool { scalar == "\n" || scalar == "\r" }
  private var column: Int { next - lineStart + 1 }

  private func error(
    _ kind: DelimitedTextError.Kind, at place: (line: Int, column: Int)? = nil
  ) -> DelimitedTextError {
    let place = place ?? (line, column)
    return DelimitedTextError(
      kind: kind, line: place.line, column: place.column, excerpt: scalars.line(place.line))
  }

  /// The most frequent separator in the first line, outside quotes.
  mutating func findSeparator() {
    let first = scalars.prefix { $0 != "\n" && $0 != "\r" }
    if first.count == 5, first.starts(with: Array("sep=".unicodeScalars)) {
      separator = first[4]
      next = 5
      skipLineEnd()
      return
    }
    var counts: [Unicode.Scalar: Int] = [:]
    var isQuoted = false
    for scalar in scalars {
      if scalar == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if scalar == "\n" || scalar == "\r" { break }
      counts[scalar, default: 0] += 1
    }
    for candidate: Unicode.Scalar in [",", "\t", ";"]
    where counts[candidate, default: 0] >= max(1, counts[separator, default: 0]) {
      separator = candidate
    }
  }

  mutating func rows() throws(DelimitedTextError) -> [[DelimitedText.Cell]] {
    var rows: [[DelimitedText.Cell]] = []
    while scalar != nil {
      var row: [DelimitedText.Cell] = []
      repeat {
        if !row.isEmpty { next += 1 }
        row.append(try cell())
      } while scalar == separator
      skipLineEnd()
      if row.contains(where: { !$0.text.isEmpty }) { rows.append(row) }
    }
    return rows
  }

  private mutating func cell() throws(DelimitedTextError) -> DelimitedText.Cell {
    let (line, column) = (self.line, self.column)
    let text = scalar == "\"" ? try quoted() : try plain()
    return DelimitedText.Cell(text: text, line: line, column: column)
  }

  private mutating func plain() throws(DelimitedTextError) -> String {
    var text = String.UnicodeScalarView()
    while let scalar, scalar != separator, !isAtLineEnd {
      if scalar == "\"" { throw error(.strayQuote) }
      text.append(try checked(scalar))
      next += 1
    }
    return String(text)
  }

  private mutating func quoted() throws(DelimitedTextError) -> String {
    let opening = (line, column)
    var text = String.UnicodeScalarView()
    next += 1
    while let scalar {
      if scalar != "\"" {
        text.append(isAtLineEnd ? "\n" : try checked(scalar))
        if isAtLineEnd { skipLineEnd() } else { next += 1 }
        continue
      }
      next += 1
      guard self.scalar == "\"" else {
        if self.scalar != nil, self.scalar != separator, !isAtLineEnd {
          throw error(.textAfterQuote)
        }
        return String(text)
      }
      text.append("\"")
      next += 1
    }
    throw error(.openQuote, at: opening)
  }

  private func checked(_ scalar: Unicode.Scalar) throws(DelimitedTextError) -> Unicode.Scalar {
    if scalar.value < 0x20, scalar != "\t" { throw error(.notText) }
    return scalar
  }

  private mutating func skipLineEnd() {
    guard isAtLineEnd else { return }
    next += scalar == "\r" && next + 1 < scalars.count && scalars[next + 1] == "\n" ? 2 : 1
    line += 1
    lineStart = next
  }
}

extension [Unicode.Scalar] {
  /// The text of a line, counted from 1.
  fileprivate func line(_ number: Int) -> String {
    var line = 1
    var text = String.UnicodeScalarView()
    for (index, scalar) in enumerated() {
      let isBreak =
        scalar == "\n" || scalar == "\r" && (index + 1 == count || self[index + 1] != "\n")
      if line == number, scalar != "\n", scalar != "\r" { text.append(scalar) }
      if isBreak { line += 1 }
      if line > number { break }
    }
    return String(text)
  }
}
