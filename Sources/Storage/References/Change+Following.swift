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
  public func followMarks(from old: ObjectPath, to new: ObjectPath) throws {
    let files = schoolFiles
    let known = Set(try files.mentions(of: new).map { [$0.file] + $0.keysAbove })
    let mentions = try files.mentions(of: old)
    try remove(mentions.filter { known.contains([$0.file] + $0.keysAbove) })
    try rename(
      mentions.filter { !known.contains([$0.file] + $0.keysAbove) }, Rewording(old, new))
  }
}

extension Mention {
  /// The entries that it stands in.
  fileprivate var keysAbove: [String] {
    steps.dropLast().map { step -> String in
      if case .key(let key) = step { key } else { "" }
    }
  }
}
