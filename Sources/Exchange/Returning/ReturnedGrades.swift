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

  let school: SchoolFiles
  private lazy var names = Result { try WorkNames(of: subject, in: school) }
  let subject: String
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
  /// The states of the work that is looked at, the last one used at the end.
  private var states: [(moment: Moment, state: GradeSources?)] = []
  /// The last comparison of two states.
  private var compared: (moments: [Moment], isSame: Bool)?

  /// - Parameters:
  ///   - submissions: the students' answers; nil for grades without answers.
  ///   - head: the commit of the school's files, if they are those of a commit.
  ///   - cache: the grades that earlier shares wrote.
  init(
    of subject: String, in school: SchoolFiles, at head: ObjectID? = nil, repository: Repository,
    submissions: Submissions?, cache: GradeCache? = nil,
    showsSolutions: @escaping (Worksheet) -> Bool
  ) {
    self.subject = subject
    self.school = school
    self.repository = repository
    self.submissions = submissions
    self.cache = cache
    self.showsSolutions = showsSolutions
    if let head { moments[head.description] = school }
  }

  /// All grades returned to some students, by student and work; incomplete for students with a
  /// failure.
  ///
  /// One worksheet is processed after another, so that only its ledgers are in memory.
  func slips(
    for students: Set<String>
  ) throws -> [String: [(path: ContextPath, slip: GradeSlip)]] {
    var slips: [String: [(path: ContextPath, slip: GradeSlip)]] = [:]
    for path in try school.ledgerPaths(in: "marks", below: ContextPath(subject: subject)) {
      let ledger = try school.marks(path)
      let returned = ledger.keys.filter(students.contains).compactMap { student in
        ledger[student].flatMap { marks in
          marks.returnedCommit.map { (student: student, commit: $0, again: marks.againAfter) }
        }
      }
      // Each state of the school is read once.
      var failures: [(student: String, error: any Error)] = []
      for (student, commit, again) in returned.sorted(by: { $0.commit < $1.commit }) {
        let slip: GradeSlip?
        do {
          slip = try self.slip(for: student, path, at: commit, again: again)
        } catch  where StudentFailures.isPersonal(error) {
          failures.append((student, error))
          continue
        }
        guard let slip else { continue }
        slips[student, default: []].append((path, slip))
      }
      for (student, error) in failures.sorted(by: { $0.student < $1.student }) {
        self.failures.add(error, of: student, at: path)
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
        guard let marks = ledger[student], marks["again"] == nil, marks["solved"] == nil
        else { continue }
        new[student] = marks.returnedCommit
      }
      guard !new.isEmpty, try school.isWorksheet(path) else { continue }
      let worksheet = try school.worksheet(path)
      guard worksheet.hasSolutions, shows(worksheet) else { continue }
      let solved = try new.sorted { $0.value < $1.value }.filter { student, commit in
        do {
          // Only exercises that were graded come with solutions.
          return try state(of: path, at: commit)?.grades.lines[student]?["items"] != nil
        } catch  where StudentFailures.isPersonal(error) {
          return false
        }
      }
      if !solved.isEmpty { found[path] = Set(solved.map(\.key)) }
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
  /// Grades are written only if their inputs differ.
  func isSame(
    for student: String, _ path: ContextPath, at old: String, and new: String
  ) throws -> Bool {
    if try hasSameSources(for: student, path, at: old, and: new) { return true }
    return try file(for: student, path, at: old)?.bytes
      == file(for: student, path, at: new)?.bytes
  }

  /// Whether the inputs of a student's grade are the same in two commits of the school.
  func hasSameSources(
    for student: String, _ path: ContextPath, at old: String, and new: String
  ) throws -> Bool {
    guard let before = try state(of: path, at: old), let after = try state(of: path, at: new) else {
      return false
    }
    return isSameFrame(before, after, path, at: old, and: new)
      && before.isSame(after, for: student)
  }

  /// The lines of grades in a commit that can be read; nil if others are damaged.
  func lines(of path: ContextPath, at commit: String) throws -> Ledger? {
    try state(of: path, at: commit).flatMap { $0.grades.isDamaged ? nil : $0.grades.lines }
  }

  /// Whether the inputs that all grades of some work have in common are the same in two commits.
  private func isSameFrame(
    _ before: GradeSources, _ after: GradeSources, _ path: ContextPath, at old: String,
    and new: String
  ) -> Bool {
    let moments = [old, new].map { Moment(commit: $0, path: path) }
    if let compared, compared.moments == moments { return compared.isSame }
    let isSame = before.worksheet == after.worksheet && before.scale == after.scale
    compared = (moments, isSame)
    return isSame
  }

  /// A student's grade in a commit of the school; nil for none.
  func file(
    for student: String, _ path: ContextPath, at commit: String
  ) throws -> GradeFile? {
    guard let state = try state(of: path, at: commit),
      let grade = state.grades.lines[student].flatMap({ Grade($0) })
    else { return nil }
    let worksheet = state.worksheet
    let (answers, unreadable) = try grade.commit.map { try self.answers(of: $0) } ?? ([:], nil)
    return GradeFile(
      worksheet: worksheet, grade: grade,
      marks: state.marks[student].map { Marks($0) } ?? Marks(), answers: answers,
      unreadable: unreadable, files: try submittedFiles(with: grade.commit, for: worksheet),
      showsSolutions: shows(worksheet),
      scale: state.scale)
  }

  /// The answers of a submission, or why they are unreadable.
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
  private func submittedFiles(
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

  func files(at commit: String) throws -> SchoolFiles? {
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

  /// The inputs of the grades of some work, as they were in a commit; nil if there was no such work.
  ///
  /// Two states are kept: today's, and one that it is compared with.
  func state(of path: ContextPath, at commit: String) throws -> GradeSources? {
    let moment = Moment(commit: commit, path: path)
    if let place = states.firstIndex(where: { $0.moment == moment }) {
      if place != states.count - 1 { states.swapAt(0, 1) }
      return states[states.count - 1].state
    }
    let state = try files(at: commit).flatMap { files in
      try worksheet(moment, files).map { worksheet in
        GradeSources(
          worksheet: worksheet, scale: try scale(at: commit),
          grades: try grades(of: worksheet.path, in: files),
          marks: try files === school
            ? files.marks(worksheet.path) : files.ledger(at: SchoolPath.marks(worksheet.path)))
      }
    }
    states = states.suffix(1) + [(moment, state)]
    return state
  }

  /// The grades of some work; those of a kept state if they are the same file.
  private func grades(
    of path: ContextPath, in files: SchoolFiles
  ) throws -> GradeSources.Grades {
    let file = SchoolPath.grades(path)
    let blob = try files.source.blob(at: file)
    if let blob, let known = states.first(where: { $0.state?.grades.blob == blob })?.state?.grades {
      return known
    }
    let (lines, isDamaged) = try GradeLedger.lines(
      files.source.bytes(at: file) ?? [], file: file)
    return .init(blob: blob, lines: lines, isDamaged: isDamaged)
  }
}

/// The inputs of the returned grades of some work in a commit of the school.
struct GradeSources {
  let worksheet: Worksheet
  let scale: MarkScale?
  let grades: Grades
  let marks: Ledger

  struct Grades {
    let blob: ObjectID?
    let lines: Ledger
    /// Whether other lines can't be read.
    let isDamaged: Bool
  }

  /// Whether a student has the same grade and marks, except for those that only say that it was
  /// returned.
  func isSame(_ other: GradeSources, for student: String) -> Bool {
    let (lines, others) = (grades.lines, other.grades.lines)
    guard let line = lines.lines(of: student), let otherLine = others.lines(of: student),
      line == otherLine || lines[student] == others[student]
    else { return false }
    if marks.lines(of: student) == other.marks.lines(of: student) { return true }
    return entries(for: student) == other.entries(for: student)
  }

  private func entries(for student: String) -> [Entry] {
    (marks[student]?.mapping ?? []).filter { !["returned", "again", "solved"].contains($0.key) }
  }
}

/// Single fields of a line of marks.
extension Node {
  /// The commit as of which the grade was returned.
  var returnedCommit: String? { self["returned"]?.scalar }
  /// The number of attempts after which another one is requested.
  var againAfter: Int? { self["again"]?.scalar.flatMap { Int($0) } }
}
