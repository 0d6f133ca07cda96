import Model

extension Change {
  /// Removes an object with all that is below it, wherever it is mentioned.
  ///
  /// A class leaves the tag `archive/<class>`, the school as it was before. What is another one's
  /// twin leaves everything but itself to that.
  /// - Returns: what goes along, and who takes over.
  /// - Throws: `ChangeError`, `FaultyFiles`, `EditError`.
  public func delete(_ object: ObjectPath) throws -> (along: [Companion], heritage: Heritage?) {
    if object == .school { throw ChangeError.unfitPlace(nil, for: "\(object)") }
    if let heir = try schoolFiles.twin(of: object) {
      let along = try companions(
        try schoolFiles.mentions(of: object), of: object, deleting: false)
      let heritage = try handOn(object, to: heir)
      try remove(try schoolFiles.mentions(of: object))
      return (along, heritage)
    }
    let files = schoolFiles
    let mentions = try files.removals(of: try files.mentions(of: object)).filter { mention in
      // Grades are computed again; until then they are as they were given.
      if case .exercise = object { return mention.file.below("grades") == nil }
      return true
    }
    if case .schoolClass(let id) = object { archives.append(id) }
    let along = try companions(mentions, of: object, deleting: true)
    try remove(mentions)
    return (along, nil)
  }
}
