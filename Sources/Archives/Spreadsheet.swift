/// A table in Office Open XML, the format `.xlsx` of Excel and LibreOffice (ECMA-376, part 1).
public enum Spreadsheet {
  /// A cell to write.
  public enum Value: Hashable, Sendable {
    case empty
    case text(String)
    /// A decimal number such as `0.75`.
    case number(String)
    /// A local date, as the number of days since 1899-12-30; the fraction is the time of day.
    case date(days: Double, hasTime: Bool)
  }

  /// The maximum length of a text in a cell, in UTF-16 units.
  static let longestText = 32_767

  /// The letters of a column: 0 is `A`, 26 is `AA`.
  public static func letters(ofColumn column: Int) -> String {
    var (letters, rest) = ("", column + 1)
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// The number of a column by the letters of a cell such as `AB12`; nil for other texts.
  static func column(of cell: String) -> Int? {
    var number = 0
    for byte in cell.utf8 {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { break }
      number = number * 26 + Int(byte - UInt8(ascii: "A")) + 1
      // The last column of a sheet is XFD.
      if number > 16_384 { return nil }
    }
    return number == 0 ? nil : number - 1
  }
}
