import Git
import Model
import PlainYAML

/// Finds the differences between two states of a school, by file and field.
public struct Comparison {
  private let old: ComparedState
  private let new: ComparedState

  public init(_ old: any FileSource, _ new: any FileSource) {
    self.old = ComparedState(old)
    self.new = ComparedState(new)
  }

  /// - Parameter files: the files in which the states may differ.
  public func differences(in files: [String]) throws -> [Difference] {
    var (gone, come, stay): ([String], [String], [String]) = ([], [], [])
    for file in Self.inOrder(Set(files)) {
      switch (try old.blob(file) != nil, try new.blob(file) != nil) {
      case (true, false): gone.append(file)
      case (false, true): come.append(file)
      default: stay.append(file)
      }
    }
    let former = try formerNames(of: come, among: gone)
    let known = Set(former.values)
    let found =
      try Self.inOrder(come + stay).flatMap { try compare(former[$0] ?? $0, $0) }
      + gone.filter { !known.contains($0) }.flatMap { try compare($0, $0) }
    return withoutImplied(found)
  }

  /// The differences without renames that follow from the rename of a context above.
  private func withoutImplied(_ found: [Difference]) -> [Difference] {
    var names: [String: String] = [:]
    for difference in found where difference.what == .renamed {
      names[difference.object] = difference.old
    }
    return found.filter { difference in
      guard difference.what == .renamed, let name = difference.old else { return true }
      var (new, old) = (difference.object[...], name[...])
      while let slash = new.lastIndex(of: "/"), let before = old.lastIndex(of: "/"),
        new[slash...] == old[before...]
      {
        (new, old) = (new[..<slash], old[..<before])
        if names[String(new)] == String(old) { return false }
      }
      return true
    }
  }

  private static let folders = [
    "subjects", "classes", "assignments", "received", "marks", "grades", "activity",
  ]

  /// Sorts files: first content, then people, then assignments and grades.
  private static func inOrder(_ files: some Sequence<String>) -> [String] {
    let ranked = files.map { file in
      let rank =
        file.split(separator: "/").first.flatMap { folders.firstIndex(of: String($0)) }
        ?? (file.contains("/") ? folders.count : 1)
      return (rank, file)
    }
    return ranked.sorted { $0 < $1 }.map(\.1)
  }

  /// The former paths of added files. In order of preference: an identical file at the same path of
  /// another subject or class; the former names in the file; those in removed files, as a rename
  /// may have been undone; any other identical file.
  private func formerNames(of come: [String], among gone: [String]) throws -> [String: String] {
    if come.isEmpty || gone.isEmpty { return [:] }
    var left = Set(gone)
    var found: [String: String] = [:]
    func pair(_ file: String, _ name: String?) {
      guard let name, found[file] == nil, left.remove(name) != nil else { return }
      found[file] = name
    }
    var kin: [ContentKey: String] = [:]
    var same: [ContentKey: [String]] = [:]
    for file in gone.reversed() where FileRole(file) != nil {
      guard let blob = try old.blob(file) else { continue }
      kin[ContentKey(file, blob, isWhole: true)] = file
      same[ContentKey(file, blob, isWhole: false), default: []].append(file)
    }
    let empty = try ObjectID.hash(blob: [])
    let fresh = try come.filter { FileRole($0) != nil }
      .compactMap { file in try new.blob(file).map { (file, $0) } }.filter { $0.1 != empty }
    for (file, blob) in fresh { pair(file, kin[ContentKey(file, blob, isWhole: true)]) }
    for file in come where found[file] == nil {
      pair(file, new.formerNames(of: file).last(where: left.contains))
    }
    let unknown = Set(come.filter { found[$0] == nil })
    for file in unknown.isEmpty ? [] : gone where left.contains(file) {
      if let name = old.formerNames(of: file).last(where: unknown.contains) { pair(name, file) }
    }
    for (file, blob) in fresh where found[file] == nil {
      let likeness = ContentKey(file, blob, isWhole: false)
      while let name = same[likeness]?.popLast(), found[file] == nil { pair(file, name) }
    }
    // Files next to an object move with it.
    for file in come where found[file] == nil && FileRole(file) == nil {
      guard let (context, place) = ComparedState.owner(of: file) else { continue }
      let folder = SchoolPath.folder(context)
      let main = found["\(folder)/worksheet.yaml"] ?? found["\(folder)/context.yaml"]
      pair(file, main.flatMap { FileRole($0)?.context }.map { place("\($0)") })
    }
    return found
  }

  private func compare(_ former: String, _ file: String) throws -> [Difference] {
    let (oldBlob, newBlob) = (try old.blob(former), try new.blob(file))
    guard let place = FileRole(file), let oldPlace = FileRole(former) else {
      return oldBlob == newBlob ? [] : [whole(file, oldBlob != nil, newBlob != nil)]
    }
    let fields = FieldComparison(place: place, former: oldPlace.object, file: file)
    if oldBlob == newBlob { return former != file && !place.isLedger ? [fields.renamed()] : [] }
    // A file that can't be read is reported as a whole.
    let before: Node?
    let after: Node?
    do {
      before = try old.files.document(at: former)?.root
      after = try new.files.document(at: file)?.root
    } catch is FaultyFiles {
      return [whole(file, oldBlob != nil, true)]
    }
    var found: [Difference] = []
    if former != file, !place.isLedger {
      found.append(fields.renamed())
    }
    switch (before, after) {
    case (nil, nil): return []
    case (nil, _) where !place.holdsObjects: return [fields.difference(.added)]
    case (_, nil) where !place.holdsObjects: return [fields.difference(.removed)]
    default: return found + fields.compare(before, after)
    }
  }

  private func whole(_ file: String, _ wasThere: Bool, _ isThere: Bool) -> Difference {
    let what: Difference.Kind = wasThere ? isThere ? .changed : .removed : .added
    return Difference(
      what: what, file: file, object: SchoolPath.object(of: file), ledger: nil, line: nil,
      field: file.split(separator: "/").last.map(String.init), old: nil, new: nil)
  }
}

/// The common content of two files if one was moved to the other.
private struct ContentKey: Hashable {
  let sort: [Substring]
  let blob: ObjectID

  /// - Parameter isWhole: whether the paths must be equal except for the second component.
  init(_ file: String, _ blob: ObjectID, isWhole: Bool) {
    let parts = file.split(separator: "/")
    sort = Array(parts.prefix(1) + (isWhole ? parts.dropFirst(2) : []))
    self.blob = blob
  }
}
