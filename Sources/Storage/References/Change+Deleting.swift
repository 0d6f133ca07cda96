import Model

extension Change {
  /// Removes an object with everything below it and all references to it.
  ///
  /// Before a class is deleted, the school's commit gets the tag `archive/<class>`. If the object
  /// has a duplicate, that inherits everything that belongs to the object.
  /// - Returns: the other removed files, and the duplicate.
  /// - Throws: `ChangeError`, `FaultyFiles`, `EditError`.
  public func delete(_ object: ObjectPath) throws -> (
    along: [Companion], resolution: DuplicateResolution?
  ) {
    if object == .school { throw ChangeError.unfitPlace(nil, for: "\(object)") }
    if let heir = try schoolFiles.duplicate(of: object) {
      let along = try companions(
        try schoolFiles.mentions(of: object), of: object, deleting: false)
      let resolution = try resolveDuplicate(object, to: heir)
      try remove(try schoolFiles.mentions(of: object))
      return (along, resolution)
    }
    let files = schoolFiles
    let mentions = try files.removals(of: try files.mentions(of: object)).filter { mention in
      // Grades are kept as returned until they are computed again.
      if case .exercise = object { return mention.file.below("grades") == nil }
      return true
    }
    if case .schoolClass(let id) = object { archives.append(id) }
    let along = try companions(mentions, of: object, deleting: true)
    try remove(mentions)
    return (along, nil)
  }
}
