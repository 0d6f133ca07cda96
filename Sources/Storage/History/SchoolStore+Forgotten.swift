import Git
import Model
import PlainYAML

/// Keeps forgotten students out of data restored from the school's history.
extension SchoolStore {
  /// The students who were forgotten since a commit, or at any time.
  public func forgotten(since commit: ObjectID? = nil) throws -> [String] {
    guard let head = try repository.head().commit else { return [] }
    var found: Set<String> = []
    for change in try repository.history(from: [head], hiding: commit.map { [$0] } ?? []) {
      guard change.trailer(SchoolTrailer.command) == "forget" else { continue }
      if let place = change.trailer(SchoolTrailer.forgets) {
        let parts = place.split(separator: " ")
        guard parts.count == 2, let commit = ObjectID(String(parts[0])), let number = Int(parts[1]),
          let known = try students(at: commit), known.indices.contains(number)
        else { continue }
        found.insert(known[number])
      } else if let parent = change.parents.first, let before = try students(at: parent) {
        found.formUnion(Set(before).subtracting(try students(at: change.id) ?? []))
      }
    }
    return found.sorted()
  }

  /// The deleted or forgotten students who aren't in the school now.
  public func gone() throws -> Set<String> {
    guard let head = try repository.head().commit else { return [] }
    let paths = try repository.history(from: [head])
      .filter { $0.trailer(SchoolTrailer.command) == "delete" }
      .flatMap(\.trailers).filter { $0.key == SchoolTrailer.path }.map(\.value)
    let deleted = paths.compactMap { $0.below("students")?.dropFirst() }
    return try Set(deleted.map(String.init) + forgotten()).subtracting(files.students().all)
  }

  /// Records in a change that it forgets a student who is only in the history, unless that is
  /// already recorded.
  public func note(forgetting id: String, in change: Change) throws {
    guard try files.students()[id] == nil, let place = try lastPlace(of: id) else { return }
    change.trailers.append((SchoolTrailer.forgets, "\(place.commit) \(place.number)"))
    change.isKept = true
  }

  /// Whether a student can be restored from the history, and has not been forgotten.
  public func remembers(_ id: String) throws -> Bool { try lastPlace(of: id) != nil }

  /// The newest commit with a student, and the student's position in it; nil if there is none, or
  /// if the student was forgotten.
  private func lastPlace(of id: String) throws -> (commit: ObjectID, number: Int)? {
    guard let head = try repository.head().commit, try !forgotten().contains(id) else { return nil }
    var looked: Set<ObjectID> = []
    for commit in try repository.history(from: [head]) {
      guard let file = try repository.entry(at: SchoolPath.students, in: commit.tree)?.id,
        looked.insert(file).inserted
      else { continue }
      if let number = try students(at: commit.id)?.firstIndex(of: id) { return (commit.id, number) }
    }
    return nil
  }

  /// The students in the order of the file; nil if the repository doesn't have the commit.
  private func students(at commit: ObjectID) throws -> [String]? {
    guard try repository.contains(commit) else { return nil }
    let document = try files(at: commit).document(at: SchoolPath.students)
    return document?.root.mapping?.map(\.key) ?? []
  }
}

extension Change {
  /// Removes all data about some students from restored files.
  ///
  /// - Returns: the students whose data was removed.
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
