import Git
import Model
import PlainYAML

/// What was erased of students stays erased, though it is in the school's history.
extension SchoolStore {
  /// The students who were forgotten after a commit.
  public func forgotten(since commit: ObjectID) throws -> [String] {
    guard let head = try repository.head().commit else { return [] }
    var found: Set<String> = []
    for change in try repository.history(from: [head], hiding: [commit]) {
      guard change.trailer(SchoolTrailer.command) == "forget", let parent = change.parents.first
      else { continue }
      found.formUnion(try students(at: parent).subtracting(students(at: change.id)))
    }
    return found.sorted()
  }

  private func students(at commit: ObjectID) throws -> Set<String> {
    let document = try files(at: commit).document(at: SchoolPath.students)
    return Set(document?.root.mapping?.map(\.key) ?? [])
  }
}

extension Change {
  /// Takes out of what comes back all that names some people, in every file that didn't.
  ///
  /// - Returns: who was named.
  public func leaveOut(_ students: [String]) throws -> [String] {
    let before = SchoolFiles(source)
    return try students.filter { id in
      let known = Set(try before.mentions(of: .student(id)).map(\.file))
      let files = schoolFiles
      let come = try files.removals(of: files.mentions(of: .student(id)))
        .filter { !known.contains($0.file) }
      try remove(come)
      return !come.isEmpty
    }
  }
}
