import Git
import Model
import PlainYAML
import Storage

/// The returned grades, as of the returned commits of the school.
///
/// Later grades and marks don't show before the next return.
final class ReturnedGrades {
  private struct Moment: Hashable {
    let commit: String
    let path: ContextPath
  }

  private let school: SchoolFiles
  private lazy var names = Result { try WorkNames(of: subject, in: school) }
  private let subject: String
  private let repository: Repository
  private let submissions: Submissions?
  private let cache: GradeCache?
  private let showsSolutions: (Worksheet) -> Bool
  /// Whether graded work is missing from the collected store, for example after its loss.
  private(set) var lacksSubmissions = false
  /// Students whose returned grades can't be written.
  private(set) var failures = StudentFailures()
  private var shown: [ContextPath: Bool] = [:]
  private var moments: [String: SchoolFiles?] = [:]
  private var scales: [String: MarkScale?] = [:]
  private var worksheets: [Moment: Worksheet?] = [:]
  /// The ledgers of the current work, by blob id: they are often the same in many commits.
  private var ledgers: [ObjectID: Ledger] = [:]
  private var ledgersAt: [String: ObjectID?] = [:]
  private var ledgersOf: ContextPath?
  /// Whether that work is the same in two commits.
  private var sameFrames: [[String]: Bool] = [:]

  /// - Parameters:
  ///   - submissions: the students' answers; nil for grades without answers.
  ///   - cache: the grades that earlier shares wrote.
  init(
    of subject: String, in school: SchoolFiles, repository: Repository,
    submissions: Submissions?, cache: GradeCache? = nil,
    showsSolutions: @escaping (Worksheet) -> Bool
  ) {
    self.subject = subject
    self.school = school
    self.repository = repository
    self.submissions = submissions
    self.cache = cache
    self.showsSolutions = showsSolutions
  }

  /// All grades returned to some students, by student and work; incomplete for students with a
  /// failure.
  ///
  /// One worksheet is processed after another, so that only its ledgers are in memory.
  func slips(
    for students: Set<String>
  ) throws -> [String: [(work: String, slip: GradeSlip)]] {
    var slips: [String: [(work: String, slip: GradeSlip)]] = [:]
    for path in try school.ledgerPaths(in: "marks", below: ContextPath(subject: subject)) {
      let ledger = try school.marks(path)
      for student in ledger.keys where students.contains(student) {
        guard let marks = ledger[student].map({ Marks($0) }), let commit = marks.returned else {
          continue
        }
        let slip: GradeSlip?
        do {
          slip = try self.slip(for: student, path, at: commit, again: marks.again)
        } catch  where StudentFailures.isPersonal(error) {
          failures.add(error, of: student, at: path)
          continue
        }
        guard let slip else { continue }
        slips[student, default: []].append((path.work, slip))
      }
    }
    return slips
  }

  /// Students who are being sent solutions with their grades, which isn't recorded yet.
  func newlySolved(among students: Set<String>) throws -> [ContextPath: Set<String>] {
    var found: [ContextPath: Set<String>] = [:]
    for path in try school.ledgerPaths(in: "marks", below: ContextPath(subject: subject)) {
      let ledger = try school.marks(path)
      var new: [String: String] = [:]
      for student in ledger.keys where students.contains(student) {
        guard let marks = ledger[student].map({ Marks($0) }), marks.again == nil,
          marks.solved == nil
        else { continue }
        new[student] = marks.returned
      }
      guard !new.isEmpty, try school.isWorksheet(path) else { continue }
      let worksheet = try school.worksheet(path)
      guard worksheet.hasSolutions, shows(worksheet) else { continue }
      forgetLedgers(but: path)
      let solved = try new.filter { student, commit in
        let moment = Moment(commit: commit, path: path)
        do {
          guard let files = try files(at: commit),
            let worksheet = try self.worksheet(moment, files)
          else { return false }
          // Only exercises that were graded come with solutions.
          let grades = try self.ledger(SchoolPath.grades(worksheet.path), of: path, at: commit)
          return grades?[student]?["items"] != nil
        } catch  where StudentFailures.isPersonal(error) {
          return false
        }
      }
      if !solved.isEmpty { found[path] = Set(solved.keys) }
    }
    return found
  }

  private func slip(
    for student: String, _ path: ContextPath, at commit: String, again: Int?
  ) throws -> GradeSlip? {
    let moment = Moment(commit: commit, path: path)
    guard let files = try files(at: commit), let worksheet = try worksheet(moment, files) else {
      return nil
    }
    let key = GradeCache.Key(
      student: student, work: path.work, commit: commit, showsSolutions: shows(worksheet),
      again: again)
    if let known = try cache?.slip(key) { return known }
    guard var file = try file(for: student, path, at: commit) else { return nil }
    file.again = again
    let (bytes, grade) = (file.bytes, file.grade)
    let points =
      grade.state == .excused
      ? nil : GradeSlip.Points(score: grade.score ?? .zero, max: grade.max)
    if !lacksSubmissions { try cache?.add(key, bytes, points) }
    return GradeSlip(file: .write(bytes), points: points)
  }

  /// Whether a student's returned grade would be the same in two commits of the school.
  ///
  /// Grades are only written if one of their inputs differs.
  func isSame(
    for student: String, _ path: ContextPath, at old: String, and new: String
  ) throws -> Bool {
    if try isSameFrame(path, at: old, and: new), let old = try parts(for: student, path, at: old),
      let new = try parts(for: student, path, at: new), old == new
    {
      return true
    }
    return try file(for: student, path, at: old)?.bytes
      == file(for: student, path, at: new)?.bytes
  }

  /// Whether the inputs of all grades of some work are the same in two commits.
  private func isSameFrame(
    _ path: ContextPath, at old: String, and new: String
  ) throws -> Bool {
    forgetLedgers(but: path)
    let commits = [old, new]
    if let known = sameFrames[commits] { return known }
    let frames = try commits.map { commit -> Frame? in
      guard let files = try files(at: commit),
        let worksheet = try worksheet(Moment(commit: commit, path: path), files)
      else { return nil }
      return Frame(worksheet: worksheet, scale: try scale(at: commit))
    }
    let isSame = frames[0] != nil && frames[0] == frames[1]
    sameFrames[commits] = isSame
    return isSame
  }

  private struct Frame: Equatable {
    let worksheet: Worksheet
    let scale: MarkScale?
  }

  /// A student's grade with its marks and submission.
  private struct Parts: Equatable {
    let grade: Node
    /// The marks but for those that only say that it was returned.
    let marks: [Entry]
  }

  private func parts(
    for student: String, _ path: ContextPath, at commit: String
  ) throws -> Parts? {
    guard let files = try files(at: commit),
      let worksheet = try worksheet(Moment(commit: commit, path: path), files),
      let grade = try ledger(SchoolPath.grades(worksheet.path), of: path, at: commit)?[student]
    else { return nil }
    let marks = try ledger(SchoolPath.marks(worksheet.path), of: path, at: commit)?[student]
    return Parts(
      grade: grade,
      marks: (marks?.mapping ?? []).filter { !["returned", "again", "solved"].contains($0.key) })
  }

  /// A student's grade in a commit of the school; nil for none.
  func file(
    for student: String, _ path: ContextPath, at commit: String
  ) throws -> GradeFile? {
    let moment = Moment(commit: commit, path: path)
    guard let files = try files(at: commit), let worksheet = try worksheet(moment, files),
      let grade = try ledger(SchoolPath.grades(worksheet.path), of: path, at: commit)?[student]
        .flatMap({ Grade($0) })
    else { return nil }
    let marks = try ledger(SchoolPath.marks(worksheet.path), of: path, at: commit)?[student].map {
      Marks($0)
    }
    let (answers, unreadable) = try grade.commit.map { try self.answers(of: $0) } ?? ([:], nil)
    return GradeFile(
      worksheet: worksheet, grade: grade, marks: marks ?? Marks(), answers: answers,
      unreadable: unreadable, files: try handedIn(with: grade.commit, for: worksheet),
      showsSolutions: shows(worksheet),
      scale: try scale(at: commit))
  }

  /// The answers of a submission, or the reason why they are unreadable.
  private func answers(of commit: String) throws -> ([String: Node], unreadable: String?) {
    guard let id = ObjectID(commit) else { return ([:], nil) }
    guard let submissions, try submissions.contains(id) else {
      lacksSubmissions = true
      return ([:], nil)
    }
    if let nodes = try submissions.answerNodes(of: id) { return (nodes, nil) }
    guard case .unreadable(let why) = try submissions.answers(of: id) else { return ([:], nil) }
    return ([:], why)
  }

  /// Only looked up for file exercises.
  private func handedIn(
    with commit: String?, for worksheet: Worksheet
  ) throws -> Set<String> {
    guard worksheet.exercises.contains(where: { !$0.question.files.isEmpty }), let submissions,
      let id = commit.flatMap({ ObjectID($0) }), try submissions.contains(id)
    else { return [] }
    return Set(try submissions.files(of: id))
  }

  private func shows(_ worksheet: Worksheet) -> Bool {
    if let known = shown[worksheet.path] { return known }
    let shows = showsSolutions(worksheet)
    shown[worksheet.path] = shows
    return shows
  }

  private func files(at commit: String) throws -> SchoolFiles? {
    if let known = moments[commit] { return known }
    var found: SchoolFiles?
    if let id = ObjectID(commit), try repository.contains(id) {
      let tree = try repository.commit(id).tree
      found = SchoolFiles(CommitTree(repository: repository, tree: tree))
    }
    moments[commit] = .some(found)
    return found
  }

  private func worksheet(_ moment: Moment, _ files: SchoolFiles) throws -> Worksheet? {
    if let known = worksheets[moment] { return known }
    let found = try path(of: moment.path, in: files).map { try files.worksheet($0) }
    worksheets[moment] = .some(found)
    return found
  }

  /// The path of a worksheet in an older commit of the school.
  private func path(of present: ContextPath, in files: SchoolFiles) throws -> ContextPath? {
    if try files.isWorksheet(present) { return present }
    guard try school.isWorksheet(present) else { return nil }
    return try names.get().names(of: present).reversed().lazy
      .map { name in
        ContextPath(
          subject: present.subject, components: name.split(separator: "/").map(String.init))
      }
      .first { try files.isWorksheet($0) }
  }

  /// The scale of the subject in a commit; nil if it has none that can be read.
  private func scale(at commit: String) throws -> MarkScale? {
    if let known = scales[commit] { return known }
    let found = try files(at: commit).flatMap { (try? $0.scale(of: subject)) ?? nil }
    scales[commit] = .some(found)
    return found
  }

  private func forgetLedgers(but path: ContextPath) {
    if ledgersOf == path { return }
    (ledgers, ledgersAt, sameFrames, ledgersOf) = ([:], [:], [:], path)
  }

  /// A ledger as it was in a commit; those of other work are forgotten.
  private func ledger(
    _ file: String, of path: ContextPath, at commit: String
  ) throws -> Ledger? {
    forgetLedgers(but: path)
    guard let files = try files(at: commit) else { return nil }
    let place = "\(commit):\(file)"
    if ledgersAt[place] == nil { ledgersAt[place] = .some(try files.source.blob(at: file)) }
    guard let id = ledgersAt[place] ?? nil else { return nil }
    if let known = ledgers[id] { return known }
    let ledger =
      try file.hasPrefix("grades/")
      ? GradeLedger(files.source.bytes(at: file) ?? [], file: file).lines : files.ledger(at: file)
    ledgers[id] = ledger
    return ledger
  }
}
