import Model
import PlainYAML
import Storage
import Text

/// All inputs for running a student's program, without the expected output.
///
/// It can be serialized and run elsewhere: see ``value``.
public struct CodeJob: Sendable {
  public let language: Language
  /// The program's files by path.
  public let files: [String: [UInt8]]
  /// The paths of the exercise, in its order.
  public let paths: [String]
  public let limits: CodeLimits
  /// The standard input and arguments of each run.
  public let inputs: [Input]
  /// The test program; nil if the exercise has none.
  public let tester: Tester?

  public struct Input: Sendable {
    public let stdin: String
    public let args: [String]
  }

  public struct Tester: Sendable {
    public let runner: CodeTest.Runner
    public let language: Language
    /// The test program, or the files of a framework.
    public let paths: [String]
    /// The files that it can read, of those in `private/`.
    public let files: [String: [UInt8]]

    public init(
      runner: CodeTest.Runner = .program, language: Language, paths: [String],
      files: [String: [UInt8]]
    ) {
      (self.runner, self.language, self.paths, self.files) = (runner, language, paths, files)
    }
  }

  /// The digest that identifies the job, in hexadecimal.
  public let digest: String

  public init(
    _ language: Language, _ task: CodeTask, files: [String: [UInt8]], tester: Tester?
  ) {
    self.language = language
    self.files = files
    paths = task.files
    limits = task.limits
    inputs = task.cases.map { Input(stdin: $0.stdin, args: $0.args) }
    self.tester = tester
    digest = sha256Hex(
      Array(
        Printer.print(
          CodeJob.value(language, files, paths, limits, inputs, tester)
        ).utf8))
  }

  private static func value(
    _ language: Language, _ files: [String: [UInt8]], _ paths: [String], _ limits: CodeLimits,
    _ inputs: [Input], _ tester: Tester?
  ) -> Value {
    .fields([
      ("version", "2"), ("language", value(of: language)), ("files", digests(of: files)),
      ("paths", texts(paths)),
      ("limits", texts(["\(limits.time)", "\(limits.memory)", "\(limits.output)"])),
      ("inputs", .sequence(inputs.map { texts([$0.stdin] + $0.args) })),
      (
        "tester",
        tester.map {
          .sequence(
            [value(of: $0.language)] + $0.paths.map { .scalar($0) } + [digests(of: $0.files)]
              + ($0.runner == .program ? [] : [.scalar($0.runner.rawValue)]))
        }
      ),
    ])
  }

  private static func value(of language: Language) -> Value {
    .sequence(
      [texts([language.result ?? "", language.limitsItself ? "itself" : ""])]
        + [texts(language.suffixes), texts(language.run), texts(language.folders)]
        + language.compile.map(texts))
  }

  private static func digests(of files: [String: [UInt8]]) -> Value {
    .fields(files.sorted { $0.key < $1.key }.map { ($0.key, .scalar(sha256Hex($0.value))) })
  }

  private static func texts(_ texts: [String]) -> Value { .sequence(texts.map { .scalar($0) }) }
}
