import Substrings

/// The result of `git fetch-pack`, which only fetches objects.
///
/// `git fetch` would also write a reference for each branch and check connectivity, which takes
/// longer than everything else with a thousand branches.
struct PackFetch {
  /// The requested references that exist, sorted by name.
  let references: [Reference]
  /// The file that protects the new pack from `git gc`; nil if little or nothing was fetched.
  private let lock: String?

  /// The command, which reads the names of references from its input; the address follows.
  static let words = ["fetch-pack", "--stdin", "--lock-pack", "--thin", "--no-progress"]

  /// Parses the output; nil if the command failed.
  init?(_ result: Subprocess.Result) {
    let errors = String(decoding: result.errors, as: UTF8.self)
    // The exit status is 1 if only some references exist, and the others are fetched. If none
    // exist, the command fails with version 1 of the protocol.
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
