import Testing

@testable import Model

struct WorkStageTests {
  /// Facts in short words.
  private static func facts(_ words: String) -> WorkFacts {
    var facts = WorkFacts()
    for word in words.split(separator: " ") {
      switch word {
      case "view": facts.acceptsSubmissions = false
      case "opened": facts.isOpened = true
      case "begun": facts.isBegun = true
      case "done": facts.isDone = true
      case "submitted": facts.isSubmitted = true
      case "returned": facts.isReturned = true
      case "excused": facts.isExcused = true
      case "again": facts.isAskedForAgain = true
      case "todo": facts.isToDo = true
      case "closed": facts.isClosed = true
      case "archived": facts.isArchived = true
      default: Issue.record("unknown word '\(word)'")
      }
    }
    return facts
  }

  @Test(arguments: [
    ("todo", WorkStage.new), ("", .new), ("opened todo", .opened), ("begun todo", .working),
    ("opened begun todo", .working), ("done todo", .done), ("done begun todo", .done),
    ("done closed", .done), ("closed", .closed), ("begun closed", .closed),
    ("opened closed", .closed), ("submitted", .submitted), ("submitted done", .submitted),
    ("submitted closed", .submitted), ("returned", .returned), ("returned done", .returned),
    ("returned closed", .returned), ("returned submitted", .submitted),
    ("returned begun", .returned), ("returned begun todo", .working),
    ("again begun todo", .again), ("again submitted todo", .submitted),
    ("archived closed", .archived), ("archived begun closed", .archived),
    ("archived done", .done), ("archived submitted", .submitted), ("view archived", .archived),
    ("archived returned closed", .returned), ("returned again todo", .again),
    ("returned again begun todo", .again),
    ("returned again", .returned), ("returned again closed", .returned),
    ("returned again begun", .returned), ("returned excused", .excused), ("excused todo", .new),
    ("returned excused begun todo", .excused), ("view", .new), ("view opened", .opened),
    ("view begun", .working), ("view done", .done), ("view closed", .new),
    ("view returned", .new),
  ])
  func factsDecideTheStage(_ words: String, _ stage: WorkStage) {
    #expect(Self.facts(words).stage == stage, "\(words)")
  }

  // MARK: Assignments

  private static let now = Instant(seconds: 1_000_000)

  private static func assignment(
    _ state: Assignment.State = .active, release: Int64? = nil, due: Int64? = nil
  ) -> Assignment {
    Assignment(
      id: "x", title: "X", to: ["7b"], work: [], release: release.map { Instant(seconds: $0) },
      due: due.map { Instant(seconds: $0) }, state: state)
  }

  @Test(arguments: [
    (Assignment.State.draft, Int64?.none, ["todo"], AssignmentProgress.Stage.draft),
    (.archived, nil, ["returned"], .archived), (.active, 2_000_000, ["returned"], .scheduled),
    (.active, nil, ["todo", "returned"], .active), (.active, nil, ["submitted"], .active),
    (.active, nil, ["closed"], .active), (.active, nil, [], .active),
    (.active, nil, ["returned", "returned excused"], .completed),
    (.active, nil, ["returned", "returned again todo"], .active),
    (.active, nil, ["view done", "view done"], .completed), (.active, nil, ["view"], .active),
    (.active, nil, ["returned", "view"], .completed),
  ])
  func piecesDecideTheStageOfAnAssignment(
    _ state: Assignment.State, _ release: Int64?, _ pieces: [String],
    _ stage: AssignmentProgress.Stage
  ) {
    let progress = AssignmentProgress(
      Self.assignment(state, release: release), pieces.map { .init(Self.facts($0)) }, at: Self.now)
    #expect(progress.stage == stage, "\(pieces)")
  }

  @Test func workWithoutSubmissionsIsCompletedAfterItsDueDate() {
    let progress = { (due: Int64) in
      AssignmentProgress(Self.assignment(due: due), [.init(Self.facts("view"))], at: Self.now)
    }
    #expect(progress(999_999).stage == .completed)
    #expect(progress(1_000_001).stage == .active)
  }

  @Test func lateWorkIsCountedTwiceUntilItIsReturned() {
    let pieces = [
      ("todo", false), ("opened todo", false), ("returned again todo", false), ("done", true),
      ("submitted", true), ("submitted", false), ("returned", true), ("closed", false),
    ].map { AssignmentProgress.Piece(Self.facts($0.0), isLate: $0.1) }
    let counts = AssignmentProgress(Self.assignment(), pieces, at: Self.now).counts
    #expect(counts.named.map(\.count) == [2, 2, 1, 2, 2, 1])
    #expect(counts.named.map(\.name) == ["new", "opened", "done", "submitted", "late", "returned"])
  }
}
