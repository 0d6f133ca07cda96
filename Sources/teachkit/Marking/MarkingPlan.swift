import Exchange
import Grading
import Model
import Storage

/// What there is for a person to mark, answer by answer.
struct MarkingPlan {
  /// What was handed in once, be it by several students together, or on paper.
  struct Work {
    let worksheet: Worksheet
    let mailbox: String
    var students: [String]
    let assessment: Assessment
    /// What is marked already, by student.
    var works: [String: GradeRun.Work]

    /// A student's marking, for the attempt that is shown.
    func marking(_ student: String, _ decisions: [Marking.Decision]) -> Marking {
      var submissions: [String: String] = [:]
      for exercise in decisions.compactMap(\.field.exercise) {
        submissions[exercise] = works[student]?.submission(toMark: exercise, by: assessment)
      }
      return Marking(student, decisions, for: submissions)
    }

    /// The attempt that an exercise goes by, in hexadecimal.
    func commit(of exercise: Exercise) -> String? {
      guard let verdict = assessment.verdicts.first(where: { $0.exercise == exercise.id }) else {
        return assessment.grade.commit
      }
      return verdict.commit
    }
  }

  struct Step {
    /// Its place in `works`.
    let work: Int
    /// Nil for the comment on all of it.
    let exercise: Exercise?
    /// Those for whom it is decided.
    var students: [String]
  }

  /// What is left out.
  struct Choice {
    /// The only exercise.
    var exercise: String?
    /// The only students: of theirs also what is marked already, and work on paper.
    var students: [String]?
    /// The one whose part it is.
    var marker: String?
  }

  private(set) var works: [Work] = []
  private let choice: Choice

  init(
    _ worksheets: [Worksheet], _ choice: Choice, in files: SchoolFiles, _ submissions: Submissions,
    _ code: CodeLibrary
  ) throws {
    self.choice = choice
    guard let subject = worksheets.first?.path.subject else { return }
    let run = try GradeRun(subject: subject, files, submissions, code)
    for worksheet in worksheets {
      let grader = try Grader(worksheet)
      let isTheirs = try choice.marker.map { try run.share(of: $0, in: worksheet) }
      var places: [String: Int] = [:]
      for work in try run.works(on: worksheet)
      where choice.students?.contains(work.student) != false
        && isTheirs?.contains(work.terms.mailbox) != false
      {
        let assessment = try run.assess(work, grader, worksheet)
        for own in [assessment] + assessment.rivals {
          let own = Work(
            worksheet: worksheet, mailbox: work.terms.mailbox, students: [work.student],
            assessment: own, works: [work.student: work])
          if open(own, isOverridden: work.marks.override != nil).isEmpty { continue }
          let key = "\(own.mailbox) \(own.assessment.grade.commit ?? "")"
          if let place = places[key], works[place].assessment.verdicts == own.assessment.verdicts {
            works[place].students.append(work.student)
            works[place].works[work.student] = work
          } else {
            places[key] = works.count
            works.append(own)
          }
        }
      }
    }
  }

  /// Puts the works in an order that tells nothing.
  mutating func shuffle(using random: inout some RandomNumberGenerator) {
    works.shuffle(using: &random)
  }

  /// Exercise by exercise of each work, and then a comment on it.
  var steps: [Step] {
    works.indices.flatMap { place in
      let work = works[place]
      let steps = open(work).map { Step(work: place, exercise: $0, students: work.students) }
      let comment = Step(work: place, exercise: nil, students: work.students)
      return choice.exercise == nil ? steps + [comment] : steps
    }
  }

  /// The exercises of a work that wait for a person. Where students were named also those that a
  /// person marks or has marked, and all of them where nothing was handed in.
  private func open(_ work: Work, isOverridden: Bool = false) -> [Exercise] {
    let isNamed = choice.students != nil
    let state = work.assessment.grade.state
    if state == .excused || isOverridden && !isNamed { return [] }
    return work.worksheet.exercises.filter { exercise in
      if let only = choice.exercise, only != exercise.id { return false }
      guard let verdict = work.assessment.verdicts.first(where: { $0.exercise == exercise.id })
      else { return isNamed || state == .unreadable }
      if verdict.points == nil { return isNamed || verdict.reason != .notRun }
      return isNamed && (verdict.isByHand || exercise.isForPersons || choice.exercise != nil)
    }
  }
}

extension Exercise {
  fileprivate var isForPersons: Bool { [.essay, .file].contains(question.type) }
}

extension GradeRun {
  /// The mailboxes whose work on a worksheet is one marker's.
  func share(of marker: String, in worksheet: Worksheet) throws -> Set<String> {
    // Who left keeps a place, so that nobody's work changes hands.
    let all = try files.participants(of: worksheet.path.subject)
      .map { book.terms(for: $0.id, worksheet, rules: rules).mailbox }
    var mailboxes: [String] = []
    var known: Set<String> = []
    for mailbox in all where known.insert(mailbox).inserted { mailboxes.append(mailbox) }
    let markers = try files.staff().markers(of: worksheet.path, count: mailboxes.count)
    return Set(zip(mailboxes, markers).filter { $0.1 == marker }.map(\.0))
  }
}

extension Session {
  /// Who runs the command, by the identifier in `staff.yaml`.
  ///
  /// - Throws: `Failure` where nothing is shared out, or the one who asks has no part in it.
  func memberOfStaff(_ store: SchoolStore) throws -> String {
    let (staff, committer) = (try store.files.staff(), try committer(of: store))
    let person = Person(name: committer.name, mail: committer.mail)
    if let member = staff.member(person) { return member.id }
    throw Failure(
      .notFound,
      staff.members.isEmpty
        ? "there is no staff.yaml, so the work is not shared out"
        : "you are not in staff.yaml: Git knows you as \(person)",
      hint: "write a line for each who marks: `grace: {name: Grace Hopper, email: grace@x.org}`")
  }
}
