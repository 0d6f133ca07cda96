import Exchange
import Git
import Glibc
import Model
import PlainYAML
import Storage
import Text

/// Caches the result of grading a worksheet, by a digest of all its inputs: if none of them
/// changed, nothing is computed again.
///
/// The cache is next to the stores and can be deleted at any time. If a worksheet changed, each
/// student's grade is cached by its own inputs, see ``KnownGrades``.
public struct GradingCache {
  private let folder: String
  private let files: SchoolFiles
  private let submissions: Submissions
  private let names: WorkNames
  private let inputs: GradeInputs
  private let budget: TermBudget?

  /// - Parameter files: the school's files used for grading.
  public init(
    of subject: String, in school: SchoolStore, _ files: SchoolFiles, _ submissions: Submissions
  ) throws {
    folder = "\(school.folder)/graded"
    self.files = files
    self.submissions = submissions
    names = try WorkNames(of: subject, in: files)
    inputs = try GradeInputs(of: subject, in: files)
    let rules = try files.subject(subject).rules.over(WorkRules(late: try files.school().late))
    budget = try rules.late.budget.flatMap { _ in
      try TermBudget(of: subject, files, files.book(), rules)
    }
  }

  /// Returns worksheets in the order of grading.
  public func ordered(_ worksheets: [Worksheet]) -> [Worksheet] {
    budget?.ordered(worksheets) ?? worksheets
  }

  /// Returns the cached result of a worksheet; nil if it has to be computed.
  public func outcome(of worksheet: Worksheet) throws -> GradeRun.Outcome? {
    let path = worksheet.path
    guard let bytes = try DurableFile.read(file(of: path)),
      let root = try? Document(bytes).root,
      try root["digest"]?.scalar == digest(of: path, files)
    else { return nil }
    var outcome = GradeRun.Outcome(path: path, title: worksheet.context.title)
    for entry in root["states"]?.mapping ?? [] {
      guard let state = Grade.State(rawValue: entry.key),
        let count = entry.value.scalar.flatMap({ Int($0) })
      else { return nil }
      outcome.counts[state] = count
    }
    return outcome
  }

  /// The students' grades of a worksheet as they were last computed.
  public func knownGrades(of worksheet: Worksheet) throws -> KnownGrades {
    let path = worksheet.path
    var frame = DigestList()
    frame.add(try files.source.bytes(at: SchoolPath.worksheet(path)))
    try addFrame(of: path, files, to: &frame)
    frame.add(try submissions.skippedAttempts().flatMap { $0.utf8 })
    let root = try DurableFile.read(file(of: path)).flatMap { try? Document($0).root }
    return KnownGrades(frame: frame.bytes, root?["students"])
  }

  /// The entry to cache for a graded worksheet. It is created while nothing else changes, and
  /// written after the grades.
  ///
  /// - Parameter files: the school's files with the grades.
  public func note(
    of outcome: GradeRun.Outcome, _ grades: KnownGrades, in files: SchoolFiles
  ) throws -> Note {
    let states = outcome.counts.sorted { $0.key.rawValue < $1.key.rawValue }
    // Worksheets with ungraded work are always computed again.
    let isWhole =
      outcome.unreadable.isEmpty && outcome.kept.isEmpty && outcome.changedSince.isEmpty
      && outcome.failures.isEmpty && outcome.overtaken.isEmpty
    let value = Value.fields([
      ("digest", isWhole ? .scalar(try digest(of: outcome.path, files)) : nil),
      ("states", .fields(states.map { ($0.key.rawValue, .plain("\($0.value)")) })),
      ("students", grades.value),
    ])
    return Note(file: file(of: outcome.path), bytes: Array(Printer.print(value).utf8))
  }

  public struct Note {
    fileprivate let file: String
    fileprivate let bytes: [UInt8]

    public func keep() throws {
      try DurableFile.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try DurableFile.write(bytes, to: file, durability: .deferred)
    }
  }

  private func file(of path: ContextPath) -> String { "\(folder)/\(path.subject)/\(path.dotted)" }

  private func digest(of path: ContextPath, _ files: SchoolFiles) throws -> String {
    var digests = try inputs.digests(of: path)
    try addFrame(of: path, files, to: &digests)
    digests.add(try files.source.bytes(at: SchoolPath.grades(path)))
    digests.add(try submissions.fingerprint(of: names.names(of: path)))
    return sha256Hex(digests.bytes)
  }

  /// Adds the inputs of all grades of a worksheet other than its own files.
  private func addFrame(
    of path: ContextPath, _ files: SchoolFiles, to digests: inout DigestList
  ) throws {
    digests.add(GradingCache.program)
    digests.add(inputs.shared)
    for work in budget?.works(before: path) ?? [] {
      digests.add(try files.source.bytes(at: SchoolPath.grades(work)))
    }
    for name in names.names(of: path) { digests.add(Array(name.utf8)) }
  }

  /// Identifies this build of the program.
  private static let program: [UInt8] = {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return [] }
    return Array("\(teachkitVersion) \(status.st_size) \(status.st_mtim.tv_sec)".utf8)
  }()
}
