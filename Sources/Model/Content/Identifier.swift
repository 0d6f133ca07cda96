import Text

/// Why a text isn't a valid identifier.
public enum IdentifierProblem: Error, Hashable, Sendable {
  case empty
  /// More than 128 bytes.
  case tooLong
  /// Starts with `-`.
  case startsWithHyphen
  /// Ends with `.git` or `.lock`, or has a dot that isn't allowed.
  case dots
  /// Contains another character than letters, marks, digits, `-` and `_`.
  case character(Unicode.Scalar)
  /// Not in Unicode's normal form C; the value is the normalized form.
  case notNormal(String)
  /// A reserved name.
  case reserved
}

/// The kind of object that an identifier names; the rules differ slightly.
public enum IdentifierKind: Sendable {
  case student, schoolClass, group, subject, context, exercise, assignment
}

/// The rules for identifiers.
public enum Identifier {
  /// The problem with an identifier, or nil.
  public static func problem(in text: String, for kind: IdentifierKind) -> IdentifierProblem? {
    if text.isEmpty { return .empty }
    if text.utf8.count > 128 { return .tooLong }
    if text.utf8.first == UInt8(ascii: "-") { return .startsWithHyphen }
    let lower = text.lowercased()
    if lower.hasSuffix(".git") || lower.hasSuffix(".lock") { return .dots }
    var last: Unicode.Scalar = "."
    for scalar in text.unicodeScalars {
      if scalar == "." {
        // Students' identifiers may contain single dots.
        guard kind == .student, last != "." else { return .dots }
      } else if scalar != "-", scalar != "_", !isLetterMarkDigit(scalar) {
        return .character(scalar)
      }
      last = scalar
    }
    if last == "." { return .dots }
    if !isNFC(text) { return .notNormal(nfc(text)) }
    return isReserved(lower, for: kind) ? .reserved : nil
  }

  /// The folded form of an identifier, which must be unique among siblings.
  public static func folded(_ text: String) -> String { caseFolded(text) }

  /// The maximum length of a dotted context path, in UTF-8 bytes.
  public static let longestPath = 200
  /// The maximum depth of contexts below a subject.
  public static let deepestContext = 8

  private static func isReserved(_ lower: String, for kind: IdentifierKind) -> Bool {
    if devices.contains(Substring(lower.utf8.prefix { $0 != UInt8(ascii: ".") }))
      || lower == "everyone"
    {
      return true
    }
    switch kind {
    case .subject: return folders.contains(lower) || schoolFolders.contains(lower)
    case .exercise: return marksFields.contains(lower)
    default: return folders.contains(lower)
    }
  }

  /// Names that Windows reserves for devices.
  private static let devices: Set<Substring> = [
    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
  ]
  /// The folders of a worksheet.
  private static let folders: Set<String> = ["files", "starters", "private", "work"]
  private static let schoolFolders: Set<String> = [
    "classes", "students", "subjects", "assignments", "received", "marks", "grades", "templates",
  ]
  /// The field names in a line of marks, other than exercises.
  private static let marksFields: Set<String> = [
    "comment", "comments", "override", "excused", "asked", "by", "rubric", "returned", "again",
    "marked", "earlier", "solved",
  ]
}
