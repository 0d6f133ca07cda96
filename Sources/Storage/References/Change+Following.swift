import Model
import PlainYAML

/// Marks under a name that an exercise had: a colleague gave them before they knew the new one.
extension SchoolFiles {
  /// The former names of a worksheet's exercises under which marks or grades stand, with the
  /// present ones.
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
  /// Brings marks and grades of an exercise to its present name. What stands there already is kept.
  ///
  /// - Returns: what is not the same under both names.
  @discardableResult
  public func followMarks(
    from old: ObjectPath, to new: ObjectPath
  ) throws -> [Heritage.Unlike] {
    let files = schoolFiles
    let known = Dictionary(
      try files.mentions(of: new).map { ($0.above, $0) }, uniquingKeysWith: { one, _ in one })
    let mentions = try files.mentions(of: old)
    try remove(mentions.filter { known[$0.above] != nil })
    try rename(mentions.filter { known[$0.above] == nil }, Rewording(old, new))
    return mentions.compactMap { mention in
      guard let kept = known[mention.above], kept.value != mention.value,
        mention.file.below("grades") == nil
      else { return nil }
      return Heritage.Unlike(
        place: SchoolPath.words(for: kept.keys, in: kept.file), kept: kept.value,
        gone: mention.value)
    }
  }
}

extension Mention {
  /// The keys to it.
  fileprivate var keys: [String] {
    steps.map { step -> String in
      if case .key(let key) = step { key } else { "" }
    }
  }

  /// The file and the entries that it stands in.
  fileprivate var above: [String] { [file] + keys.dropLast() }
}
