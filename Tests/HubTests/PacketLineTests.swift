import Testing

@testable import Hub

@Suite struct PacketLineTests {
  /// Reads groups of a text till something in it makes no sense.
  private func groups(_ text: String) -> [[String]] {
    var rest = Array(text.utf8)[...]
    func read(_ count: Int) -> [UInt8]? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var found: [[String]] = []
    while let group = try? PacketLines.group(read) { found.append(group) }
    return found
  }

  @Test func readsWhatItWrites() {
    let lines = ["version=1\0push-options", "", String(repeating: "ü", count: 500)]
    #expect(groups(PacketLines.text(of: lines) + PacketLines.text(of: [])) == [lines, []])
    #expect(PacketLines.text(of: ["ok refs/heads/x"]) == "0013ok refs/heads/x0000")
    #expect(groups("0006a\n0000") == [["a"]])
  }

  @Test(arguments: ["", "00", "0001", "0003", "-001", "zzzz", "0009abc", "0005a", "ffff"])
  func refusesWhatGitDoesNotSay(text: String) {
    #expect(groups(text) == [])
  }
}
