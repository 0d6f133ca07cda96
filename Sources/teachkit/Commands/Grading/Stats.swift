import ArgumentParser
import Course
import Exchange
import Grading
import Model
import Reports
import Storage
import Text

struct Stats: Command {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show statistics for worksheets or a student.",
    discussion: """
      For one worksheet: mean, median, spread and a histogram of scores. For each exercise: the \
      students with right, partly right, wrong and missing answers, common wrong answers, and \
      the discrimination: how well the exercise separates stronger from weaker students (-1 to \
      1; check exercises below 0). For a subject or chapter: a row for each worksheet. For a \
      student: the score and mean for each worksheet, and wrong answers. Changes nothing.

      Example: teachkit stats math/fractions/adding --output adding.html
      """)

  static var formats: [Format] { Format.table + [.html] }

  @Argument(
    help: "A subject, chapter, worksheet or student; optional if there is only one subject.",
    completion: Candidates.content.completion)
  var path: String?

  @Option(
    name: [.long, .customLong("for")],
    help: ArgumentHelp("Only this class or group; several are compared.", valueName: "who"),
    completion: Candidates.who.completion)
  var group: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write to a new file; its extension selects the format.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let store = try session.openSchool()
    let files = store.files
    let target = try output.map { try NewFile($0, session) }
    let format =
      target.map { session.format == .text ? $0.format ?? .text : session.format }
      ?? session.format
    let answer: any Report
    let notes: GradeRun.Performances
    if let path, let student = try student(path, in: files) {
      guard group.isEmpty else {
        throw Failure(.commandIsFaulty, "'--group' can't be combined with a student")
      }
      (answer, notes) = try self.report(on: student, in: store, session)
    } else {
      (answer, notes) = try report(in: store, session)
    }
    if let target {
      try target.write(session.rendered(answer, as: format, layout: .pipe))
      session.output.notice("wrote '\(target.name)'")
    } else {
      session.report(answer)
    }
    if !notes.absent.isEmpty {
      session.output.hint(
        "cannot grade the work of \(named(notes.absent)): run 'teachkit collect' and 'teachkit grade'"
      )
    } else if notes.isEmpty {
      session.output.hint("nothing has been submitted yet: run 'teachkit collect' to check")
    } else if !notes.outdated.isEmpty {
      session.output.hint(
        "the gradebook is out of date for \(named(notes.outdated)): run 'teachkit grade'")
    }
    try session.report(notes.failures, "grade")
  }

  private func student(_ word: String, in files: SchoolFiles) throws -> Student? {
    let found = try Locator(files).find(word, among: [.subject, .context, .exercise, .student])
    guard case .student(let id) = found else { return nil }
    let student = try files.students()[id] ?? Student(id: id)
    if student.isTest {
      throw Failure(
        .valueIsFaulty, "'\(id)' is a test student and counts in no statistics",
        hint: "run 'teachkit grades --for \(id)' to show the grades")
    }
    return student
  }

  /// One section for each worksheet with results, in each group.
  private func report(
    in store: SchoolStore, _ session: Session
  ) throws -> (StatisticsReport, GradeRun.Performances) {
    let files = store.files
    let root = try WorkSelection.root(path, in: files)
    let run = try GradeRun(
      subject: root.subject, files, Submissions(of: root.subject, in: store),
      CodeLibrary(in: store, files, session))
    let groups: [(word: String?, students: Set<String>?)] =
      group.isEmpty
      ? [(nil, nil)]
      : try group.separated.map {
        ($0, Set(try session.participants([$0], in: root.subject, of: files)))
      }
    var notes = GradeRun.Performances()
    var sections: [WorkStatistics] = []
    for worksheet in try WorkSelection(root.description, in: files).worksheets {
      let found = try run.performances(on: worksheet, at: session.now)
      notes.add(found)
      for group in groups {
        let counted = found.all.filter { group.students?.contains($0.student) != false }
        if counted.isEmpty, try !files.isWorksheet(root) { continue }
        sections.append(
          WorkStatistics(
            worksheet: worksheet, group: group.word,
            found: try Statistics(worksheet, maximum: Grader(worksheet).maximum, counted)))
      }
    }
    notes.isEmpty = sections.allSatisfy { $0.found.scores == nil }
    return (
      StatisticsReport(
        title: try root.components.isEmpty
          ? files.subject(root.subject).title : files.context(root).title, sections: sections,
        names: try files.students().distinctNames,
        made: try files.zone().text(session.now), width: session.surroundings.width),
      notes
    )
  }

  private func report(
    on student: Student, in store: SchoolStore, _ session: Session
  ) throws -> (StudentStatistics, GradeRun.Performances) {
    let files = store.files
    var notes = GradeRun.Performances()
    var rows: [StudentStatistics.Row] = []
    for subject in try files.subjectIDs()
    where try files.participants(of: subject).entries.contains(where: { $0.id == student.id }) {
      let submissions = try Submissions(of: subject, in: store)
      let memory = try GradingCache(of: subject, in: store, files, submissions)
      let run = try GradeRun(
        subject: subject, files, submissions, CodeLibrary(in: store, files, session))
      for worksheet in try WorkSelection(subject, in: files).worksheets {
        // The gradebook has the scores of all students, unless something has changed since.
        let isCurrent = try memory.outcome(of: worksheet) != nil
        let grades = try files.grades(worksheet.path)
        let found = try run.performances(
          on: worksheet, of: isCurrent ? student.id : nil, besides: grades, at: session.now)
        notes.add(found)
        guard let result = found.all.first(where: { $0.student == student.id }) else { continue }
        let scores = isCurrent ? run.scores(in: grades) : found.all.compactMap(\.grade.score)
        rows.append(.init(worksheet: worksheet, result: result, scores: try Distribution(scores)))
      }
    }
    notes.isEmpty = rows.isEmpty
    return (StudentStatistics(student: student, rows: rows), notes)
  }
}

extension GradeRun.Performances {
  /// Adds the students to report next to the statistics.
  fileprivate mutating func add(_ other: Self) {
    absent += other.absent.filter { !absent.contains($0) }
    failures.add(other.failures)
    outdated += other.outdated.filter { !outdated.contains($0) }
  }
}
