import Git
import Model
import PlainYAML
import Storage

/// The grades that were returned, each as it was in the school's commit that was returned.
///
/// What is graded or marked later does not show before the next return.
final class ReturnedGrades {
  private struct Moment: Hashable {
    let commit: String
    let path: ContextPath
  }

  /// The school commit whose grade was returned, and after how many attempts another is asked for.
  private struct Returned {
    let commit: String
    let again: Int?
    /// Whether it is on record that the solutions were sent.
    let isSolved: Bool
  }

  private let school: SchoolFiles
  private lazy var names = Result { try WorkNames(of: subject, in: school) }
  private let subject: String
  private let repository: Repository
  private let submissions: Submissions?
  private let cache: GradeCache?
  private let showsSolutions: (Worksheet) -> Bool
  /// Which school commit each student's grade was returned at, by work.
  private let returned: [(path: ContextPath, moments: [String: Returned])]
  /// Whether work that was graded is not among what was collected, as after its store was lost.
  private(set) var lacksSubmissions = false
  private var shown: [ContextPath: Bool] = [:]
  private var moments: [String: SchoolFiles?] = [:]
  private var worksheets: [Moment: Worksheet?] = [:]
  private var grades: [Moment: Ledger] = [:]
  private var marks: [Moment: Ledger] = [:]

  /// - Parameters:
  ///   - submissions: where students' answers are; without them grades come without answers.
  ///   - cache: what earlier shares made.
  init(
    of subject: String, in school: SchoolFiles, repository: Repository,
    submissions: Submissions?, cache: GradeCache? = nil,
    showsSolutions: @escaping (Worksheet) -> Bool
  ) throws {
    self.subject = subject
    self.school = school
    self.repository = repository
    self.submissions = submissions
    self.cache = cache
    self.showsSolutions = showsSolutions
    returned = try school.ledgerPaths(in: "marks", below: ContextPath(subject: subject)).map {
      path in
      let ledger = try school.marks(path)
      var moments: [String: Returned] = [:]
      for student in ledger.keys {
        moments[student] = ledger[student].map { Marks($0) }.flatMap { marks in
          marks.returned.map {
            Returned(commit: $0, again: marks.again, isSolved: marks.solved != nil)
          }
        }
      }
      return (path, moments)
    }
  }

  /// All that was returned to a student, by work.
  func slips(for student: String) throws -> [(work: String, slip: GradeSlip)] {
    try returned.compactMap { path, moments in
      guard let moment = moments[student], let slip = try slip(for: student, path, moment)
      else { return nil }
      return (path.work, slip)
    }
  }

  /// Students who are sent solutions with their grades, which isn't on record yet.
  func newlySolved(among students: Set<String>) throws -> [ContextPath: Set<String>] {
    var found: [ContextPath: Set<String>] = [:]
    for (path, moments) in returned {
      let new = moments.filter {
        $1.again == nil && !$1.isSolved && students.contains($0)
      }
      guard !new.isEmpty, try school.isWorksheet(path) else { continue }
      let worksheet = try school.worksheet(path)
      guard worksheet.hasSolutions, shows(worksheet) else { continue }
      let solved = try new.filter { student, returned in
        let moment = Moment(commit: returned.commit, path: path)
        guard let files = try files(at: returned.commit),
          let worksheet = try self.worksheet(moment, files)
        else { return false }
        // Only exercises that were graded come with solutions.
        return try cached(&grades, moment) { try files.grades(worksheet.path) }[student]?["items"]
          != nil
      }
      if !solved.isEmpty { found[path] = Set(solved.keys) }
    }
    return found
  }

  private func slip(
    for student: String, _ path: ContextPath, _ returned: Returned
  ) throws -> GradeSlip? {
    let commit = returned.commit
    let moment = Moment(commit: commit, path: path)
    guard let files = try files(at: commit), let worksheet = try worksheet(moment, files) else {
      return nil
    }
    let key = GradeCache.Key(
      student: student, work: path.work, commit: commit, showsSolutions: shows(worksheet),
      again: returned.again)
    if let known = try cache?.slip(key) { return known }
    guard var file = try file(for: student, path, at: commit) else { return nil }
    file.again = returned.again
    let (bytes, grade) = (file.bytes, file.grade)
    let points =
      grade.state == .excused
      ? nil : GradeSlip.Points(score: grade.score ?? .zero, max: grade.max)
    if !lacksSubmissions { try cache?.add(key, bytes, points) }
    return GradeSlip(file: .write(bytes), points: points)
  }

  /// A student's grade as it was in a commit of the school; nil where there is none.
  func file(
    for student: String, _ path: ContextPath, at commit: String
  ) throws -> GradeFile? {
    let moment = Moment(commit: commit, path: path)
    guard let files = try files(at: commit), let worksheet = try worksheet(moment, files),
      let grade = try cached(&grades, moment, { try files.grades(worksheet.path) })[student]
        .flatMap({ Grade($0) })
    else { return nil }
    let marks = try cached(&marks, moment, { try files.marks(worksheet.path) })[student].map {
      Marks($0)
    }
    let (answers, unreadable) = try grade.commit.map { try self.answers(of: $0) } ?? ([:], nil)
    return GradeFile(
      worksheet: worksheet, grade: grade, marks: marks ?? Marks(), answers: answers,
      unreadable: unreadable, files: try handedIn(with: grade.commit, for: worksheet),
      showsSolutions: shows(worksheet),
      scale: (try? files.scale(of: worksheet.path.subject)) ?? nil)
  }

  /// The answers of a submission, or why they can't be read.
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

  /// Looked up only where a file is asked for.
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

  /// Where a worksheet was in an older state of the school.
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

  private func cached(
    _ cache: inout [Moment: Ledger], _ moment: Moment, _ read: () throws -> Ledger
  ) throws -> Ledger {
    if let known = cache[moment] { return known }
    let ledger = try read()
    cache[moment] = ledger
    return ledger
  }
}
