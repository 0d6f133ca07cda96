import Text

/// A rule of `check` for the files of a school. Users and programs know a rule by its id, which
/// never changes.
public enum Rule: String, CaseIterable, Sendable {
  // Files
  case yaml, conflict, unreadable, orphan, unpublishable
  case moreFaults = "more-faults"
  case missingFile = "missing-file"
  case misnamedFile = "misnamed-file"
  case newerFormat = "newer-format"
  case unpublishableName = "unpublishable-name"
  // Fields
  case blank
  case unknownField = "unknown-field"
  case fieldOfAnotherType = "field-of-another-type"
  case missingField = "missing-field"
  case notText = "not-text"
  case notAList = "not-a-list"
  case notAMapping = "not-a-mapping"
  case notAValue = "not-a-value"
  case notOneOf = "not-one-of"
  case tooLong = "too-long"
  case noEffect = "no-effect"
  case cutText = "cut-text"
  case formula
  case tornNumber = "torn-number"
  // Names
  case identifier, zone
  case duplicateID = "duplicate-id"
  case sharedID = "shared-id"
  case reusedID = "reused-id"
  case tooDeep = "too-deep"
  case vagueTitle = "vague-title"
  // People
  case unknownStudent = "unknown-student"
  case unknownClass = "unknown-class"
  case notInClass = "not-in-class"
  case testStudent = "test-student"
  case twoTeams = "two-teams"
  case duplicateEntry = "duplicate-entry"
  case unknownReason = "unknown-reason"
  case sharedLogin = "shared-login"
  case sharedNumber = "shared-number"
  // Exercises
  case pattern, gap, percent, points, scoring
  case noAnswer = "no-answer"
  case unanswered
  case unknownLanguage = "unknown-language"
  case missingTest = "missing-test"
  case tooFew = "too-few"
  case duplicateChoice = "duplicate-choice"
  case duplicateItem = "duplicate-item"
  case answerNotAChoice = "answer-not-a-choice"
  case pictureAlt = "picture-alt"
  case thumbnail
  case deadLink = "dead-link"
  // Assignments
  case unknownRecipient = "unknown-recipient"
  case unknownWork = "unknown-work"
  case notAssignable = "not-assignable"
  case assignedTwice = "assigned-twice"
  case noRecipient = "no-recipient"
  case pastDue = "past-due"
  case lateRelease = "late-release"
  // Marks
  case unknownExercise = "unknown-exercise"
  case unknownRubric = "unknown-rubric"
  case noPoints = "no-points"
  case noScore = "no-score"
  case manyPoints = "many-points"
  case brokenGrade = "broken-grade"

  public var id: String { rawValue }

  /// The severity of its faults.
  public var severity: Fault.Severity { row.severity }

  /// A one-line summary of its faults.
  public var summary: String { row.summary }

  /// Whether `check --fix` fixes it, at least if there is only one way to.
  public var isFixable: Bool { row.isFixable }

  /// The default hint; nil if every fault has its own.
  var usualHint: Message? {
    switch self {
    case .blank: "write a text, or remove the field"
    case .notText: "write one text, in quotes if it contains brackets or `: `"
    case .notAList: "write a list: [one, two]"
    case .notAMapping: "write fields: {name: value}"
    case .tooLong: "make it shorter"
    case .tooFew: "add another choice"
    case .pattern: "correct it; write a backslash before a literal `[`, `(` or `*`"
    case .unknownRecipient: "name a student, class or group, or remove it"
    case .unknownExercise, .unknownRubric: "correct the name, or remove the mark"
    case .noPoints: "write a number, such as 2 or 1.5"
    case .noScore: "add `score: 5`"
    case .brokenGrade: "run 'teachkit grade', which writes it again"
    case .manyPoints: "ignore this if it is a bonus"
    default: nil
    }
  }

  private typealias Row = (severity: Fault.Severity, summary: String, isFixable: Bool)

  private var row: Row {
    func error(_ summary: String, fixable: Bool = false) -> Row { (.error, summary, fixable) }
    func warning(_ summary: String, fixable: Bool = false) -> Row { (.warning, summary, fixable) }
    return switch self {
    case .unpublishableName: error("a file or folder name that other systems refuse")
    case .yaml: error("invalid YAML")
    case .conflict: error("an unresolved merge conflict")
    case .unreadable: error("an unreadable file")
    case .moreFaults: error("more than 100 problems in one file")
    case .missingFile: error("a class or subject folder without its file")
    case .misnamedFile: warning("a file name that resembles a known one")
    case .newerFormat: error("a school format that needs a newer teachkit")
    case .orphan: warning("marks, grades or submissions of a missing worksheet")
    case .unpublishable:
      warning("a link or repository next to a worksheet, which is never published")

    case .unknownField: error("an unknown field (often a typo)")
    case .fieldOfAnotherType: error("a field of another exercise type")
    case .missingField: error("a missing required field")
    case .blank: error("a blank text")
    case .notText: error("a list or mapping instead of a text")
    case .notAList: error("a value that must be a list")
    case .notAMapping: error("a value that must be a mapping")
    case .notAValue: error("an invalid number, time, or yes/no value")
    case .notOneOf: error("a value that is not one of the allowed words", fixable: true)
    case .tooLong: error("a text or path that is too long")
    case .noEffect: warning("a field without effect because another is missing")
    case .cutText: warning("a text cut off at ` #`, which starts a comment", fixable: true)
    case .formula: warning("a formula that can't be shown")
    case .tornNumber:
      warning(
        "`1,5` in a list, which is two entries; an error if the exercise becomes invalid",
        fixable: true)

    case .identifier: error("an identifier with invalid characters")
    case .duplicateID: error("duplicate identifiers, or identifiers that differ only in case")
    case .sharedID: error("one identifier for objects of different kinds")
    case .reusedID: warning("a former name that another object has or had", fixable: true)
    case .tooDeep: error("a context more than 8 levels deep")
    case .vagueTitle: warning("a title such as \"Quiz 8\" that says nothing about the content")
    case .zone: error("an unknown time zone")

    case .unknownStudent: error("a student missing from students.yaml", fixable: true)
    case .unknownClass: error("an unknown class", fixable: true)
    case .notInClass: error("a group member who is not in the class", fixable: true)
    case .testStudent: error("a test student in a class", fixable: true)
    case .twoTeams: warning("a student in two groups of one set, such as t-1 and t-2")
    case .duplicateEntry: warning("a duplicate list entry", fixable: true)
    case .unknownReason: warning("a reason for guidance that the school doesn't have")
    case .sharedLogin: warning("students who share a login or an alias")
    case .sharedNumber: warning("students of a class who share a number")

    case .noAnswer: error("an exercise without an answer key")
    case .unanswered: warning("an imported draft with missing answers")
    case .unknownLanguage: warning("a language missing from the table of languages")
    case .missingTest: error("a test program missing from the folder private")
    case .tooFew: error("fewer than two choices")
    case .duplicateChoice: error("choices with the same text")
    case .duplicateItem: error("items to order with the same text")
    case .answerNotAChoice: error("an answer that is not one of the choices", fixable: true)
    case .pattern: error("an invalid pattern")
    case .gap: error("a gap missing from the prompt, or a gap without answers")
    case .percent: warning("`75%` with the unit %, which no answer can match", fixable: true)
    case .points: warning("points that don't add up to the total")
    case .scoring: error("fields of `scoring` that contradict each other or have no effect")
    case .pictureAlt: warning("a picture without a description, or only named in a prompt")
    case .thumbnail: warning("a thumbnail smaller than 80 or larger than 330 pixels")
    case .deadLink:
      warning(
        "a link or picture with a missing or unpublished file, or an invalid address")

    case .unknownRecipient: error("an unknown recipient", fixable: true)
    case .unknownWork:
      error("unknown work in an assignment or in staff.yaml", fixable: true)
    case .notAssignable: error("assigned work with `assignable: no`")
    case .assignedTwice: warning("two active assignments of the same work to one student")
    case .noRecipient: warning("an extension for a student who isn't a recipient")
    case .pastDue: warning("a due date before the work is visible")
    case .lateRelease: warning("a release after the due date")

    case .unknownExercise: error("marks for an unknown exercise")
    case .unknownRubric: error("marks for an unknown rubric item")
    case .noPoints: error("invalid points")
    case .noScore: error("an override without a score")
    case .manyPoints: warning("more points than the maximum")
    case .brokenGrade: warning("an unreadable grade, which doesn't count")
    }
  }
}
