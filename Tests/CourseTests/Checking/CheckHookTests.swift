import Foundation
import Git
import Storage
import Testing
import Text

@testable import Course

@Suite struct CheckHookTests {
  private let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  private func hook(home: String? = nil) throws -> CheckHook {
    try CheckHook(of: school.store(), home: home)
  }

  private func text(_ hook: CheckHook) -> String? {
    try? String(contentsOfFile: hook.path, encoding: .utf8)
  }

  @Test func hookIsInstalledAndRemoved() throws {
    let hook = try hook()
    #expect(hook.path == school.root + "/.git/hooks/pre-commit")
    #expect(try !hook.remove())
    #expect(try hook.install())
    #expect(text(hook) == CheckHook.text)
    let attributes = try FileManager.default.attributesOfItem(atPath: hook.path)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
    // Repeating is no error.
    #expect(try !hook.install())
    #expect(try hook.remove())
    #expect(text(hook) == nil)
    #expect(try !hook.remove())
  }

  @Test func olderHookIsUpdated() throws {
    let hook = try hook()
    _ = try hook.install()
    try Data((CheckHook.text + "# older\n").utf8).write(to: URL(filePath: hook.path))
    #expect(try !hook.install())
    #expect(text(hook) == CheckHook.text)
  }

  @Test(arguments: ["#!/bin/sh\nexit 0\n", ""])
  func otherHooksAreLeftAlone(_ other: String) throws {
    let hook = try hook()
    try school.write(".git/hooks/pre-commit", other)
    #expect(
      failures { _ = try hook.install() } == [
        Failure(
          .createOperationFailed, "another hook already exists", at: .init(path: hook.path),
          hint: "add the line 'teachkit check --staged' to it")
      ])
    #expect(
      failures { _ = try hook.remove() } == [
        Failure(
          .noWritePermission, "this hook wasn't installed by teachkit", at: .init(path: hook.path),
          hint: "check the file, then remove it yourself")
      ])
    #expect(text(hook) == other)
  }

  @Test func linkToAMissingHookIsNotReplaced() throws {
    let hook = try hook()
    try FileManager.default.removeItem(atPath: school.root + "/.git/hooks")
    try FileManager.default.createDirectory(
      atPath: school.root + "/.git/hooks", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: hook.path, withDestinationPath: "/nonexistent")
    #expect(failures { _ = try hook.install() }.map(\.id) == [.createOperationFailed])
  }

  @Test(arguments: [
    ("hooks", "ROOT/hooks"), ("/srv/hooks", "/srv/hooks"), ("~/hooks", "/home/tina/hooks"),
    ("", "ROOT/.git/hooks"),
  ])
  func hooksMayBeInAnotherFolder(_ setting: String, _ folder: String) throws {
    try school.git("config", "core.hooksPath", setting)
    let path = folder.replacing("ROOT", with: school.root) + "/pre-commit"
    #expect(try hook(home: "/home/tina").path == path)
  }

  @Test func linkedWorkTreesShareTheHook() throws {
    try school.git("worktree", "add", "-q", school.folder + "/linked")
    let linked = try SchoolStore(root: school.folder + "/linked")
    let path = FolderPath(try CheckHook(of: linked, home: nil).path, from: "/").text
    #expect(path == school.root + "/.git/hooks/pre-commit")
  }

  /// Git runs the hook; without teachkit it only warns.
  @Test func hookOnlyChecksSchools() throws {
    let hook = try hook()
    _ = try hook.install()
    let shell = try Subprocess(
      "/bin/sh", [hook.path], environment: ["PATH": "/nonexistent"], folder: school.root
    ).run()
    #expect(shell.succeeded)
    #expect(shell.errorText == "teachkit is not in PATH: nothing was checked\n")
    let elsewhere = try Subprocess("/bin/sh", [hook.path], environment: [:], folder: school.folder)
      .run()
    #expect(elsewhere.succeeded && elsewhere.errorText.isEmpty)
  }
}
