import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing
import Text

@testable import Course

@Suite struct NewHubTests {
  private func hub(_ text: String, from directory: String = "/home/tina/school") throws -> NewHub {
    try NewHub(text, of: FolderPath("/home/tina/school", from: "/"), from: directory)
  }

  @Test(arguments: [
    ("../hub", "../hub"), ("../hub/", "../hub"), ("/srv/hub", "../../../srv/hub"),
    ("/home/tina/x/../hub", "../hub"), ("file:///home/tina/hub", "../hub"),
    ("../school2", "../school2"),
    ("../Größe hub", "../Größe hub"),
  ])
  func foldersAreRelativeToTheSchool(_ text: String, _ written: String) throws {
    let hub = try hub(text)
    #expect(hub.written == written)
    #expect(hub.isFolder)
  }

  @Test func foldersAreRelativeToTheWorkingDirectoryFirst() throws {
    #expect(try hub("hub", from: "/home/tina").written == "../hub")
    #expect(try hub("../../hub", from: "/home/tina/school/subjects").written == "../hub")
  }

  @Test(arguments: [
    "ssh://hub@example.org/srv/hub", "https://example.org/hub", "hub@example.org:hub",
    "ssh://example.org/{student}",
  ])
  func addressesStayAsWritten(_ text: String) throws {
    let hub = try hub(text)
    #expect(hub.written == text)
    #expect(!hub.isFolder)
    try hub.make()
  }

  @Test(arguments: [
    (
      "~/hub", "'~/hub' begins with '~', which only shells expand",
      "write it without quotes, or write the full path"
    ),
    (
      "../{student}", "'../{student}' contains '{', but a hub is one folder for all",
      "each student's mailbox is a separate folder in it, which you can share"
    ),
    (
      ".", "the hub and the school can't contain each other",
      "choose a folder next to the school, such as ../hub"
    ),
    (
      "hub", "the hub and the school can't contain each other",
      "choose a folder next to the school, such as ../hub"
    ),
    (
      "..", "the hub and the school can't contain each other",
      "choose a folder next to the school, such as ../hub"
    ),
    (
      "/", "the hub and the school can't contain each other",
      "choose a folder next to the school, such as ../hub"
    ),
    (
      "ssh://-oProxyCommand=x/hub",
      "'ssh://-oProxyCommand=x/hub' is not an address that Git accepts",
      "write ssh://user@host/path, user@host:path, https://host/path or a folder"
    ),
    (
      "ext::sh -c x", "'ext::sh -c x' is not an address that Git accepts",
      "write ssh://user@host/path, user@host:path, https://host/path or a folder"
    ),
  ])
  func otherPlacesAreRefused(_ text: String, _ message: String, _ hint: String) {
    #expect(
      failures { _ = try hub(text) } == [
        Failure(.valueIsFaulty, Message(verbatim: message), hint: Message(verbatim: hint))
      ])
  }

  @Test func hubIsWrittenToTheSchool() throws {
    let school = try TemporarySchool()
    let store = try school.store()
    let hub = try NewHub("../hub", of: FolderPath(school.root, from: "/"), from: school.root)
    try hub.set(in: store, by: school.teacher())
    #expect(school.read("school.yaml")?.hasSuffix("zone: Europe/Berlin\nhub: ../hub\n") == true)
    #expect(try school.git("log", "-1", "--format=%s") == "set the hub to ../hub\n")
  }

  @Test func folderIsCreatedOnce() throws {
    let school = try TemporarySchool()
    let hub = try NewHub("../a/hub", of: FolderPath(school.root, from: "/"), from: school.root)
    try hub.make()
    try hub.make()
    let attributes = try FileManager.default.attributesOfItem(atPath: school.folder + "/a/hub")
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }
}
