extension String {
  /// The text without white space at the end.
  public var trimmingLineEnds: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
