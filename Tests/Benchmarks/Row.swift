/// One line of the table: a command, where it runs, what git does beside it, and its bound.
struct Row: Sendable {
  /// What must hold of the median.
  enum Bound: Sendable {
    /// At most this many times what git takes beside it.
    case timesGit(Double)
    /// The same, and besides what something else takes that git doesn't do.
    case timesGitAnd(Double, Peer)
    /// At most this many milliseconds above the `--help` of the same binary.
    case aboveHelp(Double)
    /// At most this many milliseconds above git.
    case aboveGit(Double)
    case milliseconds(Double)
  }

  /// Which program is timed.
  enum Program: Sendable {
    case teachkit
    /// This one, for work that no command does by itself: see ``Benchmarks/main()``.
    case bench
  }

  let work: String
  let place: Place
  var program = Program.teachkit
  let arguments: [String]
  let git: Peer
  let bound: Bound
  var exitCode: Int32 = 0
  var runs = 100
  /// The most memory that it may use, in megabytes.
  var memory = 150.0
  /// Whether the command changes what it finds, so that each run gets a copy of the place.
  var changesPlace = false
  /// The program beside it that not everybody has, below `$PEERS/bin`.
  var needs: String?
}

/// What git does beside a command.
struct Peer: Sendable {
  let command: [String]
  /// The same for readers of the table.
  let words: String
  /// How many times as much the command beside it does.
  let scale: Double

  /// The same work.
  init(_ arguments: String...) {
    command = ["git"] + arguments
    words = "git " + arguments.joined(separator: " ")
    scale = 1
  }

  /// A script of the shell that does the work, or an even part of it.
  init(_ words: String, scale: Double = 1, script: String) {
    command = ["sh", "-ec", script]
    self.words = words
    self.scale = scale
  }
}

/// A folder that rows run in, made once.
struct Place: Sendable {
  let name: String
  /// The folder below it in which commands run.
  var start = "."
  /// The place that it is a copy of at first.
  var origin: [Place] = []
  /// Fills the folder; by then it holds what its origin does.
  let make: @Sendable (Site) throws -> Void
}

/// A place while it is made.
struct Site {
  /// An absolute path.
  let folder: String
  /// The program that is timed.
  let binary: String
  /// Where commands run.
  let start: String

  func teachkit(_ arguments: String...) throws { try run([binary] + arguments, in: start) }

  func shell(_ script: String) throws { try run(["sh", "-ec", script], in: start) }
}
