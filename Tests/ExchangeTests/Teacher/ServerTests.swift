import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing
import Text

@testable import Exchange

/// A `git daemon` that serves a folder and accepts all pushes until this object is released.
private final class Daemon {
  let process: Int32
  let address: String

  init(_ folder: String, programs: String) throws {
    for _ in 0..<20 {
      // A port below the range of ephemeral ports.
      let port = Int.random(in: 20_000..<32_000)
      // Run directly, because `git` would start it as a child process.
      let started = try Subprocess(
        "sh",
        [
          "-c", "\"$@\" </dev/null >/dev/null 2>&1 & echo $!", "sh", programs + "/git-daemon",
          "--export-all", "--enable=receive-pack", "--base-path=\(folder)",
          "--listen=127.0.0.1", "--port=\(port)", "--reuseaddr",
        ]
      ).run()
      let candidate = try #require(
        Int32(started.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
      let place = "git://127.0.0.1:\(port)"
      // The daemon exits immediately if the port is taken.
      for _ in 0..<200 where kill(candidate, 0) == 0 {
        if try Subprocess("git", ["ls-remote", place + "/math/subject.git"]).run().succeeded {
          process = candidate
          address = place
          return
        }
        usleep(50_000)
      }
      kill(candidate, SIGKILL)
    }
    throw GitError(.connectionFailed, "the daemon doesn't answer")
  }

  deinit { kill(process, SIGKILL) }
}

/// A hub on the network.
@Suite struct ServerTests {
  let school: TemporarySchool
  init() throws { school = try TemporarySchool() }

  /// Serves the hub's folder, with empty repositories for these mailboxes.
  private func serve(_ mailboxes: [String]) throws -> Daemon {
    for path in [school.subjectRepository] + mailboxes.map(school.mailbox) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try school.git(path, "init", "-q", "--bare", "-b", "main")
    }
    let daemon = try Daemon(school.hub, programs: try school.git(school.root, "--exec-path"))
    let text = try school.read("school.yaml")
    try school.write(
      "school.yaml", text.replacingOccurrences(of: "../hub", with: daemon.address))
    try school.commit("hub")
    return daemon
  }

  @Test func sharesAndCollects() async throws {
    let daemon = try serve(["ada", "ben"])
    defer { withExtendedLifetime(daemon) {} }
    let first = try await school.exchange().share()
    #expect(first.isFirst && first.failed.isEmpty && first.notices.isEmpty)
    let again = try await school.exchange().share()
    #expect(again.isUnchanged)
    #expect(
      try school.git(school.mailbox("ada"), "show", "inbox:assignments.yaml").contains("Homework"))

    let commit = try school.submit(["answers.yaml": "half: 1\n"], as: "ada")
    try school.submit(["notes.txt": "x"], as: "ben")
    let report = try await school.exchange().collect()
    #expect(report.arrived.map(\.commit.description) == [commit])
    #expect(report.refused.map(\.problem) == [.unexpected("notes.txt")])
    #expect(try await school.exchange().collect().arrived.isEmpty)
    let waiting = try? FileManager.default.contentsOfDirectory(
      atPath: school.root + "/.git/teachkit/quarantine")
    #expect(waiting?.isEmpty ?? true)
    #expect(try await school.exchange().audit().items.isEmpty)
  }

  @Test func reportsFailedMailboxes() async throws {
    let daemon = try serve(["ada"])
    defer { withExtendedLifetime(daemon) {} }
    let report = try await school.exchange().share()
    #expect(report.failed.map(\.mailbox) == ["ben"])
    #expect(report.changed == ["ada"])
    // A server that refuses the push.
    try school.write(
      "assignments/one.yaml", "title: New\nto: [7b]\nwork: [math/fractions]\n")
    try school.commit("change")
    let hook = school.mailbox("ada") + "/hooks/update"
    try school.write("hooks/update", "#!/bin/sh\necho no >&2\nexit 1\n", in: school.mailbox("ada"))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let refused = try await school.exchange().share()
    #expect(refused.failed.map(\.mailbox) == ["ada", "ben"])
    try FileManager.default.removeItem(atPath: hook)
    let repeated = try await school.exchange().share()
    #expect(repeated.changed == ["ada"])
  }
}
