extension String {
  /// The text without white space at the end.
  public var trimmingLineEnds: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// The text with each run of white space replaced by one space, and none at the ends.
  public var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
