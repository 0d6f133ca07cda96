import Testing

@testable import Model

/// The terms of one student of class 7b, with groups red (ada, ben) and blue (ben).
@Suite struct AssignmentBookTests {
  private static let fractions = ContextPath(subject: "math", components: ["fractions"])
  private static let adding = fractions.appending("adding")

  private let roster = Roster(
    students: Students(
      ["ada", "ben", "noor"].map { Student(id: $0) } + [Student(id: "probe", isTest: true)]),
    classes: [
      "7b": SchoolClass(
        id: "7b", title: "7b", students: ["ada", "ben", "probe"],
        groups: [
          .init(id: "red", students: ["ada", "ben"]), .init(id: "blue", students: ["ben"]),
          .init(id: "none"),
        ])
    ])

  private func book(_ assignments: Assignment...) -> AssignmentBook {
    AssignmentBook(assignments, roster: roster) { subject in
      ParticipantList(
        (subject == "math" ? ["ada", "noor", "probe"] : ["ben"]).map { Participant(id: $0) },
        among: roster.students)
    }
  }

  @Test func testStudentsGetWorkOfClassesAndCountNowhere() {
    let book = book(give(to: ["7b/red"]), give("b", to: ["ada"], Self.fractions.appending("more")))
    #expect(book.recipients(of: Self.adding) == ["ada", "ben"])
    #expect(book.allRecipients(of: Self.adding) == ["ada", "ben", "probe"])
    #expect(book.allRecipients(of: Self.fractions.appending("more")) == ["ada"])
    #expect(book.counts(Self.adding, for: "probe"))
    #expect(roster.classes["7b"]?.students == ["ada", "ben"])
  }

  @Test func namedTestStudentsGetTheWork() {
    let book = book(give(to: ["probe"]))
    #expect(book.recipients(of: Self.adding).isEmpty)
    #expect(book.allRecipients(of: Self.adding) == ["probe"])
  }

  private func give(
    _ id: String = "a", to: [String] = ["everyone"], _ work: ContextPath = adding,
    release: Int64? = nil, due: Int64? = nil, rules: WorkRules = WorkRules(),
    mode: Assignment.Mode = .own, extensions: [(String, Int64)] = [],
    state: Assignment.State = .active
  ) -> Assignment {
    Assignment(
      id: id, title: "Title of \(id)", to: to, work: [work],
      release: release.map { Instant(seconds: $0) }, due: due.map { Instant(seconds: $0) },
      rules: rules, mode: mode,
      extensions: extensions.map { .init(who: $0.0, until: Instant(seconds: $0.1)) }, state: state)
  }

  private func worksheet(
    release: Int64? = nil, due: Int64? = nil, rules: WorkRules = WorkRules()
  ) -> Worksheet {
    Worksheet(
      context: Context(path: Self.adding, title: "Adding"),
      release: release.map { Instant(seconds: $0) }, due: due.map { Instant(seconds: $0) },
      rules: rules)
  }

  private func exam(_ from: Int64, _ to: Int64) -> WorkRules {
    WorkRules(exam: ExamWindow(from: Instant(seconds: from), to: Instant(seconds: to)))
  }

  // MARK: Recipients

  @Test(arguments: [
    (["everyone"], ["ada", "noor"]), (["7b"], ["ada", "ben"]), (["7b/blue"], ["ben"]),
    (["7b/none"], []), (["noor", "7b/blue"], ["ben", "noor"]), (["7b", "ada"], ["ada", "ben"]),
    (["7c", "eve", "7b/green"], []), ([], []),
  ])
  func recipientsAreStudentsClassesGroupsAndEveryone(_ to: [String], _ expected: [String]) {
    #expect(book(give(to: to)).recipients(of: Self.adding).sorted() == expected)
  }

  @Test func everyoneMeansTheParticipantsOfAllSubjectsOfTheWork() {
    var assignment = give()
    assignment.work = [ContextPath(subject: "art", components: ["one"]), Self.adding]
    #expect(book(assignment).recipients(of: Self.adding) == ["ada", "ben", "noor"])
  }

  @Test(arguments: [
    (fractions, true), (adding, true), (adding.appending("more"), false),
    (ContextPath(subject: "math"), true), (ContextPath(subject: "art"), false),
    (ContextPath(subject: "math", components: ["frac"]), false),
  ])
  func assignmentsOfChaptersIncludeTheirWorksheets(_ work: ContextPath, _ isAssigned: Bool) {
    let book = book(give(to: ["ada"], work))
    #expect(book.recipients(of: Self.adding).isEmpty != isAssigned)
    #expect(book.counts(Self.adding, for: "ada") == isAssigned)
  }

  @Test(arguments: [Assignment.State.draft, .archived])
  func onlyActiveAssignmentsAssign(_ state: Assignment.State) {
    let book = book(give(due: 10, state: state))
    #expect(book.recipients(of: Self.adding).isEmpty)
    #expect(book.release(of: Self.adding) == nil)
    #expect(book.counts(Self.adding, for: "ada") == (state == .archived))
    let terms = book.terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.assignment == (state == .archived ? "a" : nil))
    #expect(terms.isArchived == (state == .archived))
  }

  // MARK: Archived and repeated assignments

  @Test func archivedAssignmentsKeepTheirTermsAndClose() {
    var archived = give(due: 10, mode: .group, state: .archived)
    archived.to = ["7b/red"]
    archived.archived = Instant(seconds: 20)
    let book = book(archived)
    let terms = book.terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.due?.seconds == 10 && terms.mailbox == "7b+red")
    #expect(terms.closes(in: .utc)?.seconds == 20)
    #expect(book.allRecipients(of: Self.adding, withArchived: true) == ["ada", "ben", "probe"])
    #expect(!terms.isOpen(at: Instant(seconds: 5)))
    #expect(book.terms(for: "noor", worksheet(), rules: WorkRules()).isArchived == false)
  }

  @Test func activeAssignmentsGoBeforeArchivedOnes() {
    let terms = book(give("a", due: 90, state: .archived), give("b", due: 10))
      .terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.assignment == "b" && terms.due?.seconds == 10)
    #expect(!terms.isArchived && terms.before.isEmpty)
  }

  private func again(
    _ id: String, at time: Int64, to: [String] = ["everyone"], due: Int64,
    _ work: ContextPath = adding, rules: WorkRules = WorkRules()
  ) -> Assignment {
    var assignment = give(id, to: to, work, due: due, rules: rules)
    assignment.again = Instant(seconds: time)
    return assignment
  }

  /// The identifier and due date of each assignment in a series, latest first.
  private func series(_ terms: Terms) -> [String] {
    terms.series.map { "\($0.assignment ?? "-") \($0.due?.seconds ?? 0) \($0.again?.seconds ?? 0)" }
  }

  @Test func theLatestOfARepeatedAssignmentApplies() {
    var first = give("c", due: 100)
    let others = [again("b", at: 20, due: 30), again("a", at: 40, to: ["ada"], due: 50)]
    for state in [Assignment.State.active, .archived] {
      first.state = state
      let book = AssignmentBook([first] + others, roster: roster) { _ in
        ParticipantList(["ada", "noor"].map { Participant(id: $0) }, among: roster.students)
      }
      let ada = book.terms(for: "ada", worksheet(), rules: WorkRules())
      #expect(series(ada) == ["a 50 40", "b 30 20", "c 100 0"])
      let noor = book.terms(for: "noor", worksheet(), rules: WorkRules())
      #expect(series(noor) == ["b 30 20", "c 100 0"])
    }
  }

  @Test func repeatedHandoutsAreASeries() {
    let file = ContextPath(subject: "math", components: ["fractions", "files", "sheet.pdf"])
    let book = book(give("a", file, due: 10), again("b", at: 20, due: 30, file))
    #expect(book.terms(for: "ada", handout: file).map(series) == ["b 30 20", "a 10 0"])
  }

  @Test func aRepeatedAssignmentHasItsOwnRules() {
    var rules = WorkRules()
    rules.late.penalty = LatePenalty(text: "10% per day")
    var first = give("a", due: 10)
    first.rules.attempts = 1
    let terms = book(first, again("b", at: 20, due: 30, rules: rules))
      .terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.late.penalty != nil && terms.before.first?.late.penalty != rules.late.penalty)
    #expect(terms.attempts == nil && terms.before.first?.attempts == 1)
  }

  // MARK: Releases

  @Test func releaseIsTheEarliestOfTheAssignments() {
    #expect(book().release(of: Self.adding) == nil)
    #expect(book(give()).release(of: Self.adding) == .some(nil))
    #expect(
      book(give("a", release: 20), give("b", release: 10)).release(of: Self.adding)
        == Instant(seconds: 10))
    #expect(book(give("a", release: 20), give("b")).release(of: Self.adding) == .some(nil))
  }

  @Test func theMostSpecificAssignmentDecidesTheRelease() {
    let chapter = give("a", Self.fractions, release: 10)
    #expect(
      book(chapter, give("b", release: 20)).release(of: Self.adding) == Instant(seconds: 20))
    // Ada has only the chapter's assignment.
    #expect(
      book(chapter, give("b", to: ["noor"], release: 20)).release(of: Self.adding)
        == Instant(seconds: 10))
  }

  @Test(
    arguments: [
      // The worksheet's, the assignment's, the start of the exam, and the release.
      (nil, nil, nil, nil), (5, 10, nil, 5), (nil, 10, nil, 10), (nil, 10, 20, 20),
      (30, 10, 20, 30),
      (nil, nil, 20, 20),
    ] as [(Int64?, Int64?, Int64?, Int64?)])
  func worksheetsAreReleasedNotBeforeTheirExam(
    _ own: Int64?, _ assigned: Int64?, _ exam: Int64?, _ expected: Int64?
  ) {
    let rules = exam.map { self.exam($0, 99) } ?? WorkRules()
    let book = book(give(release: assigned))
    #expect(
      book.release(of: worksheet(release: own, rules: rules), rules: WorkRules())?.seconds
        == expected)
  }

  // MARK: Terms

  @Test func rulesOfTheAssignmentOverrideThoseOfTheWorksheetAndSubject() {
    let assigned = give(rules: WorkRules(attempts: 1))
    let own = worksheet(rules: WorkRules(attempts: 2, counts: .best))
    let outer = WorkRules(
      late: LateRules(cutoff: .days(9)), attempts: 3, counts: .last, afterSolutions: .counts)
    let terms = book(assigned).terms(for: "ada", own, rules: outer)
    #expect(terms.attempts == 1)
    #expect(terms.counts == .best)
    #expect(terms.afterSolutions == .counts)
    #expect(terms.late.cutoff == .days(9))
    #expect(terms.late.grace == LateRules.standard.grace)
    #expect(terms.title == "Title of a")
    // Ben has no assignment.
    let others = book(assigned).terms(for: "ben", own, rules: outer)
    #expect(others.attempts == 2)
    #expect(others.assignment == nil && others.mailbox == "ben" && others.mode == .own)
  }

  @Test func firstAssignmentByIdentifierPrevails() {
    let book = book(
      give("b", rules: WorkRules(attempts: 2, counts: .last)),
      give("a", rules: WorkRules(attempts: 1)))
    let terms = book.terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.assignment == "a")
    #expect(terms.attempts == 1)
    #expect(terms.counts == .last)
  }

  @Test func examsEndForAllAndAllowOneAttempt() {
    let late = LateRules(grace: .days(1), cutoff: .days(2), budget: .days(3))
    let rules = WorkRules(late: late, attempts: 5)
    let book = book(give(due: 10, rules: exam(20, 30)))
    let terms = book.terms(for: "ada", worksheet(due: 99), rules: rules)
    #expect(terms.opens?.seconds == 20 && terms.due?.seconds == 30)
    #expect(terms.release?.seconds == 20)
    #expect(terms.attempts == 1)
    #expect(terms.late.grace == .seconds(0) && terms.late.cutoff == .seconds(0))
    #expect(terms.late.budget == nil)
    #expect(terms.closes(in: .berlin)?.seconds == 30)
    #expect(book.due(of: worksheet(due: 99), rules: rules)?.seconds == 30)
  }

  @Test(
    arguments: [
      ([("ada", 50)], 50, true), ([("ada", 50), ("7b", 60)], 60, true),
      ([("7b/red", 60), ("ada", 50)], 60, true), ([("everyone", 50)], 50, true),
      // An extension that ends before the due date changes nothing.
      ([("ada", 40)], 40, false), ([("ada", 30)], 40, false), ([("noor", 90)], 40, false),
      ([("eve", 90)], 40, false), ([], 40, false),
    ] as [([(String, Int64)], Int64, Bool)])
  func theLatestExtensionApplies(
    _ extensions: [(String, Int64)], _ due: Int64, _ isExtended: Bool
  ) {
    let terms = book(give(due: 40, extensions: extensions))
      .terms(for: "ada", worksheet(), rules: WorkRules())
    #expect(terms.due?.seconds == due)
    #expect((terms.more != nil) == isExtended)
  }

  @Test func extensionsOfRecipientsOnlyConcernTheDueDateOfTheStudent() {
    let book = book(give(due: 40, extensions: [("ada", 50)]))
    #expect(book.terms(for: "noor", worksheet(), rules: WorkRules()).due?.seconds == 40)
    #expect(book.due(of: worksheet(), rules: WorkRules())?.seconds == 40)
  }

  @Test func groupWorkGoesToTheMailboxOfTheGroup() {
    let class7b = book(give(to: ["7b"], mode: .group))
    #expect(class7b.terms(for: "ada", worksheet(), rules: WorkRules()).mailbox == "7b+red")
    // The first group of a student with several.
    #expect(class7b.terms(for: "ben", worksheet(), rules: WorkRules()).mailbox == "7b+red")
    let blue = book(give(to: ["7b/blue", "ada"], mode: .group))
    #expect(blue.terms(for: "ben", worksheet(), rules: WorkRules()).mailbox == "7b+blue")
    #expect(blue.terms(for: "ada", worksheet(), rules: WorkRules()).mailbox == "ada")
    let own = book(give(to: ["7b"]))
    #expect(own.terms(for: "ben", worksheet(), rules: WorkRules()).mailbox == "ben")
  }

  @Test func groupsOfARecipientHaveMailboxes() {
    func mailboxes(_ who: Recipient) -> [String] { roster.groups(of: who).map(\.mailbox) }
    #expect(mailboxes(.everyone) == ["7b+red", "7b+blue", "7b+none"])
    #expect(mailboxes(.schoolClass("7b")) == ["7b+red", "7b+blue", "7b+none"])
    #expect(mailboxes(.group(schoolClass: "7b", group: "blue")) == ["7b+blue"])
    #expect(mailboxes(.group(schoolClass: "7b", group: "gone")) == [])
    #expect(mailboxes(.schoolClass("7c")) == [])
    #expect(mailboxes(.student("ada")) == [])
  }

  // MARK: Handouts

  @Test func filesAndInstructionsAreHandouts() {
    let file = ContextPath(subject: "math", components: ["fractions", "files", "sheet.pdf"])
    var words = give("words", to: ["ada"], due: 40, extensions: [("ada", 50)])
    words.work = []
    words.instructions = "Bring a ruler."
    let book = book(give("a", file, release: 20), words)
    let path = ContextPath.withoutWork("words", in: "math")
    #expect(book.handouts(in: "math") == [path, file])
    #expect(book.handouts(in: "art") == [.withoutWork("words", in: "art")])
    let terms = book.terms(for: "ada", handout: path)
    #expect(terms?.instructions == "Bring a ruler.")
    #expect(terms?.mode == .view && terms?.due?.seconds == 50 && terms?.more?.who == "ada")
    #expect(book.terms(for: "noor", handout: path) == nil)
    #expect(book.terms(for: "noor", handout: file)?.release?.seconds == 20)
    #expect(book.release(ofHandout: file)?.seconds == 20)
    #expect(book.release(ofHandout: path) == nil)
  }

  @Test func aHandoutIsPublishedWithItsFirstAssignment() {
    let file = ContextPath(subject: "math", components: ["fractions", "files", "sheet.pdf"])
    #expect(
      book(give("a", file, release: 20), give("b", file, release: 10))
        .release(ofHandout: file)?.seconds == 10)
    #expect(book(give("a", file, release: 20), give("b", file)).release(ofHandout: file) == nil)
  }
}
