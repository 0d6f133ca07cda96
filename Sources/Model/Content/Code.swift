import Substrings

/// An exercise that is answered with a program.
public struct CodeTask: Hashable, Sendable {
  /// A name in the table of languages, such as `python`.
  public var language: String
  /// The paths of the program below `work/`: files, or folders with files.
  public var files: [String]
  public var limits: CodeLimits
  public var cases: [CodeCase]
  /// The teacher's tests; nil if there are only cases.
  public var test: CodeTest?

  public init(
    language: String, files: [String], limits: CodeLimits = CodeLimits(), cases: [CodeCase] = [],
    test: CodeTest? = nil
  ) {
    self.language = language
    self.files = files
    self.limits = limits
    self.cases = cases
    self.test = test
  }

  /// The names of the runs for students: `case 1`, or `hidden case 1` for hidden cases.
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

/// The tests of a programming exercise, which are never published.
public struct CodeTest: Hashable, Sendable {
  /// How the tests run.
  public enum Runner: String, CaseIterable, Sendable {
    /// A test program runs next to the student's, and reads its output.
    case program
    /// Python's `unittest`, in one process with the student's program.
    case unittest
    /// The package `pytest`, in one process with the student's program.
    case pytest

    /// Whether the student's program could change the results.
    public var isTogether: Bool { self != .program }
  }

  public var runner: Runner
  /// The files below `private/`: one test program, or the files of the framework.
  public var files: [String]
  /// The language of a test program; by default that of its suffix.
  public var language: String?

  public init(_ runner: Runner = .program, files: [String], language: String? = nil) {
    (self.runner, self.files, self.language) = (runner, files, language)
  }
}

/// The resource limits of a program.
public struct CodeLimits: Hashable, Sendable {
  /// CPU time in milliseconds.
  public var time: Int
  /// Memory in bytes.
  public var memory: Int
  /// Output in bytes.
  public var output: Int

  public init(time: Int = 2000, memory: Int = 256 << 20, output: Int = 64 << 10) {
    self.time = time
    self.memory = memory
    self.output = output
  }
}

/// How a program's output is compared.
public enum OutputMatch: String, CaseIterable, Sendable {
  /// Character by character; the final line break may be missing.
  case exact
  /// Ignoring white space at line ends and blank lines at the end.
  case trimmed
  /// Word by word, numbers within the tolerance.
  case number
  /// A Perl-compatible pattern for the whole output, ignoring white space at its ends.
  case pattern
}

/// A test case: the input of one run of a program, and its expected output.
public struct CodeCase: Hashable, Sendable {
  public var stdin: String
  public var args: [String]
  /// The expected output; nil if only the exit status counts.
  public var expect: String?
  public var match: OutputMatch
  /// The tolerance for numbers, in both directions.
  public var tolerance: Rational
  public var points: Rational
  /// Whether it is invisible to students.
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

/// The verdict on one run of a program.
public enum CodeOutcome: String, CaseIterable, Sendable {
  /// It exited normally, with the expected output if that is checked.
  case ok
  case wrong
  /// It exited with a status other than 0.
  case failed
  /// It was killed by a signal, for example for an invalid memory access.
  case crashed
  case time, memory, disk, processes, output
}

/// The results of running a program, before any comparison.
public enum CodeResult: Hashable, Sendable {
  /// The compiler's messages, if compiling failed.
  case notCompiled(String)
  /// By case, in the order of the exercise.
  case cases([Case])
  /// The report of the test program.
  case tests([Test])
  /// The test program's report is incomplete; its last messages.
  case testsAborted(String)

  public struct Case: Hashable, Sendable {
    /// `.ok` if it exited normally.
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

/// The results of a student's program, as recorded in a grade.
public enum CodeReport: Hashable, Sendable {
  case notCompiled(String)
  case cases([CodeOutcome])
  case tests([CodeResult.Test])
}

/// How programs of a language are compiled and run: an entry of the table of languages.
public struct Language: Hashable, Sendable {
  public let name: String
  /// File name suffixes, such as `.py`.
  public var suffixes: [String]
  /// Commands, run in order, that compile the program or check it for errors.
  public var compile: [[String]]
  /// The file that compiling creates; nil if the submitted file itself is run.
  public var result: String?
  public var run: [String]
  /// Required folders besides `/usr`.
  public var folders: [String]
  /// Whether it limits its memory itself, as virtual machines do, and a system limit would stop it.
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

  /// A command with its placeholders filled in.
  ///
  /// `{file}` is the first file, `{name}` its name without the suffix, `{memory}` the limit in
  /// megabytes; a word `{files}` is replaced by all files with a suffix of the language.
  public func filled(
    _ command: [String], files: [String], limits: CodeLimits
  ) -> [String] {
    let sources = files.filter { file in suffixes.contains { file.hasSuffix($0) } }
    let first = sources.first ?? files.first ?? ""
    let name = suffixes.first { first.hasSuffix($0) }.map { String(first.dropLast($0.count)) }
    return command.flatMap { word -> [String] in
      if word == "{files}" { return sources }
      return [
        word.replacing("{file}", with: first).replacing("{name}", with: name ?? first)
          .replacing("{memory}", with: "\(max(16, limits.memory >> 20))")
      ]
    }
  }
}

extension Worksheet {
  /// Whether it has programming exercises.
  public var hasCode: Bool { exercises.contains { $0.question.type == .code } }
}
