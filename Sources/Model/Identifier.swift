import Text

/// Why a text can't be an identifier.
public enum IdentifierProblem: Error, Hashable, Sendable {
  case empty
  /// More than 128 bytes.
  case tooLong
  /// Starts with `-`.
  case startsWithHyphen
  /// Ends with `.git` or `.lock`, or has a dot where none may be.
  case dots
  /// Something that is no letter, mark, digit, `-` or `_`.
  case character(Unicode.Scalar)
  /// Not in Unicode's normal form C; the form that would do.
  case notNormal(String)
  /// A name that this or another system keeps for itself.
  case reserved
}

/// What an identifier names; the rules differ a little.
public enum IdentifierKind: Sendable {
  case student, schoolClass, group, subject, context, exercise, assignment
}

/// The rules for identifiers.
public enum Identifier {
  /// What is wrong with an identifier, or nil.
  public static func problem(in text: String, for kind: IdentifierKind) -> IdentifierProblem? {
    if text.isEmpty { return .empty }
    if text.utf8.count > 128 { return .tooLong }
    if text.utf8.first == UInt8(ascii: "-") { return .startsWithHyphen }
    let lower = text.lowercased()
    if lower.hasSuffix(".git") || lower.hasSuffix(".lock") { return .dots }
    var last: Unicode.Scalar = "."
    for scalar in text.unicodeScalars {
      if scalar == "." {
        // Students' identifiers may hold single dots inside.
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

  /// The identifier in the form in which siblings must differ.
  public static func folded(_ text: String) -> String { caseFolded(text) }

  /// The longest dotted context path, in bytes of UTF-8.
  public static let longestPath = 200
  /// The deepest context below a subject.
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

  /// Names that Windows keeps for devices.
  private static let devices: Set<Substring> = [
    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
  ]
  /// Folders beside a worksheet.
  private static let folders: Set<String> = ["files", "starters", "private", "work"]
  private static let schoolFolders: Set<String> = [
    "classes", "students", "subjects", "assignments", "received", "marks", "grades", "templates",
  ]
  /// What stands beside exercises in a line of marks.
  private static let marksFields: Set<String> = [
    "comment", "comments", "override", "excused", "asked", "by", "rubric", "returned", "again",
    "marked", "earlier", "solved",
  ]
}
