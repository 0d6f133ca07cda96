import Foundation
import Testing
import Text

@testable import Git

/// A local `git daemon` that serves one folder until this object is released.
final class Daemon {
  private let program: Background
  let address: String

  init(_ folder: String) throws {
    // Run directly, because `git` would start it as a child process.
    let programs = try run("git", "--exec-path", in: folder)
    for _ in 0..<20 {
      // A port below the range of ephemeral ports.
      let port = Int.random(in: 20_000..<32_000)
      let started = try Background(
        programs + "/git-daemon", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(folder)",
        "--export-all", "--enable=receive-pack", "--reuseaddr", folder)
      let candidate = "git://127.0.0.1:\(port)"
      for _ in 0..<200 where kill(started.process, 0) == 0 {
        if try Subprocess("git", ["ls-remote", candidate + "/hub.git"]).run().succeeded {
          program = started
          address = candidate
          return
        }
        usleep(20_000)
      }
    }
    throw GitError(.connectionFailed, "the daemon doesn't answer")
  }
}

struct RemoteTests {
  let folder: Temporary
  let repository: Repository
  let daemon: Daemon
  let first: ObjectID
  let second: ObjectID
  let aside: ObjectID

  init() throws {
    folder = try Temporary()
    let hub = try HubFolder(folder.path)
    try hub.create("hub.git", RepositoryTemplate())
    repository = try Repository.create(folder("r"), bare: true)
    let batch = ObjectBatch()
    first = try batch.commit(["a": "1"])
    second = try batch.commit(["a": "2"], parents: [first])
    aside = try batch.commit(["a": "3"])
    try batch.write(to: repository)
    daemon = try Daemon(folder.path)
  }

  private func remotes() throws -> [any Remote] {
    [
      try ProgramRemote(daemon.address + "/hub.git", timeout: 20),
      FolderRemote("hub.git", in: try HubFolder(folder.path)),
    ]
  }

  @Test(arguments: [0, 1]) func pushingReportsTheResultOfEachRef(kind: Int) throws {
    let remote = try remotes()[kind]
    let names = ["refs/heads/a", "refs/heads/b", "refs/heads/c"]
    var results = try remote.push(
      names.map { RefUpdate($0, to: first, from: nil) }, from: repository, atomic: true)
    #expect(results.map(\.outcome) == [.moved, .moved, .moved])
    #expect(try remote.references(under: "refs/heads") == names.map { Reference($0, first) })
    let updates = [
      RefUpdate(names[0], to: second, from: first), RefUpdate(names[1], to: first, from: nil),
      RefUpdate(names[2], to: aside, from: first), RefUpdate("refs/heads/d", to: aside, from: nil),
    ]
    results = try remote.push(updates, from: repository, atomic: true)
    #expect(results.map(\.name) == updates.map(\.name))
    #expect(results[0].outcome == .abandoned && results[3].outcome == .abandoned)
    #expect(results[1].outcome == .upToDate)
    guard case .behind = results[2].outcome else {
      throw GitError(.other(0), Message(verbatim: "\(results[2])"))
    }
    #expect(try remote.references(under: "refs").allSatisfy { $0.id == first })
    results = try remote.push(updates, from: repository, atomic: false)
    #expect(results[0].outcome == .moved && results[3].outcome == .moved && !results[2].succeeded)
    // A repeated push changes nothing.
    results = try remote.push([updates[0]], from: repository, atomic: true)
    #expect(results.map(\.outcome) == [.upToDate])
    try run("git", "fsck", "--strict", in: folder("hub.git"))
  }

  /// Many references take a different path through the code than few.
  @Test func pushingManyRefsReportsEachResult() throws {
    let remote = try remotes()[0]
    let names = (0..<40).map { "refs/heads/out/s\($0)" }
    var results = try remote.push(
      names.map { RefUpdate($0, to: first, from: nil) }, from: repository, atomic: false)
    #expect(results.map(\.outcome) == names.map { _ in .moved })
    // Another client updated the last one first.
    try run("git", "fetch", "-q", folder("r"), aside.description, in: folder("hub.git"))
    try run("git", "update-ref", names[39], aside.description, in: folder("hub.git"))
    let known = Dictionary(uniqueKeysWithValues: names.map { ($0, first) })
    results = try ProgramRemote(remote.place, timeout: 20, knowing: known).push(
      names.map { RefUpdate($0, to: second, from: first) }, from: repository, atomic: false)
    #expect(results.dropLast().allSatisfy { $0.outcome == .moved })
    guard case .behind = results[39].outcome else {
      throw GitError(.other(0), Message(verbatim: "\(results[39])"))
    }
    results = try remote.push(
      names.dropLast().map { RefUpdate($0, to: nil, from: second) }, from: repository,
      atomic: false)
    #expect(results.allSatisfy { $0.outcome == .moved })
    #expect(try remote.references(under: "refs") == [Reference(names[39], aside)])
  }

  @Test(arguments: [0, 1]) func fetchedObjectsAreValidatedBeforeRefsMove(kind: Int) throws {
    let remote = try remotes()[kind]
    let name = "refs/heads/submit/x"
    let local = "refs/students/ada/x"
    _ = try remote.push(
      [RefUpdate(name, to: first, from: nil)], from: repository, atomic: true)
    let other = try Repository.create(folder("other"), bare: true)
    struct No: Error {}
    let wanted = [FetchedRef(name, to: local), FetchedRef("refs/heads/none", to: "refs/x/none")]
    #expect(throws: No.self) {
      try remote.fetch(wanted, into: other, limits: .standard) { _, _ in throw No() }
    }
    #expect(try other.references(under: "refs") == [])
    var checked: [ObjectID] = []
    let found = try remote.fetch(wanted, into: other, limits: .standard) { id, source in
      checked.append(id)
      let tree = try source.commit(id).tree
      try TreeRules { $0.lowercased() }.check(tree, in: source)
    }
    #expect(found == [first, nil] && checked == [first])
    #expect(try other.references(under: "refs") == [Reference(local, first)])
    _ = try remote.push(
      [RefUpdate(name, to: second, from: first)], from: repository, atomic: true)
    #expect(try remote.fetch(wanted, into: other, limits: .standard) { _, _ in } == [second, nil])
    #expect(try other.reference(local) == second)
    try run("git", "fsck", "--strict", in: folder("other"))
    // A branch that moved back is detected.
    try run("git", "update-ref", name, first.description, in: folder("hub.git"))
    #expect(
      code { _ = try remote.fetch(wanted, into: other, limits: .standard) { _, _ in } } == .modified
    )
    #expect(try other.reference(local) == second)
    let again = [FetchedRef(name, to: local, mayRewind: true)]
    _ = try remote.fetch(again, into: other, limits: .standard) { _, _ in }
    #expect(try other.references(under: "refs") == [Reference(local, first)])
  }

  @Test func refusalsOfHooksAreReported() throws {
    let hook = try folder.write(
      "#!/bin/sh\ntest \"$1\" != refs/heads/b || { echo closed >&2; exit 1; }\n",
      to: "hub.git/hooks/update")
    try run("chmod", "+x", hook, in: folder.path)
    let remote = try remotes()[0]
    let updates = ["refs/heads/a", "refs/heads/b"].map { RefUpdate($0, to: first, from: nil) }
    let apart = try remote.push(updates, from: repository, atomic: false)
    #expect(apart.map(\.outcome) == [.moved, .refused("closed")])
  }

  @Test func failuresAreReported() throws {
    let update = [RefUpdate("refs/heads/a", to: first, from: nil)]
    func push(_ address: String) -> GitError.Code? {
      code {
        _ = try ProgramRemote(address, timeout: 20).push(update, from: repository, atomic: true)
      }
    }
    #expect(push(daemon.address + "/none.git") == .notFound)
    #expect(push("git://127.0.0.1:1/x.git") == .connectionFailed)
    #expect([.networkUnavailable].contains(push("git://no-such-host.invalid/x.git")))
    let others = [
      "ext::sh -c true", "-x", "/path", "path", "fd::1", "", "ssh://-oProxyCommand=x/y",
      "ssh://a@-b/y", "ssh://-a@b/y", "ssh:///y", "-oProxyCommand=x:y", "a@-b:y", "a:-y", "[::1",
      "ext::ssh://a/y",
    ]
    for address in others {
      #expect(push(address) == .invalid, "\(address)")
    }
    for address in ["ssh://[::1]/x", "[::1]:x", "a@b:/x", "https://a:p@b:1/x", "file:///x"] {
      #expect(try ProgramRemote(address).place == address)
    }
  }

  @Test func sshHasATimeoutUnlessConfigured() {
    let unset = ["user git", "connecttimeout none", "serveraliveinterval 0"]
    #expect(
      SecureShell.limits(knowing: unset) == " -o ConnectTimeout=60 -o ServerAliveInterval=20")
    let settings = ["ConnectTimeout 5", "serveraliveinterval 0"]
    #expect(SecureShell.limits(knowing: settings) == " -o ServerAliveInterval=20")
    #expect(SecureShell.limits(knowing: []) == "")
    let key = SecureShell(address: "a@b:x", command: "ssh -F none")?.command(with: "/a b/key")
    #expect(key == "ssh -F none -i '/a b/key' -o IdentitiesOnly=yes")
    let limited = SecureShell(address: "a@b:x", command: "ssh -F none -o ConnectTimeout=7")
    #expect(limited?.command() == "ssh -F none -o ConnectTimeout=7 -o ServerAliveInterval=20")
    #expect(SecureShell(address: "a@b:x", command: "true")?.command() == "true")
    #expect(limited?.typed == "ssh -F none -o ConnectTimeout=7 a@b")
  }

  @Test(
    arguments: [
      ("ssh: Could not resolve hostname x: Name or service not known", .networkUnavailable),
      ("fatal: unable to access 'https://x/': Could not resolve host: x", .networkUnavailable),
      ("Host key verification failed.\nfatal: Could not read from remote", .unknownHost),
      (
        """
        @@@@@@@@@
        @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
        @@@@@@@@@
        Host key verification failed.
        """, .untrustedHost
      ),
      ("git@x: Permission denied (publickey).\nfatal: Could not read", .authentication),
      (
        "fatal: could not read Username for 'https://x': terminal prompts disabled", .authentication
      ),
      ("ERROR: Repository not found.\nfatal: Could not read from remote", .notFound),
      ("fatal: the remote end hung up unexpectedly", .connectionFailed),
      (
        """
        error: object file ./objects/00/1 is empty
        fatal: loose object 001 (stored in ./objects/00/1) is corrupt
        fatal: the remote end hung up unexpectedly
        """, .remoteIsDamaged
      ),
      ("fatal: Unable to create '/x/index.lock': File exists.", .locked),
      ("fatal: Unable to create '/x/index.lock': Permission denied", .permission),
      ("error: unable to create temporary object directory", .other(128)),
      ("something else", .other(128)),
    ] as [(String, GitError.Code)])
  func messagesOfGitAreRecognized(words: String, code: GitError.Code) {
    let result = Subprocess.Result(
      status: .exited(128), output: [], errors: Array(words.utf8), isCut: false)
    #expect(ProgramFailure.error(result, "x").code == code)
  }

  @Test func exceededLimitsAreNamed() {
    func limit(_ words: String) -> String? { ProgramFailure.limit(Array(words.utf8)) }
    #expect(
      limit("remote: Resolving deltas: 5%\rerror: index-pack died of signal 24")
        == "exceeded the CPU limit of 10 seconds per push")
    #expect(
      limit("remote: fatal: Out of memory, malloc failed (tried to allocate 300000001 bytes)")
        == "exceeded the memory limit of a push: a file is too large")
    #expect(
      limit("remote: fatal: pack exceeds maximum allowed size (64.00 MiB)\nerror: failed")
        == "exceeded the size limit of 64.00 MiB per push")
    #expect(limit("remote: submit/adding: closed since noon") == nil)
  }

  @Test func pushPorcelainIsParsed() {
    let text = """
      To x
      *\tabc:refs/heads/a\t[new branch]
       \tabc:refs/heads/b\t1..2
      =\tabc:refs/heads/c\t[up to date]
      !\tabc:refs/heads/d\t[rejected] (fetch first)
      !\tabc:refs/heads/e\t[remote rejected] (closed (since noon))
      !\tabc:refs/heads/f\t[rejected] (atomic push failed)
      Done
      """
    let outcomes = ProgramRemote.outcomes(Array(text.utf8))
    #expect(
      outcomes.count == 6 && outcomes["refs/heads/a"] == .moved
        && outcomes["refs/heads/b"] == .moved)
    #expect(outcomes["refs/heads/c"] == .upToDate)
    #expect(outcomes["refs/heads/d"] == .behind("fetch first"))
    #expect(outcomes["refs/heads/e"] == .refused("closed (since noon)"))
    #expect(outcomes["refs/heads/f"] == .abandoned)
  }
}
