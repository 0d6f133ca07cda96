import Text

/// The ranks that `--range` selects: `1-10`, `3` or `5-`.
public struct RankRange: Hashable, Sendable {
  public let first: Int
  /// Nil for all ranks from the first one.
  public let last: Int?

  /// - Throws: `Failure`.
  public init(_ text: String) throws {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) }
    let isValid =
      switch (numbers.count, parts.last) {
      case (1, _): numbers[0] != nil
      case (2, ""): numbers[0] != nil
      case (2, _): !numbers.contains(nil)
      default: false
      }
    guard isValid, let first = numbers.first ?? nil else {
      throw Failure(
        .valueIsFaulty, "invalid range '\(visible(text))'", hint: "write it as 1-10, 3 or 5-")
    }
    guard first > 0 else {
      throw Failure(.valueIsFaulty, "invalid range '\(visible(text))'", hint: "ranks start at 1")
    }
    last = parts.count == 1 ? first : numbers.last ?? nil
    if let last, last < first {
      throw Failure(
        .valueIsFaulty, "invalid range '\(visible(text))'",
        hint: "write the better rank first: \(last > 0 ? last : 1)-\(first)")
    }
    self.first = first
  }

  /// Returns the rows with these ranks.
  ///
  /// - Parameter rows: in order of rank.
  /// - Throws: `Failure` if a rank of the range doesn't exist.
  public func select<Row>(from rows: [Row], rank: (Row) -> Int) throws -> [Row] {
    guard let end = rows.last.map(rank) else {
      throw Failure(.notFound, "no ranks yet", hint: "leave out '--range'")
    }
    let missing = last.map { $0 > end ? $0 : nil } ?? (first > end ? first : nil)
    if let missing {
      throw Failure(
        .notFound, "no rank \(missing): the last rank is \(end)",
        hint: first > end ? nil : "'--range \(first)-' shows all from rank \(first)")
    }
    return rows.filter { row in rank(row) >= first && last.map { rank(row) <= $0 } ?? true }
  }
}
