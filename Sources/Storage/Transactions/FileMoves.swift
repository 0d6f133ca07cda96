/// Files and folders of a school that are moved or removed, with their contents.
struct FileMoves: Hashable, Sendable {
  struct Move: Hashable, Sendable {
    let from: String
    let to: String
    let kind: FolderEntry.Kind
  }

  /// The moves; none affects the path of another.
  private(set) var moves: [Move] = []
  private(set) var removals: [String] = []

  var isEmpty: Bool { moves.isEmpty && removals.isEmpty }

  /// The paths that are moved or removed.
  var left: [String] { moves.map(\.from) + removals }

  mutating func add(_ move: Move) { moves.append(move) }

  mutating func remove(_ path: String) { removals.append(path) }

  /// The former path of the file or folder at `path`; nil if it doesn't exist afterwards.
  func origin(of path: String) -> String? {
    for move in moves {
      if let rest = path.below(move.to) { return move.from + rest }
    }
    return left.contains { path.below($0) != nil } ? nil : path
  }

  /// The new path of the file or folder at `path`; nil if it is removed.
  func target(of path: String) -> String? {
    for move in moves {
      if let rest = path.below(move.from) { return move.to + rest }
    }
    return removals.contains { path.below($0) != nil } ? nil : path
  }
}

extension String {
  /// The rest of a path below a file or folder: empty, or a slash and more; nil for other paths.
  func below(_ folder: String) -> Substring? {
    guard utf8.count >= folder.utf8.count, hasPrefix(folder) else { return nil }
    let rest = self[index(startIndex, offsetBy: folder.count)...]
    return rest.isEmpty || rest.hasPrefix("/") ? rest : nil
  }
}

/// Files as they will be after a rearrangement.
struct RearrangedFiles: FileSource {
  let source: any FileSource
  let rearrangement: FileMoves

  func bytes(at path: String) throws -> [UInt8]? {
    try rearrangement.origin(of: path).flatMap { try source.bytes(at: $0) }
  }

  func isProgram(_ path: String) throws -> Bool {
    try rearrangement.origin(of: path).map { try source.isProgram($0) } ?? false
  }

  func entries(in folder: String) throws -> [FolderEntry] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    let before = try rearrangement.origin(of: folder).map { try source.entries(in: $0) } ?? []
    var entries: [String: FolderEntry] = [:]
    for entry in before where rearrangement.origin(of: prefix + entry.name) != nil {
      entries[entry.name] = entry
    }
    for move in rearrangement.moves where move.to.hasPrefix(prefix) {
      let rest = move.to.dropFirst(prefix.count).split(separator: "/")
      guard let name = rest.first.map(String.init), entries[name] == nil else { continue }
      entries[name] = FolderEntry(name: name, kind: rest.count == 1 ? move.kind : .folder)
    }
    return entries.values.sorted { $0.name < $1.name }
  }
}
