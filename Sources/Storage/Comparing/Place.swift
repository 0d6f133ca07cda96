import Model

/// The role of a file in a school.
struct FileRole {
  enum Kind {
    case object, students, schoolClass, worksheet
    case lines(String)
  }

  let kind: Kind
  /// The object to which the file belongs, as users write paths; empty for `students.yaml`.
  let object: String
  let context: ContextPath?
  private let parts: [String]

  /// - Returns: nil for a file outside the school's formats.
  init?(_ file: String) {
    parts = file.split(separator: "/").map(String.init)
    guard let first = parts.first, file.hasSuffix(".yaml") else { return nil }
    let stem = String(file.dropLast(".yaml".count))
    switch (first, parts.count) {
    case ("school.yaml", 1): (kind, object, context) = (.object, "school", nil)
    case ("students.yaml", 1): (kind, object, context) = (.students, "", nil)
    case ("staff.yaml", 1): (kind, object, context) = (.lines("staff"), "school", nil)
    case ("announcements.yaml", 1):
      (kind, object, context) = (.lines("announcements"), "school", nil)
    case ("classes", 3) where parts[2] == "class.yaml":
      (kind, object, context) = (.schoolClass, "classes/\(parts[1])", nil)
    case ("classes", 3) where parts[2] == "guidance.yaml":
      (kind, object, context) = (.lines("guidance"), "classes/\(parts[1])", nil)
    case ("assignments", 2): (kind, object, context) = (.object, stem, nil)
    case ("received", 2...), ("marks", 2...), ("grades", 2...), ("activity", 2...):
      let path = stem.split(separator: "/").dropFirst().joined(separator: "/")
      (kind, object, context) = (.lines(first), path, ContextPath(path))
    case ("subjects", 3...):
      let path = parts.dropFirst().dropLast().joined(separator: "/")
      let inContext = parts.dropFirst(2).dropLast().contains(where: SchoolPath.besides.contains)
      guard !inContext, let context = ContextPath(path) else { return nil }
      self.context = context
      object = path
      switch parts[parts.count - 1] {
      case "participants.yaml" where parts.count == 3: kind = .lines("participants")
      case "worksheet.yaml": kind = .worksheet
      case "subject.yaml", "context.yaml": kind = .object
      default: return nil
      }
    default: return nil
    }
  }

  var isLedger: Bool { if case .lines = kind { true } else { false } }

  /// Whether to report the entries instead of the file.
  var holdsObjects: Bool {
    switch kind {
    case .students, .lines: true
    default: false
    }
  }

  /// The corresponding file of another context.
  func file(of path: String) -> String {
    switch kind {
    case .lines("participants"): "subjects/\(path)/participants.yaml"
    case .lines(let ledger): "\(ledger)/\(path).yaml"
    default: "subjects/\(path)/\(parts.last ?? "")"
    }
  }
}
