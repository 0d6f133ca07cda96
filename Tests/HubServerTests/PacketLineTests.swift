import Testing

@testable import HubProtocol
@testable import HubServer

@Suite struct PacketLineTests {
  /// Returns a function that reads the bytes of a text in sequence.
  private func reader(_ text: String) -> (Int) -> [UInt8]? {
    var rest = Array(text.utf8)[...]
    return { count in
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  /// Reads groups from a text until the first invalid one.
  private func groups(_ text: String) -> [[String]] {
    let read = reader(text)
    var found: [[String]] = []
    while let group = try? PacketLines.group(read) { found.append(group) }
    return found
  }

  /// Returns the arguments passed on for an archive request.
  private func archive(_ words: [String]) throws -> String {
    let text = PacketLines.text(of: words.map { "argument \($0)" })
    let request = try ArchiveRequest(reader(text))
    #expect(request.text == text)
    return text
  }

  @Test(arguments: [
    ["HEAD"], ["--format=zip", "-9", "main:files", "a", "b"], ["--format", "-x", "main"],
    ["--prefix=x/", "-v", "main", "--", "--add-file=x"], ["--prefix", "--add-file=x", "main"],
    ["-l"],
  ])
  func archiveOptionsArePassedOn(words: [String]) throws { _ = try archive(words) }

  @Test(arguments: [
    "--add-file=/etc/passwd", "--add-file", "--add-fi=x", "--add-virtual-file=x:y", "--format=../x",
    "--remote=x", "--exec=x", "--output=x", "-o", "-ox", "--worktree-attributes", "-vo", "-",
    "--no-format",
  ])
  func otherArchiveOptionsAreDropped(word: String) {
    for words in [[word, "HEAD"], ["HEAD", word], ["--prefix", "x", word]] {
      #expect(throws: HubError.archiveOption(word)) { try archive(words) }
    }
  }

  @Test func archiveRequestsAreLimited() {
    #expect(throws: HubError.notAllowed) { try archive([String(repeating: "x", count: 5000)]) }
    for text in ["", "0012argument HEAD", "0009HEAD\n0000", "ffff"] {
      #expect(throws: HubError.notAllowed) { try ArchiveRequest(reader(text)) }
    }
  }

  @Test func packetLinesRoundTrip() {
    let lines = ["version=1\0push-options", "", String(repeating: "ü", count: 500)]
    #expect(groups(PacketLines.text(of: lines) + PacketLines.text(of: [])) == [lines, []])
    #expect(PacketLines.text(of: ["ok refs/heads/x"]) == "0013ok refs/heads/x0000")
    #expect(groups("0006a\n0000") == [["a"]])
  }

  @Test(arguments: ["", "00", "0001", "0003", "-001", "zzzz", "0009abc", "0005a", "ffff"])
  func invalidPacketLinesAreRefused(text: String) {
    #expect(groups(text) == [])
  }
}
