/// One line of the table: a command, where it runs, what git does beside it, and its bound.
struct Row: Sendable {
  /// What must hold of the median.
  enum Bound: Sendable {
    /// At most this many times what git takes beside it.
    case timesGit(Double)
    /// At most this many milliseconds above the `--help` of the same binary.
    case aboveHelp(Double)
    case milliseconds(Double)
  }

  let work: String
  let place: Place
  let arguments: [String]
  let git: [String]
  let bound: Bound
  var exitCode: Int32 = 0
  var runs = 100
  /// Whether the command changes what it finds, so that each run gets a copy of the place.
  var changesPlace = false
}

/// A folder that rows run in, made once.
struct Place: Sendable {
  let name: String
  /// Fills the folder of that path, which is empty.
  let make: @Sendable (String) throws -> Void
}
