import Foundation
import Git
import Testing

@testable import HubProtocol

/// The notice in the folder of a moved subject.
@Suite struct MovedSubjectTests {
  private let path = NSTemporaryDirectory() + "moved-\(UUID().uuidString)"
  private let folder: HubFolder

  init() throws {
    try DurableFile.makeFolder(path)
    folder = try HubFolder(path)
  }

  @Test(arguments: ["ssh://git@school.example/hub/math", "/srv/hub/math", "/a b: #/math"])
  func theNoteRoundTrips(address: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try MovedSubject(in: folder, at: "math") == nil)
    for isServed in [true, false] {
      let moved = MovedSubject(to: address, isServed: isServed)
      try moved.write(in: folder, at: "math")
      #expect(try MovedSubject(in: folder, at: "math") == moved)
      #expect(try MovedSubject(in: HubFolder("\(path)/math")) == moved)
    }
    try MovedSubject.remove(in: folder, at: "math")
    try MovedSubject.remove(in: folder, at: "math")
    #expect(try MovedSubject(in: folder, at: "math") == nil)
  }

  @Test(arguments: [
    "", "to", "to: [a]", "to: math", "to: --upload-pack=x", "to: ssh://-oProxyCommand=x/y",
    "to: \"/a\\nb\"", "to: ext::sh", "to: {",
  ])
  func notesWithoutAnAddressAreIgnored(text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try folder.write(Array(text.utf8), to: "math/moved.yaml")
    #expect(try MovedSubject(in: folder, at: "math") == nil)
  }
}
