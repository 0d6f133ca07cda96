import Text

extension RawObject {
  /// Checks that a commit is written as `git fsck --strict` demands.
  ///
  /// - Throws: `GitError` with `.corrupt`.
  public func checkCommitForm(_ id: ObjectID) throws(GitError) {
    guard kind == .commit else { return }
    var lines = bytes[...]
    /// The rest of the next line if it begins with a word.
    func next(_ word: String) -> ArraySlice<UInt8>? {
      guard let end = lines.firstIndex(of: 10), lines[..<end].starts(with: word.utf8) else {
        return nil
      }
      defer { lines = lines[(end + 1)...] }
      return lines[..<end].dropFirst(word.utf8.count)
    }
    var isSound = next("tree ").flatMap { ObjectID(hex: $0) } != nil
    while let parent = next("parent ") {
      if ObjectID(hex: parent) == nil { isSound = false }
    }
    for word in ["author ", "committer "] {
      if !(next(word).map(Self.isIdentity) ?? false) { isSound = false }
    }
    if !isSound || bytes.contains(0) {
      throw GitError(.corrupt, "commit \(id) isn't in Git's canonical format")
    }
  }

  /// Whether a text is `Ada <ada@example.org> 1700000000 +0100`.
  private static func isIdentity(_ line: ArraySlice<UInt8>) -> Bool {
    let marks: [UInt8] = [60, 62]
    guard let open = line.firstIndex(where: marks.contains), line[open] == 60,
      open == line.startIndex || line[open - 1] == 32, open > line.startIndex
    else { return false }
    let afterOpen = line[(open + 1)...]
    guard let close = afterOpen.firstIndex(where: marks.contains), line[close] == 62 else {
      return false
    }
    let words = line[(close + 1)...].split(separator: 32, omittingEmptySubsequences: false)
    guard words.count == 3, words[0].isEmpty else { return false }
    func isDigits(_ text: ArraySlice<UInt8>) -> Bool {
      !text.isEmpty && text.allSatisfy { (48...57).contains($0) }
    }
    let (date, zone) = (words[1], words[2])
    return isDigits(date) && (date.count == 1 || date.first != 48)
      && Int64(String(decoding: date, as: UTF8.self)) != nil
      && zone.count == 5 && (zone.first == 43 || zone.first == 45) && isDigits(zone.dropFirst())
  }
}
