import Git
import Glibc
import Substrings

/// Configures Git to merge the files of a school by their meaning instead of line by line.
enum MergeSetup {
  /// The files, as a line of Git's attributes.
  private static let attribute = "*.yaml merge=teachkit"

  /// If `teachkit` isn't found, Git's own merge runs: a driver that fails would leave our side as
  /// the result.
  private static let driver = """
    if command -v teachkit >/dev/null; then teachkit merge-driver %O %A %B %P; \
    else git merge-file -L ours -L base -L theirs %A %O %B; fi
    """

  /// The setting by which Git moves new files of one side into the folder to which the other side
  /// moved everything. It must be off: ledgers move with their worksheet, and the ledgers of its
  /// neighbours would follow.
  private static let directoryRenames = "directoryRenames"

  /// Configures a repository that isn't configured yet, such as a fresh clone. Errors are ignored:
  /// then Git merges line by line.
  static func ensure(_ layout: RepositoryLayout) {
    guard
      let config = try? DurableFile.read(layout.commonFolder + "/config").map({
        String(decoding: $0, as: UTF8.self)
      }), !config.contains("[merge \"teachkit\"]") || !config.contains(directoryRenames)
    else { return }
    do {
      try addAttribute(layout.commonFolder + "/info")
      let repository = try Repository(layout)
      try repository.set("merge.teachkit.name", to: "values and lines of a school's files")
      try repository.set("merge.teachkit.driver", to: driver)
      try repository.set("merge.\(directoryRenames)", to: "false")
      // Without either setting, `git pull` refuses to merge diverging branches.
      if try repository.setting("pull.rebase") == nil, try repository.setting("pull.ff") == nil {
        try repository.set("pull.rebase", to: "false")
      }
    } catch {}
  }

  private static func addAttribute(_ folder: String) throws {
    let path = folder + "/attributes"
    let old = try DurableFile.read(path) ?? []
    let lines = old.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    if lines.contains(attribute) { return }
    try DurableFile.makeFolder(folder)
    let isEnded = old.isEmpty || old.last == 10
    try DurableFile.write(old + (isEnded ? [] : [10]) + Array((attribute + "\n").utf8), to: path)
  }
}
