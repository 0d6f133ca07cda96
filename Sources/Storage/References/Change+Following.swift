import Model
import PlainYAML

/// Moves marks under the former name of an exercise, from a colleague who didn't know the new name
/// yet.
extension SchoolFiles {
  /// The former names of a worksheet's exercises for which marks or grades exist, with their
  /// current names.
  public func marksToFollow(
    of path: ContextPath
  ) throws -> [(from: ObjectPath, to: ObjectPath)] {
    guard try source.bytes(at: worksheetFile(path))?.mayHold("was") == true else { return [] }
    return try worksheet(path).exercises.flatMap { exercise in
      try exercise.was.map { (from: .exercise(path, $0), to: .exercise(path, exercise.id)) }
        .filter { try !mentions(of: $0.from).isEmpty }
    }
  }
}

extension Change {
  /// Moves marks and grades of an exercise to its current name. Existing values are kept.
  ///
  /// - Returns: the values that differ between both names.
  @discardableResult
  public func followMarks(
    from old: ObjectPath, to new: ObjectPath
  ) throws -> [DuplicateResolution.Discrepancy] {
    let files = schoolFiles
    let known = Dictionary(
      try files.mentions(of: new).map { ($0.above, $0) }, uniquingKeysWith: { first, _ in first })
    let mentions = try files.mentions(of: old)
    try remove(mentions.filter { known[$0.above] != nil })
    try rename(mentions.filter { known[$0.above] == nil }, ReferenceRewriter(old, new))
    return mentions.compactMap { mention in
      guard let kept = known[mention.above], kept.value != mention.value,
        mention.file.below("grades") == nil
      else { return nil }
      return DuplicateResolution.Discrepancy(
        place: SchoolPath.words(for: kept.keys, in: kept.file), kept: kept.value,
        gone: mention.value)
    }
  }
}

extension Mention {
  /// The keys of the path to the value.
  fileprivate var keys: [String] {
    steps.map { step -> String in
      if case .key(let key) = step { key } else { "" }
    }
  }

  /// The file and the keys of the parent.
  fileprivate var above: [String] { [file] + keys.dropLast() }
}
