import Git
import Model
import PlainYAML

/// The renames of two sides that Git merges, from their commits.
public struct MergeHistory {
  /// An object that both sides renamed differently. Our name is kept.
  public struct DoubleRename: Hashable, Sendable {
    /// The former path, as users write it.
    public let path: String
    public let ours: String
    public let theirs: String
  }

  private let repository: Repository
  private let ours: SideNames
  private let theirs: SideNames

  /// - Parameters:
  ///   - layout: the repository in which Git merges.
  ///   - other: the commit merged into HEAD; nil if it isn't known.
  /// - Throws: `GitError`.
  public init(_ layout: RepositoryLayout, merging other: ObjectID?) throws {
    repository = try Repository(layout)
    guard let other, let head = try repository.head().commit else {
      (ours, theirs) = (SideNames([]), SideNames([]))
      return
    }
    ours = SideNames(try repository.history(from: [head], hiding: [other]))
    theirs = SideNames(try repository.history(from: [other], hiding: [head]))
  }

  // MARK: Commits

  /// The later of two commits: the descendant of the other, or else the one with the later time. A
  /// missing commit loses.
  func later(_ name: String, _ other: String) -> String {
    func commit(_ name: String) -> Commit? {
      ObjectID(name).flatMap { try? repository.commit($0) }
    }
    guard let first = commit(name), let second = commit(other) else {
      return commit(name) != nil ? name : commit(other) != nil ? other : max(name, other)
    }
    if (try? repository.isAncestor(first.id, of: second.id)) == true { return other }
    if (try? repository.isAncestor(second.id, of: first.id)) == true { return name }
    return (first.committer.seconds, name) < (second.committer.seconds, other) ? other : name
  }

  // MARK: Names

  /// Renames each object that either side renamed in all three texts of a file, so that changes of
  /// the other side apply to it.
  /// - Parameter texts: changed to the texts to be merged.
  /// - Returns: the objects listed in the file that both sides renamed.
  func useCommonNames(in file: String, _ texts: inout MergeTexts) -> [DoubleRename] {
    renamed(in: file).compactMap { path in
      let names = DoubleRename(
        path: path, ours: ours.now(path).lastPart, theirs: theirs.now(path).lastPart)
      // Names that can't be reconciled are left as they are.
      guard let (result, isTwice) = try? texts.renaming(names, in: file, object) else { return nil }
      texts = result
      return isTwice ? names : nil
    }
  }

  /// The former paths of objects that either side renamed and the file can mention; parents come
  /// first.
  private func renamed(in file: String) -> [String] {
    let sheet = worksheet(of: file)
    return Set((ours.renamed + theirs.renamed).map(\.before)).filter { path in
      switch path.split(separator: "/").first {
      case "students", "classes": true
      default: path.above == sheet
      }
    }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The former path of the worksheet to which a file belongs.
  private func worksheet(of file: String) -> String? {
    guard let path = ContextPath(worksheetOf: file)?.description else { return nil }
    let former = ours.before(path)
    return former == path ? theirs.before(path) : former
  }

  /// The common new name; ours if both sides renamed it.
  private func common(_ path: String) -> String {
    let parent = path.above.isEmpty ? "" : common(path.above) + "/"
    let ourName = ours.now(path).lastPart
    return parent + (ourName == path.lastPart ? theirs.now(path).lastPart : ourName)
  }

  /// The object with a former path, at its common new path.
  private func object(_ path: String, called name: String, in file: String) -> ObjectPath? {
    let parts = path.split(separator: "/")
    switch (parts.first, parts.count) {
    case ("students", 2): return .student(name)
    case ("classes", 2): return .schoolClass(name)
    case ("classes", 3):
      return .group(schoolClass: common(path.above).lastPart, group: name)
    default: return ContextPath(worksheetOf: file).map { .exercise($0, name) }
    }
  }
}

/// The three texts of a file to be merged.
struct MergeTexts {
  var base: [UInt8]
  var ours: [UInt8]
  var theirs: [UInt8]

  /// The texts with one name for the object, and whether it is listed here and was renamed by both
  /// sides.
  /// - Parameter object: returns the object for the path that a text uses.
  fileprivate func renaming(
    _ names: MergeHistory.DoubleRename, in file: String,
    _ object: (String, _ name: String, _ file: String) -> ObjectPath?
  ) throws -> (texts: MergeTexts, isTwice: Bool)? {
    let old = names.path.lastPart
    let name = names.ours == old ? names.theirs : names.ours
    guard let before = object(names.path, old, file), let common = object(names.path, name, file),
      let ourObject = object(names.path, names.ours, file),
      let other = object(names.path, names.theirs, file)
    else { return nil }
    // A text that still uses the former name didn't rename it.
    if ourObject != before, try ours.mentions(before, in: file) { return nil }
    if other != before, try theirs.mentions(before, in: file) { return nil }
    let isTwice = ourObject != before && other != before && ourObject != other
    var texts = self
    try texts.base.rename(before, to: common, in: file)
    try texts.ours.rename(ourObject, to: common, in: file)
    let isListed = try texts.theirs.rename(
      other, to: common, in: file, keeping: isTwice ? names.theirs : nil)
    return (texts, isTwice && isListed)
  }
}

extension [UInt8] {
  fileprivate func mentions(_ object: ObjectPath, in file: String) throws -> Bool {
    try SchoolFiles(SingleFileSource(path: file, bytes: self)).mentions(of: object).contains {
      $0.form != .whole
    }
  }

  /// - Parameter name: the former name of an exercise.
  /// - Returns: whether the text lists the object.
  @discardableResult
  fileprivate mutating func rename(
    _ object: ObjectPath, to new: ObjectPath, in file: String, keeping name: String? = nil
  ) throws -> Bool {
    let change = Change(
      summary: "", command: "", path: "", source: SingleFileSource(path: file, bytes: self))
    let mentions = try change.schoolFiles.mentions(of: object).filter { $0.form != .whole }
    if object != new {
      if try !mentions.isEmpty && self.mentions(new, in: file) {
        throw ChangeError.exists("\(new)")
      }
      try change.rename(mentions, ReferenceRewriter(object, new))
    }
    let isListed = try !mentions.isEmpty && change.schoolFiles.file(of: new) == file
    if isListed, let name, case .exercise(let path, let id) = new {
      try change.note([name], formerlyOf: id, in: path)
    }
    self = try change.bytes(at: file) ?? self
    return isListed
  }
}

/// A school with a single file.
private struct SingleFileSource: FileSource {
  let path: String
  let bytes: [UInt8]

  func bytes(at path: String) -> [UInt8]? { path == self.path ? bytes : nil }

  func entries(in folder: String) -> [FolderEntry] {
    guard path.hasPrefix(folder + "/") else { return [] }
    let parts = path.dropFirst(folder.count + 1).split(separator: "/")
    return parts.first.map {
      [FolderEntry(name: String($0), kind: parts.count > 1 ? .folder : .file)]
    } ?? []
  }
}

extension ContextPath {
  /// The worksheet to which a text or ledger belongs.
  fileprivate init?(worksheetOf file: String) {
    let name = file.split(separator: "/").first.map(String.init) ?? ""
    let ending = Mention.ledgers.contains(name) ? ".yaml" : "/worksheet.yaml"
    guard name == SchoolPath.subjects || ending == ".yaml", file.hasSuffix(ending) else {
      return nil
    }
    self.init(file.dropFirst(name.count + 1).dropLast(ending.count))
  }
}
