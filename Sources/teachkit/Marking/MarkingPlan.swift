import Course
import Exchange
import Grading
import Model
import Storage
import Text

/// The answers that a person has to mark, step by step.
struct MarkingPlan {
  /// One submission, possibly by several students together or on paper.
  struct Work {
    let worksheet: Worksheet
    let mailbox: String
    var students: [String]
    let assessment: Assessment
    /// The existing marks, by student.
    var works: [String: GradeRun.Work]

    /// A student's marking, for the attempt that is shown.
    func marking(_ student: String, _ decisions: [Marking.Decision]) -> Marking {
      var submissions: [String: String] = [:]
      for exercise in decisions.compactMap(\.field.exercise) {
        submissions[exercise] = works[student]?.submission(toMark: exercise, by: assessment)
      }
      return Marking(student, decisions, for: submissions)
    }

    /// The attempt that counts for an exercise, in hexadecimal.
    func commit(of exercise: Exercise) -> String? {
      guard let verdict = assessment.verdicts.first(where: { $0.exercise == exercise.id }) else {
        return assessment.grade.commit
      }
      return verdict.commit
    }
  }

  struct Step {
    /// The index in `works`.
    let work: Int
    /// Nil for the comment on the whole work.
    let exercise: Exercise?
    /// The students for whom the decision counts.
    var students: [String]
  }

  /// The selection of answers to mark.
  struct Choice {
    /// Limits marking to one exercise.
    var exercise: String?
    /// Limits marking to these students, and includes their marked answers and work on paper.
    var students: [String]?
    /// Limits marking to this marker's share.
    var marker: String?
  }

  private(set) var works: [Work] = []
  /// Students whose work couldn't be read.
  private(set) var failures = StudentFailures()
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
      let who = choice.students.map { GradeRun.Who.only(Set($0)) } ?? .counting
      for work in try run.works(on: worksheet, of: who)
      where isTheirs?.contains(work.terms.mailbox) != false {
        guard
          let assessment = try failures.attempt(
            work.student, at: worksheet.path, { try run.assess(work, grader, worksheet) })
        else { continue }
        for candidate in [assessment] + assessment.rivals {
          let submission = work.chain.first { "\($0.commit)" == candidate.grade.commit }
          let item = Work(
            worksheet: worksheet, mailbox: submission?.mailbox ?? work.terms.mailbox,
            students: [work.student],
            assessment: candidate, works: [work.student: work])
          if open(item, isOverridden: work.marks.override != nil).isEmpty { continue }
          let key = item.assessment.grade.commit ?? item.mailbox
          if let place = places[key], works[place].assessment.verdicts == item.assessment.verdicts {
            works[place].students.append(work.student)
            works[place].works[work.student] = work
          } else {
            places[key] = works.count
            works.append(item)
          }
        }
      }
    }
  }

  /// Shuffles the works so that their order reveals nothing.
  mutating func shuffle(using random: inout some RandomNumberGenerator) {
    works.shuffle(using: &random)
  }

  /// The exercises of each work, then a comment on it; without the comment for a single exercise.
  var steps: [Step] {
    works.indices.flatMap { place in
      let work = works[place]
      let steps = open(work).map { Step(work: place, exercise: $0, students: work.students) }
      let comment = Step(work: place, exercise: nil, students: work.students)
      return choice.exercise == nil ? steps + [comment] : steps
    }
  }

  /// The exercises of a work that need marking. For named students also those that a person usually
  /// marks or has marked, and all of them without a submission.
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
  /// Returns the mailboxes whose work on a worksheet is assigned to a marker.
  func share(of marker: String, in worksheet: Worksheet) throws -> Set<String> {
    // Removed participants keep their place, so that work doesn't change markers.
    let all = try files.participants(of: worksheet.path.subject).listed
      .map { book.terms(for: $0.id, worksheet, rules: rules).mailbox }
    var mailboxes: [String] = []
    var known: Set<String> = []
    for mailbox in all where known.insert(mailbox).inserted { mailboxes.append(mailbox) }
    let markers = try files.staff().markers(of: worksheet.path, count: mailboxes.count)
    return Set(zip(mailboxes, markers).filter { $0.1 == marker }.map(\.0))
  }
}

extension Session {
  /// Returns the user's identifier in `staff.yaml`.
  ///
  /// - Throws: `Failure` without a staff list, or if the user isn't in it.
  func staffIdentifier(_ store: SchoolStore) throws -> String {
    let (staff, committer) = (try store.files.staff(), try committer(of: store))
    let person = Person(name: committer.name, mail: committer.mail)
    if let member = staff.member(person) { return member.id }
    throw Failure(
      .notFound,
      staff.members.isEmpty
        ? "no staff.yaml: marking isn't divided among staff"
        : "you aren't in staff.yaml; your Git identity is \(person)",
      hint: "add a line for each marker: `grace: {name: Grace Hopper, email: grace@x.org}`")
  }
}
