/// What `check` holds the files of a school to. A rule's id is what people and programs know it by,
/// and never changes.
public enum Rule: String, CaseIterable, Sendable {
  // Files
  case yaml, conflict, unreadable, orphan, unpublishable
  case missingFile = "missing-file"
  case misnamedFile = "misnamed-file"
  case newerFormat = "newer-format"
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
  case twoTeams = "two-teams"
  case duplicateEntry = "duplicate-entry"
  case sharedLogin = "shared-login"
  case sharedNumber = "shared-number"
  // Exercises
  case pattern, gap, percent, points
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

  public var id: String { rawValue }

  /// Whether what breaks it stops work, or is allowed and perhaps not meant.
  public var severity: Fault.Severity { row.severity }

  /// What it finds, in one line.
  public var summary: String { row.summary }

  /// Whether `check --fix` mends it, at least where there is one way to.
  public var isFixable: Bool { row.isFixable }

  /// What to do about it where a fault doesn't say it better; nil where each does.
  var usualHint: String? {
    switch self {
    case .blank: "write a text, or remove the field"
    case .notText: "write one text, in quotes where it has brackets or `: `"
    case .notAList: "write a list: [one, two]"
    case .notAMapping: "write fields: {name: value}"
    case .tooLong: "make it shorter"
    case .tooFew: "add another"
    case .pattern: "correct it: `[`, `(`, `*` and the like stand for themselves behind a backslash"
    case .unknownRecipient: "name a student, class or group, or remove it"
    case .unknownExercise, .unknownRubric: "correct the name, or remove the mark"
    case .noPoints: "write a number, such as 2 or 1.5"
    case .noScore: "add `score: 5`"
    case .manyPoints: "leave it where it is meant as a bonus"
    default: nil
    }
  }

  private typealias Row = (severity: Fault.Severity, summary: String, isFixable: Bool)

  private var row: Row {
    func error(_ summary: String, fixable: Bool = false) -> Row { (.error, summary, fixable) }
    func warning(_ summary: String, fixable: Bool = false) -> Row { (.warning, summary, fixable) }
    return switch self {
    case .yaml: error("a text that is no Plain YAML")
    case .conflict: error("two versions that Git could not merge, with its marks between them")
    case .unreadable: error("a file that can't be read")
    case .missingFile: error("a folder of a class or subject without its file")
    case .misnamedFile: warning("a file that is called nearly as one that is read")
    case .newerFormat: error("a school in a format of a newer teachkit")
    case .orphan: warning("marks, grades or arrivals of a worksheet that is not there")
    case .unpublishable: warning("a link or repository beside a worksheet, never published")

    case .unknownField: error("a field that there is not, often a slip of the pen")
    case .fieldOfAnotherType: error("a field that another type of exercise has")
    case .missingField: error("a field that must be there and is not")
    case .blank: error("a text that must not be blank")
    case .notText: error("a list or fields where a text belongs")
    case .notAList: error("something else where a list belongs")
    case .notAMapping: error("something else where fields belong")
    case .notAValue: error("a text that is no number, time, yes or no as the field wants it")
    case .notOneOf: error("a word that is none of those the field takes", fixable: true)
    case .tooLong: error("a text or path longer than allowed")
    case .noEffect: warning("a field that means nothing as long as another is missing")
    case .cutText: warning("a text that ends at ` #`, as the rest is a comment", fixable: true)
    case .tornNumber:
      warning(
        "`1,5` in a list, which is the two entries 1 and 5; an error where the rest doesn't fit",
        fixable: true)

    case .identifier: error("a name with characters that names can't have")
    case .duplicateID: error("two things of one name, or of names that differ in case alone")
    case .sharedID: error("one name for two things of different kinds")
    case .reusedID: warning("a name in `was` that something else has, or had, too", fixable: true)
    case .tooDeep: error("a context more than 8 levels down")
    case .vagueTitle: warning("a title like \"Quiz 8\", which says nothing of the content")
    case .zone: error("a time zone that there is not")

    case .unknownStudent: error("a student who is not in students.yaml", fixable: true)
    case .unknownClass: error("a class that there is not", fixable: true)
    case .notInClass: error("a student in a group whose class they are not in", fixable: true)
    case .twoTeams: warning("a student in two of the groups of one name, as t-1 and t-2")
    case .duplicateEntry: warning("the same twice in one list", fixable: true)
    case .sharedLogin: warning("two students with one login or one alias")
    case .sharedNumber: warning("two students of a class with one number")

    case .noAnswer: error("an exercise without what tells right from wrong")
    case .unanswered: warning("a draft from elsewhere whose answers are still to be filled in")
    case .unknownLanguage: warning("a program in a language that is not in the table of languages")
    case .missingTest: error("a test program that is not in the folder private")
    case .tooFew: error("fewer than two choices")
    case .duplicateChoice: error("two choices of one text")
    case .duplicateItem: error("two items to order of one text")
    case .answerNotAChoice: error("an answer that is not among the choices", fixable: true)
    case .pattern: error("a pattern that can't be read")
    case .gap: error("a gap that the prompt lacks, or one in the prompt without answers")
    case .percent: warning("`75%` with the unit %, which no answer can meet", fixable: true)
    case .points: warning("points that don't add up to the total")
    case .pictureAlt: warning("a picture without words for those who can't see it")
    case .thumbnail: warning("a thumbnail smaller than 80 or larger than 330 pixels")
    case .deadLink:
      warning(
        "a link or picture whose file is not there or not published, or whose address is none")

    case .unknownRecipient: error("a recipient who is no student, class or group", fixable: true)
    case .unknownWork:
      error("work that there is not, assigned or shared out", fixable: true)
    case .notAssignable: error("assigned work that says `assignable: no`")
    case .assignedTwice: warning("two active assignments that give one student the same work")
    case .noRecipient: warning("an extension for somebody whom the assignment isn't for")
    case .pastDue: warning("a due date that is over before anybody sees the work")
    case .lateRelease: warning("a release that comes after the due date")

    case .unknownExercise: error("marks for an exercise that there is not")
    case .unknownRubric: error("marks for a line that the rubric has not")
    case .noPoints: error("something else where points belong")
    case .noScore: error("an override without a score")
    case .manyPoints: warning("more points than there are")
    }
  }
}
