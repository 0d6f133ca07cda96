/// A field of a file: its name, its type, and whether it is published.
public struct Field: Hashable, Sendable {
  public enum Visibility: Sendable {
    /// Published as it is.
    case published
    /// Published in a form that the projection makes.
    case changed
    /// Never leaves, but for the answers of practice worksheets.
    case answer
    /// Never leaves.
    case kept
  }

  public let name: String
  public let visibility: Visibility
  public let shape: Shape

  init(_ name: String, _ visibility: Visibility, _ shape: Shape) {
    self.name = name
    self.visibility = visibility
    self.shape = shape
  }
}

/// The fields of every file in canonical order, for reading, writing and publishing.
///
/// This is the allow-list: the projection publishes nothing that is not `published` or `changed`
/// here.
public enum Schema {
  private static func fields(
    _ names: String, _ visibility: Field.Visibility, _ shape: Shape = .text
  ) -> [Field] {
    names.split(separator: " ").map { Field(String($0), visibility, shape) }
  }

  /// `school.yaml`
  public static let school =
    fields("format uid", .published, .fixed) + fields("school", .published)
    + fields("teacher", .changed) + fields("zone language", .published)
    + fields("hub provider", .kept)
    + fields("late", .published, .fields(late)) + fields("scale terms", .kept, .entries(.word))
    + fields("notify guidance-reasons", .kept, .list)

  /// An entry of `students.yaml`
  public static let student =
    fields("given family email", .kept) + fields("number", .kept, .word)
    + fields("alias login", .kept) + fields("progress leaderboard test", .kept, .word)

  /// The fields of a student in imported and exported lists, which contain no test students.
  public static let roster = student.filter { $0.name != "test" }

  /// An entry of `staff.yaml`
  public static let staffMember =
    fields("name email", .kept) + fields("share", .kept, .word) + fields("work", .kept, .list)

  /// An entry of `announcements.yaml`
  public static let announcement =
    fields("to subjects", .kept, .list) + fields("text", .kept)
    + fields("at", .kept, .time(.release)) + fields("until", .kept, .time(.due))

  /// `class.yaml`
  public static let schoolClass =
    fields("title", .kept) + fields("teacher", .kept) + fields("year number", .kept, .word)
    + fields("zone closing reminder", .kept)
    + fields("weekdays holidays students", .kept, .list)
    + fields("groups", .kept, .objects(.entries(.list)))

  /// An entry of `guidance.yaml`
  public static let guidance =
    fields("id student", .kept, .fixed) + fields("reason detail", .kept)
    + fields("date", .kept) + fields("status", .kept, .word) + fields("from by", .kept, .fixed)

  /// The field that stands for a group treated as an object.
  public static let group = fields("students", .kept, .list)

  private static let titles =
    fields("title", .published) + fields("titles", .published, .entries(.text))

  private static let attempts = fields("attempts", .published, .word)

  /// `subject.yaml`
  public static let subject =
    titles + fields("colour topic summary", .published) + fields("classes", .kept, .list)
    + fields("share permission", .kept) + fields("invitation", .kept, .fields(invitation))
    + fields("provider", .kept) + fields("late", .published, .fields(late))
    + attempts
    + fields("counts after-solutions", .published)
    + fields("counts-unassigned", .published, .word) + fields("exam", .published, .fields(exam))
    + fields("solutions leaderboard", .published) + fields("live", .published, .word)
    + fields("calendar", .kept, .word) + fields("tick", .kept, .fields(tick))
    + fields("scale", .kept, .entries(.word)) + fields("source", .kept, .fixed)

  /// `tick` of a subject
  public static let tick = fields("grade", .kept, .word) + fields("return", .kept)

  /// An entry of `participants.yaml`
  public static let participant =
    fields("permission state", .kept) + fields("since", .kept, .time(.release))
    + fields("until", .kept, .time(.due)) + fields("invitation", .kept, .fields(invitation))
    + fields("request revoked", .kept, .fixed) + fields("hidden", .kept, .time(.release))

  /// `invitation` of a participant
  public static let invitation =
    fields("key", .kept, .fixed) + fields("until", .kept, .time(.due))
    + fields("declined", .kept, .list)

  /// `context.yaml`
  public static let context =
    titles + fields("type custom", .published) + fields("order", .published, .word)
    + fields("topic summary", .published) + fields("age time", .published, .word)
    + fields("link thumbnail", .published) + fields("assignable", .published, .word)
    + fields("was", .published, .list) + fields("source", .kept, .fixed)

  /// `source`
  public static let source = fields("from uid path commit", .kept, .fixed)

  /// `worksheet.yaml`
  public static let worksheet =
    context + fields("draft", .kept, .word) + fields("release", .kept, .time(.release))
    + fields("practice", .published, .word) + fields("due", .published, .time(.due))
    + fields("late", .published, .fields(late)) + attempts
    + fields("counts after-solutions", .published)
    + fields("exam", .published, .fields(exam)) + fields("points weight", .published, .word)
    + fields("exercises", .changed, .objects(.items(exercise)))

  /// An entry of `exercises`
  public static let exercise =
    fields("id", .published, .fixed) + fields("type prompt", .published)
    + fields("points", .published, .word) + fields("hint", .published)
    + fields("due", .published, .time(.due)) + fields("bonus wrong", .published, .word)
    + fields("unit alt", .published) + fields("choices", .published, .listOrEntries)
    + fields("gaps", .changed, .entries(.texts)) + fields("pairs", .changed, .entries(.text))
    + fields("items", .changed, .list) + fields("answer", .answer, .texts)
    + fields("tolerance", .answer, .word) + fields("match", .answer)
    + fields("unit-credit", .answer, .word)
    + fields("partial scoring wrong-choice floor", .published, .word)
    + fields("explain", .answer)
    + fields("rubric", .published, .items(rubricItem)) + fields("language file", .published)
    + fields("files", .published, .list) + fields("limits", .published, .fields(limits))
    + fields("cases", .changed, .items(codeCase)) + fields("test", .kept)
    + fields("was", .published, .list)

  /// `limits`
  public static let limits = fields("time memory output", .published, .word)

  /// An entry of `cases`
  public static let codeCase =
    fields("stdin", .published) + fields("args", .published, .list)
    + fields("expect match", .published) + fields("tolerance points hidden", .published, .word)

  /// A `test` that is more than the name of a test program
  public static let codeTest =
    fields("run", .kept, .word) + fields("files", .kept, .list)
    + fields("language trust", .kept, .word)

  /// The exercise fields that only some types have, with these types.
  static let typeFields: [String: Set<ExerciseType>] = [
    "unit": [.number], "choices": [.choice, .multiple], "gaps": [.gaps], "pairs": [.match],
    "items": [.order], "answer": [.choice, .multiple, .trueFalse, .number, .text],
    "tolerance": [.number], "match": [.text, .gaps], "unit-credit": [.number],
    "partial": [.multiple], "scoring": [.multiple], "wrong-choice": [.multiple],
    "floor": [.multiple], "file": [.file, .code], "files": [.code], "language": [.code],
    "limits": [.code], "cases": [.code], "test": [.code],
  ]

  /// The types of exercise that have a field; nil for a field of all types.
  public static func types(with field: String) -> [ExerciseType]? {
    typeFields[field].map { types in ExerciseType.allCases.filter(types.contains) }
  }

  /// The fields of a published exercise that replace its `gaps`, `pairs` and `items`.
  public static let shownExercise = fields("gaps lefts rights items", .published, .list)

  /// An entry of the table of languages, which is published with the exercises that use it.
  public static let language =
    fields("suffixes", .published, .list) + fields("compile result", .published)
    + fields("run folders", .published, .list) + fields("limits-itself", .published, .word)

  /// `late`
  public static let late =
    fields("grace penalty cutoff budget", .published, .word) + fields("evidence", .published)

  /// `exam`
  public static let exam =
    fields("from", .published, .time(.release)) + fields("to", .published, .time(.due))

  /// An entry of `rubric`
  public static let rubricItem =
    fields("id", .published, .fixed) + fields("title", .published)
    + fields("points", .published, .word)

  /// An assignment
  public static let assignment =
    fields("title instructions", .kept) + fields("to work", .kept, .list)
    + fields("release", .kept, .time(.release)) + fields("due", .kept, .time(.due))
    + fields("late", .kept, .fields(late)) + fields("attempts", .kept, .word)
    + fields("counts after-solutions", .kept) + fields("exam", .kept, .fields(exam))
    + fields("mode", .kept)
    + fields("extensions", .kept, .items(assignmentExtension))
    + fields("reminders", .kept, .list) + fields("mail-reminders", .kept, .word)
    + fields("reminded", .kept, .time(.release)) + fields("state", .kept)
    + fields("archived again", .kept, .time(.release)) + fields("favourite", .kept, .word)

  /// An entry of `extensions`
  public static let assignmentExtension =
    fields("who", .kept, .fixed) + fields("until", .kept, .time(.due))
    + fields("why by on", .kept)

  /// `activity.yaml` in a student's clone
  public static let activityRecord =
    fields("attempts", .kept, .items(activityAttempt))
    + fields("files", .kept, .entries(.fields(activityAttempt)))
    + fields("cards", .kept, .entries(.fields(cardBox))) + fields("done", .kept, .fixed)
    + fields("done-files", .kept, .entries(.fixed))

  /// An entry of `cards`
  public static let cardBox = fields("box at", .kept, .word)

  /// An entry of `attempts` and `files`
  public static let activityAttempt =
    fields("started", .kept, .fixed) + fields("sessions", .kept, .items(activitySession))
    + fields("ranges", .kept, .list) + fields("primary", .kept, .fields(activityItem))
    + fields("items", .kept, .items(activityItem))

  /// A line of a ledger `activity`
  public static let activitySummary =
    fields("time progress attempts", .kept, .word)
    + fields("primary", .kept, .fields(activityItem))
    + fields("items", .kept, .items(activityItem)) + fields("done at", .kept, .fixed)

  /// An entry of `sessions`
  public static let activitySession = fields("from to", .kept, .fixed)

  /// `primary`, or an entry of `items`
  public static let activityItem =
    fields("id title", .kept)
    + fields("correct passed true yes quantity score max", .kept, .word)
}
