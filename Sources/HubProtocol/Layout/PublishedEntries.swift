import Git
import Model
import PlainYAML
import Substrings
import Text

/// Recognizes files that are or were published.
///
/// Outdated clones submit older published versions. The current version is checked first, and all
/// earlier ones if it differs.
public final class PublishedEntries {
  /// The file that makes a folder a worksheet.
  static let sheet = "worksheet.yaml"
  /// The maximum number of commits of `main` to search.
  private static let furthest = 10_000

  private let source: (any ObjectSource)?
  private let main: ObjectID?
  /// The trees of `main` read so far, latest first.
  private var trees: [ObjectID] = []
  private var next: ObjectID?
  private var versions: [String: Set<ObjectID>] = [:]
  private var known: [String: Set<String>]?

  /// - Parameters:
  ///   - source: the published subject; nil if it is unknown.
  ///   - main: its latest commit.
  public init(_ source: (any ObjectSource)?, main: ObjectID?) {
    self.source = source
    self.main = main
    next = main
  }

  /// An unknown subject: files aren't checked.
  public static var unknown: PublishedEntries { PublishedEntries(nil, main: nil) }

  /// Whether an entry at the root of a submission is a published file or folder of that work, in
  /// any version and under any name that the work ever had.
  func contains(_ entry: TreeEntry, of work: String) throws -> Bool {
    guard let source, main != nil else { return true }
    let path = "\(work)/\(entry.name)"
    if let tree = try tree(0), try source.entry(at: path, in: tree)?.id == entry.id { return true }
    if try versions(of: path, in: source).contains(entry.id) { return true }
    return try names(of: work).contains {
      try versions(of: "\($0)/\(entry.name)", in: source).contains(entry.id)
    }
  }

  /// The works that were never published; empty if the published subject is unknown.
  public func unpublished(_ works: some Sequence<String>) throws -> Set<String> {
    guard let source, main != nil else { return [] }
    var left = Set(works)
    var place = 0
    while !left.isEmpty, let tree = try tree(place) {
      left = try left.filter { try source.entry(at: "\($0)/\(Self.sheet)", in: tree) == nil }
      place += 1
    }
    return left
  }

  /// The path at which a work is published now: its own, or its new one after a rename.
  ///
  /// - Returns: nil if it isn't published now, or if the published subject is unknown.
  public func current(of work: String) throws -> String? {
    guard let source, let tree = try tree(0) else { return nil }
    if try source.entry(at: "\(work)/\(Self.sheet)", in: tree) != nil { return work }
    return try works().filter { $0.value.contains(work) }.keys.min()
  }

  /// The published work with the most similar name.
  public func nearest(to work: String) throws -> String? {
    closest(work, in: try works().keys.sorted())
  }

  /// The tree of `main` a number of commits ago; nil before the first commit.
  private func tree(_ place: Int) throws -> ObjectID? {
    while trees.count <= place, let source, let id = next {
      let commit = try source.commit(id)
      trees.append(commit.tree)
      next = commit.parents.first
    }
    return place < trees.count ? trees[place] : nil
  }

  /// All versions of a path.
  private func versions(of path: String, in source: any ObjectSource) throws -> Set<ObjectID> {
    if let known = versions[path] { return known }
    var found: Set<ObjectID> = []
    var place = 0
    while place < Self.furthest, let tree = try tree(place) {
      if let entry = try source.entry(at: path, in: tree) { found.insert(entry.id) }
      place += 1
    }
    versions[path] = found
    return found
  }

  /// The current and former names of a published work.
  private func names(of work: String) throws -> Set<String> {
    let works = try works()
    return works[work] ?? works.values.first { $0.contains(work) } ?? []
  }

  /// All published worksheets, with their current and former names.
  private func works() throws -> [String: Set<String>] {
    if let known { return known }
    var found: [String: Set<String>] = [:]
    var open = try tree(0).map { [(path: "", names: Set([""]), tree: $0)] } ?? []
    while let source, let folder = open.popLast() {
      let entries = try source.tree(folder.tree)
      let isWorksheet = entries.contains { $0.name == Self.sheet }
      let file = entries.first { $0.name == (isWorksheet ? Self.sheet : "context.yaml") }
      let names = try folder.names.union(file.map { try formerNames(in: $0.id, of: source) } ?? [])
      if isWorksheet {
        found[folder.path] = names
        continue
      }
      for entry in entries where entry.mode == .tree {
        func below(_ name: String) -> String { name.isEmpty ? entry.name : "\(name)/\(entry.name)" }
        open.append((below(folder.path), Set(names.map(below)), entry.id))
      }
    }
    known = found
    return found
  }

  /// The former names in the file of a worksheet or chapter.
  private func formerNames(in file: ObjectID, of source: any ObjectSource) throws -> [String] {
    let bytes = try source.blob(file, limit: 16 << 20)
    guard String(decoding: bytes, as: UTF8.self).contains("was") else { return [] }
    let was = try? Document(bytes).root["was"]
    return was?.scalar.map { [$0] } ?? was?.sequence?.compactMap(\.scalar) ?? []
  }
}
