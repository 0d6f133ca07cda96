import Git
import Glibc
import Substrings

/// Has Git merge the files of a school by what they say instead of line by line.
enum MergeSetup {
  /// Which files, as Git's attributes say it.
  private static let attribute = "*.yaml merge=teachkit"

  /// Where `teachkit` isn't to be found, Git's own merge must do: a driver that fails would pass
  /// our side off as the result.
  private static let driver = """
    if command -v teachkit >/dev/null; then teachkit merge-driver %O %A %B %P; \
    else git merge-file -L ours -L base -L theirs %A %O %B; fi
    """

  /// Whether Git puts a new file of one side where the other side has moved all that was in its
  /// folder. A worksheet that moves takes its marks along: then those of its neighbours would follow.
  private static let directoryRenames = "directoryRenames"

  /// Sets it up in a repository where it isn't, as in a fresh clone. What can't be written is left:
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
      // Where nobody has said how, `git pull` refuses to bring two sides together.
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
