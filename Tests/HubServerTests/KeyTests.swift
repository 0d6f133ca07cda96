import Foundation
import Git
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// Public keys and OpenSSH's file of authorized keys.
@Suite final class KeyTests {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "keys-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func key(_ name: String, _ options: [String] = ["-t", "ed25519"]) throws -> String {
    let made = try Subprocess(
      "ssh-keygen", ["-q", "-N", "", "-C", name, "-f", "\(folder)/\(name)"] + options
    ).run()
    try #require(made.succeeded, "\(made.errorText)")
    return try String(contentsOfFile: "\(folder)/\(name).pub", encoding: .utf8)
  }

  private func fault(_ text: String) throws -> KeyFault? {
    do {
      _ = try PublicKey(text)
      return nil
    } catch HubError.key(let fault) {
      return fault
    }
  }

  @Test func readsKeysOfOpenSSH() throws {
    for options in [["-t", "ed25519"], ["-t", "ecdsa"], ["-t", "rsa", "-b", "2048"]] {
      let text = try key("k\(options[1])", options)
      let key = try PublicKey("# mine\n\n" + text)
      let result = try Subprocess("ssh-keygen", ["-lf", "\(folder)/k\(options[1]).pub"]).run()
      #expect(result.outputText.contains(key.fingerprint))
      #expect(key.comment == "k\(options[1])")
    }
  }

  @Test func invalidKeysAreRefusedWithAReason() throws {
    let good = try key("good")
    let secret = try String(contentsOfFile: folder + "/good", encoding: .utf8)
    #expect(try fault("") == .isEmpty)
    #expect(try fault(secret) == .isPrivate)
    let blob = good.split(separator: " ")[1]
    for (line, format) in [
      ("---- BEGIN SSH2 PUBLIC KEY ----", "RFC4716"), ("-----BEGIN PUBLIC KEY-----", "PKCS8"),
    ] {
      #expect(try fault("\(line)\r\nComment: x\r\n\(blob)\r\n") == .otherFormat(format))
    }
    #expect(try fault("PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 2\n") == .isPuTTYKey)
    #expect(try fault(good + good) == .several)
    #expect(try fault("command=\"id\" " + good) == .hasOptions)
    #expect(try fault("ssh-dss AAAA") == .kind("ssh-dss"))
    #expect(try fault(try key("weak", ["-t", "rsa", "-b", "1024"])) == .tooShort(bits: 1024))
    guard case .damaged? = try fault(String(good.dropLast(20))) else {
      return #expect(Bool(false), "a key that was cut is taken")
    }
    guard case .damaged? = try fault("ssh-ed25519 AA\"BB") else {
      return #expect(Bool(false), "a key with a quote is taken")
    }
  }

  @Test(.enabled(if: geteuid() == 0)) func theKeyFileBelongsToItsUser() throws {
    let path = folder + "/hub"
    _ = try ServedHub.create(path)
    #expect(chown(path, 1234, 1234) == 0)
    #expect(throws: HubError.belongs(to: "1234", path: path, we: "root")) { try ServedHub(path) }
    #expect(throws: HubError.belongs(to: "1234", path: path, we: "root")) {
      try ServedHub.create(path + "/in/it")
    }
    #expect(try ServedHub(path, isLookedAt: true).subjects().isEmpty)
  }

  @Test func keepsForeignLines() throws {
    let file = folder + "/authorized_keys"
    let before = Data("# caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) } + Array("x y".utf8))
    try before.write(to: URL(filePath: file))
    let hub = folder + "/it's \"a\" hub"
    try FileManager.default.createDirectory(atPath: hub, withIntermediateDirectories: true)
    let keys = AuthorizedKeys(file, hub: hub, program: "/bin/teach kit")
    let ada = try PublicKey(try key("ada"))
    #expect(try keys.add(ada, for: .student("ada")))
    #expect(try !keys.add(ada, for: .student("ada")))
    #expect(throws: HubError.keyIsTaken(by: .student("ada"))) {
      try keys.add(ada, for: .student("ben"))
    }
    let other = AuthorizedKeys(file, hub: "/srv/other", program: "/bin/teach kit")
    #expect(try other.entries().isEmpty)
    #expect(throws: HubError.keyBoundElsewhere(hub: hub, file: file, line: 3)) {
      try other.add(ada, for: .student("ada"))
    }
    #expect(throws: HubError.keyBoundElsewhere(hub: nil, file: folder + "/ada.pub", line: 1)) {
      try AuthorizedKeys(folder + "/ada.pub", hub: "/srv/other", program: "/bin/teach kit")
        .add(ada, for: .student("ada"))
    }
    #expect(try keys.entries().map(\.principal) == [.student("ada")])
    #expect(try keys.entries().map(\.comment) == ["ada"])
    #expect(try keys.remove(at: Instant(seconds: 1)) { $0.principal == .student("ben") }.isEmpty)
    #expect(try keys.remove(at: Instant(seconds: 1)) { $0.principal == .student("ada") }.count == 1)
    #expect(try Data(contentsOf: URL(filePath: file)) == before + Data("\n".utf8))
  }
}
