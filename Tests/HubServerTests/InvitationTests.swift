import Foundation
import Git
import Model
import Testing

@testable import HubProtocol

/// Invitation codes and the keys derived from them.
@Suite struct InvitationTests {
  private var code: InvitationCode {
    var random = SystemRandomNumberGenerator()
    return InvitationCode(using: &random)
  }

  @Test func codesAreReadAsTyped() throws {
    let code = code
    #expect(code.text.count == 29)
    #expect(InvitationCode(code.text) == code)
    #expect(InvitationCode(code.text.uppercased()) == code)
    #expect(InvitationCode(code.text.filter { $0 != "-" }) == code)
    let slips = code.text.replacing("0", with: "O").replacing("1", with: "l")
    #expect(InvitationCode(slips) == code)
    #expect(InvitationCode(code.text.dropLast()) == nil)
    #expect(InvitationCode("") == nil)
    #expect(InvitationCode(code.text + "-0") == nil)
  }

  @Test func typingMistakesAreDetected() {
    let found = (0..<200).filter { _ in
      let text = Array(code.text)
      var other = text
      let place = Int.random(in: 0..<5)
      other[place] = text[place] == "7" ? "8" : "7"
      return InvitationCode(String(other)) != nil
    }
    #expect(found.count < 40)
  }

  @Test func keysHaveTheFormatOfOpenSSH() throws {
    let code = code
    let file = NSTemporaryDirectory() + "invitation-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try DurableFile.write(Array(try #require(code.privateKey).utf8), to: file, access: .ownerOnly)
    let result = try Subprocess("ssh-keygen", ["-y", "-f", file]).run()
    let key = try #require(code.publicKey)
    #expect(result.outputText == "\(InvitationCode.kind) \(key)\n", "\(result.errorText)")
    #expect(InvitationCode.isKey(key))
    #expect(!InvitationCode.isKey(key + "\n"))
    #expect(!InvitationCode.isKey(String(key.dropLast()) + "\""))
    #expect(try PublicKey(result.outputText).text == "\(InvitationCode.kind) \(key)")
  }

  @Test(arguments: ["ssh://git@school.example:22/hub/math", "git@school.example:hub/math"])
  func linksContainAddressAndCode(address: String) throws {
    let link = InvitationLink(.server(address), code)
    #expect(try InvitationLink(link.text) == link)
    #expect(try InvitationLink(address) == nil)
    #expect(throws: InvitationFault.slip) { try InvitationLink(address + "@abc") }
  }

  @Test(arguments: ["../hub/math", "/a@b/c@d", "ssh://git@host", "a@b", "math@home"])
  func otherAddressesAreNotLinks(text: String) throws { #expect(try InvitationLink(text) == nil) }
}
