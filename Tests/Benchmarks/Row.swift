/// A line of the table: a command, its place, git's equivalent and the bound.
struct Row: Sendable {
  /// The bound of the median.
  enum Bound: Sendable {
    /// At most this multiple of git's time.
    case timesGit(Double)
    /// The same, plus the time of another command for work that git doesn't do.
    case timesGitAnd(Double, Peer)
    /// At most this many milliseconds above `--help` of the same binary.
    case aboveHelp(Double)
    /// At most this many milliseconds above git's time.
    case aboveGit(Double)
    case milliseconds(Double)
  }

  /// The timed program.
  enum Program: Sendable {
    case teachkit
    /// This program, for work that isn't a command: see ``Benchmarks/main()``.
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
  /// The memory limit in megabytes.
  var memory = 150.0
  /// Whether the command changes the place, so that each run needs a copy.
  var changesPlace = false
  /// The optional program to compare with, below `$PEERS/bin`.
  var needs: String?
}

/// Git's equivalent of a command.
struct Peer: Sendable {
  let command: [String]
  /// Its description in the table.
  let words: String
  /// The factor by which the compared command does more work.
  let scale: Double

  /// Creates a peer that does the same work.
  init(_ arguments: String...) {
    command = ["git"] + arguments
    words = "git " + arguments.joined(separator: " ")
    scale = 1
  }

  /// Creates a peer from a shell script that does the work, or an even part of it.
  init(_ words: String, scale: Double = 1, script: String) {
    command = ["sh", "-ec", script]
    self.words = words
    self.scale = scale
  }
}

/// A folder in which rows run; created once.
struct Place: Sendable {
  let name: String
  /// The subfolder in which commands run.
  var start = "."
  /// The place from which it is copied.
  var origin: [Place] = []
  /// Fills the folder, which already contains the files of its origin.
  let make: @Sendable (Site) throws -> Void
}

/// A place during its creation.
struct Site {
  /// An absolute path.
  let folder: String
  /// The timed program.
  let binary: String
  /// The folder in which commands run.
  let start: String

  func teachkit(_ arguments: String...) throws { try run([binary] + arguments, in: start) }

  func shell(_ script: String) throws { try run(["sh", "-ec", script], in: start) }
}
