extension String {
  /// The text with each formula, `$…$` or `$$…$$` on one line, replaced.
  ///
  /// As in Pandoc, no space may follow the opening `$` or precede the closing one, and no digit may
  /// follow it, so "$5 and $6" is not a formula; neither is one after a backslash.
  /// - Parameter replacement: returns the replacement for a formula, given its source and whether it
  ///   is displayed (`$$`); nil to leave it as typed.
  public func replacingFormulas(
    _ replacement: (_ source: String, _ isDisplayed: Bool) -> String?
  ) -> String {
    guard utf8.contains(UInt8(ascii: "$")) else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "$") {
      result += rest[..<start]
      rest = rest[start...]
      guard !result.hasSuffix("\\"), let end = Self.endOfFormula(rest) else {
        result.append(rest.removeFirst())
        continue
      }
      let sign = rest.hasPrefix("$$") ? 2 : 1
      let source = String(rest[..<end].dropFirst(sign).dropLast(sign))
      result += replacement(source, sign == 2) ?? String(rest[..<end])
      rest = rest[end...]
    }
    return result + rest
  }

  /// The text with its formulas in Unicode, for a terminal. Others stay as typed.
  public var withReadableFormulas: String {
    replacingFormulas { source, _ in (try? Formula(source))?.text }
  }

  /// The formulas that can't be shown, with the reason.
  public var faultyFormulas: [(source: String, fault: Formula.Fault)] {
    var faults: [(String, Formula.Fault)] = []
    _ = replacingFormulas { source, _ in
      do throws(Formula.Fault) {
        _ = try Formula(source)
      } catch {
        faults.append((source, error))
      }
      return nil
    }
    return faults
  }

  /// The end of the formula at the start of a text.
  private static func endOfFormula(_ text: Substring) -> String.Index? {
    let sign = text.hasPrefix("$$") ? "$$" : "$"
    let inside = text.dropFirst(sign.count)
    guard let first = inside.first, !first.isWhitespace, first != "$" else { return nil }
    var place = inside.startIndex
    while let found = inside[place...].firstIndex(of: "$") {
      let formula = inside[..<found]
      // An escaped sign is part of the formula, and any other one ends it.
      if formula.last == "\\" {
        place = inside.index(after: found)
        continue
      }
      let after = inside[found...].dropFirst(sign.count)
      let isValid =
        inside[found...].hasPrefix(sign) && formula.last?.isWhitespace == false
        && after.first?.isNumber != true && !formula.contains("\n")
      return isValid ? after.startIndex : nil
    }
    return nil
  }
}
