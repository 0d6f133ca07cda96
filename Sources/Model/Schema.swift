/// A field of a file: its name, and whether it may leave the school.
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

  init(_ name: String, _ visibility: Visibility) {
    self.name = name
    self.visibility = visibility
  }
}

/// The fields of every file, in canonical order: what is read, what is written, what is published.
///
/// This is the allow-list: the projection publishes nothing that is not `published` or `changed`
/// here.
public enum Schema {
  private static func fields(_ names: String, _ visibility: Field.Visibility) -> [Field] {
    names.split(separator: " ").map { Field(String($0), visibility) }
  }

  /// `school.yaml`
  public static let school =
    fields("format uid school", .published) + fields("teacher", .changed)
    + fields("zone language", .published) + fields("hub", .kept) + fields("late", .published)

  /// An entry of `students.yaml`
  public static let student = fields("given family email number alias login progress", .kept)

  /// `class.yaml`
  public static let schoolClass = fields(
    "title year number zone closing weekdays holidays students groups", .kept)

  /// `subject.yaml`
  public static let subject =
    fields("title titles colour topic summary", .published)
    + fields("classes share permission", .kept)
    + fields("late attempts counts solutions leaderboard", .published)

  /// An entry of `participants.yaml`
  public static let participant = fields("permission state since until", .kept)

  /// `context.yaml`
  public static let context = fields(
    "title titles type custom order topic summary age time link thumbnail assignable was",
    .published)

  /// `worksheet.yaml`
  public static let worksheet =
    context + fields("draft release", .kept)
    + fields("practice due late attempts counts exam points", .published)
    + fields("exercises", .changed)

  /// An entry of `exercises`
  public static let exercise =
    fields("id type prompt points hint due bonus wrong unit alt choices", .published)
    + fields("gaps pairs items", .changed)
    + fields("answer tolerance match unit-credit partial explain", .answer)
    + fields("rubric file", .published)

  /// What a published exercise has instead of its `gaps`, `pairs` and `items`.
  public static let shownExercise = fields("gaps lefts rights items", .published)

  /// `late`
  public static let late = fields("grace penalty cutoff evidence", .published)

  /// `exam`
  public static let exam = fields("from to", .published)

  /// An entry of `rubric`
  public static let rubricItem = fields("id title points", .published)

  /// An assignment
  public static let assignment = fields(
    "title instructions to work release due late attempts counts mode extensions state", .kept)

  /// An entry of `extensions`
  public static let assignmentExtension = fields("who until why by on", .kept)
}
