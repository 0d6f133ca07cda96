import Model

/// The object that a path on the command line names.
public enum ObjectPath: Hashable, Sendable {
  case school
  case student(String)
  case schoolClass(String)
  case group(schoolClass: String, group: String)
  /// A subject or a context in it.
  case context(ContextPath)
  case exercise(ContextPath, String)
  case assignment(String)

  /// The kind of the object, as one word.
  public enum Kind: String, CaseIterable, Sendable {
    case school, student, group, subject, context, exercise, assignment
    case schoolClass = "class"
  }

  public var kind: Kind {
    switch self {
    case .school: .school
    case .student: .student
    case .schoolClass: .schoolClass
    case .group: .group
    case .context(let path): path.components.isEmpty ? .subject : .context
    case .exercise: .exercise
    case .assignment: .assignment
    }
  }

  /// The context of the object.
  public var context: ContextPath? {
    switch self {
    case .context(let path), .exercise(let path, _): path
    default: nil
    }
  }
}

extension ObjectPath: CustomStringConvertible {
  /// The full path as users write it.
  public var description: String {
    switch self {
    case .school: "school"
    case .student(let id): "students/\(id)"
    case .schoolClass(let id): "classes/\(id)"
    case .group(let schoolClass, let group): "classes/\(schoolClass)/\(group)"
    case .context(let path): path.description
    case .exercise(let path, let id): "\(path)/\(id)"
    case .assignment(let id): "assignments/\(id)"
    }
  }
}

/// The error for a path that names nothing, or more than one object.
public enum LookupError: Error, Hashable, Sendable {
  case unknown(String, suggestion: String?)
  case ambiguous(String, candidates: [String])
  /// A unique ending, although the whole path is required.
  case incomplete(String, whole: String)
}
