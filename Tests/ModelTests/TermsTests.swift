import Testing

@testable import Model

@Suite struct TermsTests {
  private let work = ContextPath(subject: "math", components: ["adding"])
  private let student = "ada"

  private func worksheet(due: Int64? = nil) -> Worksheet {
    Worksheet(
      context: Context(path: work, title: "Adding"), due: due.map { Instant(seconds: $0) })
  }

  private func book(_ assignments: [Assignment]) -> AssignmentBook {
    AssignmentBook(
      assignments, roster: Roster(students: Students([Student(id: student)]), classes: [:])
    ) { _ in ParticipantList([Participant(id: student)]) }
  }

  private func assignment(
    _ id: String, due: Int64? = nil, _ mode: Assignment.Mode = .own,
    _ state: Assignment.State = .active
  ) -> Assignment {
    Assignment(
      id: id, title: id, to: [student], work: [work], due: due.map { Instant(seconds: $0) },
      mode: mode, state: state)
  }

  @Test(
    arguments: [
      // The due dates of the assignments and of the worksheet, and the one that applies.
      ([10, nil], 20, 10), ([10, 15], 20, 15), ([10, 15], 12, 15), ([nil], 20, 20), ([], 20, 20),
      ([nil], nil, nil), ([10], nil, 10),
    ] as [([Int64?], Int64?, Int64?)])
  func ownDueDateAppliesIfNoAssignmentHasOne(_ dues: [Int64?], _ own: Int64?, _ holds: Int64?) {
    let book = book(dues.enumerated().map { assignment("a\($0)", due: $1) })
    let terms = book.terms(for: student, worksheet(due: own), rules: WorkRules())
    #expect(terms.due?.seconds == holds)
    #expect(book.due(of: worksheet(due: own), rules: WorkRules())?.seconds == holds)
  }

  @Test(
    arguments: [
      ([.view, .own], .own), ([.own, .view], .own), ([.view, .view], .view), ([.view], .view),
      ([], .own),
    ] as [([Assignment.Mode], Assignment.Mode)])
  func submissionAssignmentsTakePrecedence(
    _ modes: [Assignment.Mode], _ expected: Assignment.Mode
  ) {
    let book = book(
      modes.enumerated().map { assignment("a\($0)", due: $1 == .view ? 99 : 10, $1) })
    let terms = book.terms(for: student, worksheet(), rules: WorkRules())
    #expect(terms.mode == expected)
    if modes.contains(.own) { #expect(terms.due?.seconds == 10) }
  }

  @Test(
    arguments: [
      ([(.own, .active)], true, true), ([(.own, .archived)], true, true),
      ([(.group, .active)], true, true), ([(.own, .draft)], false, true), ([], false, true),
      ([(.view, .active)], false, false), ([(.view, .archived), (.own, .active)], true, true),
    ] as [([(Assignment.Mode, Assignment.State)], Bool, Bool)])
  func assignedWorkCounts(
    _ given: [(mode: Assignment.Mode, state: Assignment.State)], _ counts: Bool,
    _ countsIfUnassignedDoes: Bool
  ) {
    let book = book(
      given.enumerated().map { assignment("a\($0)", $1.mode, $1.state) })
    #expect(book.counts(work, for: student) == counts)
    #expect(book.counts(work, for: student, unassigned: true) == countsIfUnassignedDoes)
  }
}
