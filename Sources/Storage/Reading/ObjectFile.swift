import Git
import Model

extension SchoolFiles {
  /// The file of an object, or the file that it is an entry of.
  public func file(of object: ObjectPath) throws -> String {
    switch object {
    case .school: layout == .school ? SchoolPath.school : "subject.yaml"
    case .student: SchoolPath.students
    case .schoolClass(let id), .group(let id, _): SchoolPath.schoolClass(id)
    case .context(let path) where path.components.isEmpty: subjectFile(path.subject)
    case .context(let path): try isWorksheet(path) ? worksheetFile(path) : contextFile(path)
    case .exercise(let path, _): worksheetFile(path)
    case .assignment(let id): SchoolPath.assignment(id)
    }
  }

  /// The version of an object: the blob of its file. Nil if it has no file, such as a section that
  /// is only a folder.
  public func version(of object: ObjectPath) throws -> ObjectID? {
    try source.bytes(at: file(of: object)).map { try ObjectID.hash(blob: $0) }
  }
}
