import Exchange
import Git
import Model
import PlainYAML
import Sandbox
import Storage
import Text

/// The results of students' programs.
///
/// A result is stored by the digest of its inputs (``CodeJob``) next to the stores, so that no
/// program runs twice. The results can be deleted at any time.
public final class CodeLibrary {
  /// Nil if results aren't stored.
  private let folder: String?
  /// Whether this machine has run programs for this school.
  public var hasRuns: Bool { folder.map(DurableFile.exists) ?? false }
  private let files: SchoolFiles
  private let makeTable: () throws -> LanguageTable
  private lazy var languages = Result(catching: makeTable)
  private var testers: [ContextPath: [String: [UInt8]]] = [:]
  /// The results in memory, by digest.
  private var known: [String: CodeResult]
  /// The digests of results from elsewhere that weren't used.
  private var unusedDigests: Set<String>
  /// The jobs without a known result, by digest.
  public private(set) var wanted: [String: CodeJob] = [:]

  /// - Parameters:
  ///   - folder: the folder for results; nil to keep them only in memory.
  ///   - files: the school's files used for grading.
  ///   - results: results from elsewhere, by digest.
  ///   - languages: reads the available programming languages when they are needed.
  public init(
    folder: String?, _ files: SchoolFiles, results: [String: CodeResult] = [:],
    languages: @escaping () throws -> LanguageTable
  ) {
    self.folder = folder
    self.files = files
    known = results
    unusedDigests = Set(results.keys)
    makeTable = languages
  }

  /// The number of unused results from elsewhere.
  public var unused: Int { unusedDigests.count }

  /// Returns the known results of a submission's programs, by exercise, and records jobs for the
  /// others in `wanted`.
  ///
  /// - Parameters:
  ///   - paths: the files of the submission below `work/`.
  ///   - content: reads one of them.
  public func runs(
    of worksheet: Worksheet, _ paths: some Sequence<String>,
    content: (String) throws -> [UInt8]?
  ) throws -> [String: CodeResult] {
    var found: [String: CodeResult] = [:]
    for exercise in worksheet.exercises {
      guard case .code(let task) = exercise.question else { continue }
      let named = exercise.question.own(of: paths)
      if named.isEmpty { continue }
      var bytes: [String: [UInt8]] = [:]
      for path in named { bytes[path] = try content(path) }
      let job = try job(for: task, bytes, of: worksheet)
      if let result = try result(of: job) {
        found[exercise.id] = result
      } else {
        wanted[job.digest] = job
      }
    }
    return found
  }

  private func job(
    for task: CodeTask, _ bytes: [String: [UInt8]], of worksheet: Worksheet
  ) throws -> CodeJob {
    let language = try languages.get().find(task.language)
    guard let test = task.test else { return CodeJob(language, task, files: bytes, tester: nil) }
    let files = try privateFiles(of: worksheet)
    if let missing = test.files.first(where: { files[$0] == nil }) {
      throw Failure(
        .objectIsFaulty, "\(worksheet.path) has no file 'private/\(missing)'",
        hint: "put it into the folder private next to the worksheet")
    }
    let table = try languages.get()
    let testLanguage =
      try test.language.map(table.find)
      ?? test.files.first.flatMap { table.language(ofTest: $0) } ?? language
    // Solutions in the folder stay out of the reach of a student's program.
    let needed = test.runner.isTogether ? files.filter { test.files.contains($0.key) } : files
    return CodeJob(
      language, task, files: bytes,
      tester: CodeJob.Tester(
        runner: test.runner, language: testLanguage, paths: test.files, files: needed))
  }

  private func privateFiles(of worksheet: Worksheet) throws -> [String: [UInt8]] {
    if let known = testers[worksheet.path] { return known }
    let found = try files.privateFiles(of: worksheet)
    testers[worksheet.path] = found
    return found
  }

  private func file(of digest: String) -> String? {
    folder.map { "\($0)/\(digest.prefix(2))/\(digest)" }
  }

  private func result(of job: CodeJob) throws -> CodeResult? {
    if let result = known[job.digest] {
      unusedDigests.remove(job.digest)
      return result
    }
    guard let file = file(of: job.digest), let bytes = try DurableFile.read(file),
      let result = (try? Document(bytes)).flatMap({ CodeResult($0.root) })
    else { return nil }
    known[job.digest] = result
    return result
  }

  /// Runs the wanted jobs and stores their results.
  ///
  /// - Parameter onProgress: called with the number of jobs that have just ended.
  public func run(with runner: CodeRunner, onProgress: (Int) -> Void) async throws {
    let jobs = wanted.values.sorted { $0.digest < $1.digest }
    let results = try await runner.run(jobs, onProgress: onProgress)
    for (job, result) in zip(jobs, results) {
      known[job.digest] = result
      guard let file = file(of: job.digest) else { continue }
      try DurableFile.makeFolder(String(file.dropLast(job.digest.count + 1)))
      try DurableFile.write(
        Array(Printer.print(result.value).utf8), to: file, durability: .deferred)
    }
    wanted = [:]
  }
}

extension Templates {
  /// Returns the available programming languages.
  ///
  /// - Parameter clone: the files of a student's clone, which contain the school's languages.
  public func languages(_ clone: SchoolFiles? = nil) throws -> LanguageTable {
    var table = LanguageTable()
    if let bytes = try clone?.source.bytes(at: LanguageTable.published) {
      try table.add(bytes, file: LanguageTable.published, strictness: .published)
    }
    for tree in trees {
      guard let bytes = try tree.bytes(at: "languages.yaml") else { continue }
      try table.add(bytes, file: "\(tree.root)/languages.yaml")
    }
    return table
  }
}

extension LanguageTable {
  /// - Throws: `Failure` for an unknown language.
  public func find(_ name: String) throws -> Language {
    if let language = languages[name] { return language }
    let names = languages.keys.sorted()
    throw Failure(
      .objectIsFaulty, "unknown language '\(name)'",
      hint: didYouMean(name, among: names) ?? "available: \(names.joined(separator: ", "))")
  }
}

extension CodeResult {
  /// Reads a stored result; nil if it is invalid.
  public init?(_ node: Node) {
    if let message = node["compiler"]?.scalar {
      self = .notCompiled(message)
    } else if let cases = node["cases"]?.sequence {
      self = .cases(
        cases.map { item in
          Case(
            outcome: item["outcome"]?.scalar.flatMap { CodeOutcome(rawValue: $0) } ?? .failed,
            output: item["output"]?.scalar ?? "", errors: item["errors"]?.scalar ?? "")
        })
    } else if let tests = node["tests"]?.sequence {
      self = .tests(
        tests.map { Test(name: $0["name"]?.scalar ?? "", passed: $0["passed"]?.scalar == "yes") })
    } else if let words = node["broke-off"]?.scalar {
      self = .testsAborted(words)
    } else {
      return nil
    }
  }

  public var value: Value {
    switch self {
    case .notCompiled(let message): .fields([("compiler", .scalar(message))])
    case .cases(let cases):
      .fields([
        (
          "cases",
          .sequence(
            cases.map {
              .fields([
                ("outcome", .plain($0.outcome.rawValue)), ("output", .scalar($0.output)),
                ("errors", .scalar($0.errors)),
              ])
            })
        )
      ])
    case .tests(let tests):
      .fields([
        (
          "tests",
          .sequence(
            tests.map {
              .fields([("name", .scalar($0.name)), ("passed", .plain($0.passed ? "yes" : "no"))])
            })
        )
      ])
    case .testsAborted(let words): .fields([("broke-off", .scalar(words))])
    }
  }
}
