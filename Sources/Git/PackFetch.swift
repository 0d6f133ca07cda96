import Substrings

/// What `git fetch-pack` tells of a fetch that brings objects alone.
///
/// `git fetch` writes a reference for each that it brings, and walks through all that came to see that
/// nothing is missing: with a thousand branches that takes longer than all the rest.
struct PackFetch {
  /// The references that were asked for and are there, sorted by name.
  let references: [Reference]
  /// The file that keeps what came from being cleared away; nil where there was little or nothing.
  private let lock: String?

  /// The command, which gets the names of references as input; the address is to follow.
  static let words = ["fetch-pack", "--stdin", "--lock-pack", "--thin", "--no-progress"]

  /// Reads what it said; nil where it failed.
  init?(_ result: Subprocess.Result) {
    let errors = String(decoding: result.errors, as: UTF8.self)
    // It ends with 1, and brings the others, where some are not there; and fails where nothing is, if
    // the server speaks Git's first protocol.
    let isPartial = result.status == .exited(1) && errors.contains("no such remote ref")
    let isNothing = result.status == .exited(128) && errors.contains("no matching remote head")
    guard result.succeeded || isPartial || isNothing else { return nil }
    var references: [Reference] = []
    var lock: String?
    for line in result.output.split(separator: 10) {
      if line.starts(with: "lock ".utf8) {
        lock = String(decoding: line.dropFirst(5), as: UTF8.self)
      } else if let id = ObjectID(hex: line.prefix(40)), line.count > 41 {
        references.append(Reference(String(decoding: line.dropFirst(41), as: UTF8.self), id))
      }
    }
    self.references = references.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.lock = lock
  }

  func removeLock(in repository: Repository) {
    guard let lock, let packs = try? repository.objects.folder("pack") else { return }
    packs.remove(splitPath(lock).name)
  }
}
