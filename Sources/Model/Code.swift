import Substrings

/// A question that is answered by a program.
public struct CodeTask: Hashable, Sendable {
  /// A name in the table of languages, `python`.
  public var language: String
  /// What belongs to the program, below `work/`: files, or folders with files.
  public var files: [String]
  public var limits: CodeLimits
  public var cases: [CodeCase]
  /// A program below `private/` that tests the student's beside it.
  public var test: String?

  public init(
    language: String, files: [String], limits: CodeLimits = CodeLimits(), cases: [CodeCase] = [],
    test: String? = nil
  ) {
    self.language = language
    self.files = files
    self.limits = limits
    self.cases = cases
    self.test = test
  }

  /// What students know the runs by: `case 1`, and what is hidden as `hidden case 1`.
  public func names(of count: Int) -> [String] {
    var hidden = 0
    return (0..<count).map { index in
      guard cases.indices.contains(index), cases[index].isHidden else {
        return "case \(index + 1 - hidden)"
      }
      hidden += 1
      return "hidden case \(hidden)"
    }
  }
}

/// What a program may use.
public struct CodeLimits: Hashable, Sendable {
  /// Thousandths of a second of processor time.
  public var time: Int
  /// Bytes of memory.
  public var memory: Int
  /// Bytes that it may print.
  public var output: Int

  public init(time: Int = 2000, memory: Int = 256 << 20, output: Int = 64 << 10) {
    self.time = time
    self.memory = memory
    self.output = output
  }
}

/// How what a program prints is compared.
public enum OutputMatch: String, CaseIterable, Sendable {
  /// Character by character; the last line may end without a line break.
  case exact
  /// Without regard to white space at the ends of lines and to blank lines at the end.
  case trimmed
  /// Word by word, numbers within the tolerance.
  case number
  /// A Perl-compatible pattern for all of it, without white space at the ends.
  case pattern
}

/// One run of a program, and what is expected of it.
public struct CodeCase: Hashable, Sendable {
  public var stdin: String
  public var args: [String]
  /// What it should print; nil where only its end counts.
  public var expect: String?
  public var match: OutputMatch
  /// How far off a number may be, either way.
  public var tolerance: Rational
  public var points: Rational
  /// Whether students don't see it.
  public var isHidden: Bool

  public init(
    stdin: String = "", args: [String] = [], expect: String? = nil, match: OutputMatch = .exact,
    tolerance: Rational = .zero, points: Rational = .one, isHidden: Bool = false
  ) {
    self.stdin = stdin
    self.args = args
    self.expect = expect
    self.match = match
    self.tolerance = tolerance
    self.points = points
    self.isHidden = isHidden
  }
}

/// What came of one run of a program.
public enum CodeOutcome: String, CaseIterable, Sendable {
  /// It ended by itself, and printed what was expected where that was looked at.
  case ok
  case wrong
  /// It ended with another status than 0.
  case failed
  /// It was killed for what it did, such as touching memory that isn't its own.
  case crashed
  case time, memory, disk, processes, output
}

/// What running a program came to, before anything is compared.
public enum CodeResult: Hashable, Sendable {
  /// The compiler's words where it found no program.
  case notCompiled(String)
  /// By case, in the order of the exercise.
  case cases([Case])
  /// What the test program reported.
  case tests([Test])
  /// The test program's report is not whole; its last words.
  case brokeOff(String)

  public struct Case: Hashable, Sendable {
    /// `.ok` where it ended by itself.
    public var outcome: CodeOutcome
    public var output: String
    public var errors: String

    public init(outcome: CodeOutcome, output: String = "", errors: String = "") {
      self.outcome = outcome
      self.output = output
      self.errors = errors
    }
  }

  public struct Test: Hashable, Sendable {
    public var name: String
    public var passed: Bool

    public init(name: String, passed: Bool) {
      self.name = name
      self.passed = passed
    }
  }
}

/// What a student's program came to, as a grade keeps it.
public enum CodeReport: Hashable, Sendable {
  case notCompiled(String)
  case cases([CodeOutcome])
  case tests([CodeResult.Test])
}

/// How programs of a language are made and run: a line of the table of languages.
public struct Language: Hashable, Sendable {
  public let name: String
  /// Ends of file names, such as `.py`.
  public var suffixes: [String]
  /// Commands, one after the other, that make the program or find what is wrong with it.
  public var compile: [[String]]
  /// The file that compiling makes; nil where the program is what was handed in.
  public var result: String?
  public var run: [String]
  /// Folders besides `/usr` that it needs.
  public var folders: [String]
  /// Whether it takes its memory from its own settings, as a virtual machine does, and the system's
  /// limit would stop it.
  public var limitsItself: Bool

  public init(
    name: String, suffixes: [String] = [], compile: [[String]] = [], result: String? = nil,
    run: [String], folders: [String] = [], limitsItself: Bool = false
  ) {
    self.name = name
    self.suffixes = suffixes
    self.compile = compile
    self.result = result
    self.run = run
    self.folders = folders
    self.limitsItself = limitsItself
  }

  /// A command with its places filled in.
  ///
  /// `{file}` is the first file, `{name}` that without its suffix, `{memory}` the limit in megabytes;
  /// a word `{files}` becomes all of the files with a suffix of the language.
  public func filled(
    _ command: [String], files: [String], limits: CodeLimits
  ) -> [String] {
    let own = files.filter { file in suffixes.contains { file.hasSuffix($0) } }
    let first = own.first ?? files.first ?? ""
    let name = suffixes.first { first.hasSuffix($0) }.map { String(first.dropLast($0.count)) }
    return command.flatMap { word -> [String] in
      if word == "{files}" { return own }
      return [
        word.replacing("{file}", with: first).replacing("{name}", with: name ?? first)
          .replacing("{memory}", with: "\(max(16, limits.memory >> 20))")
      ]
    }
  }
}
