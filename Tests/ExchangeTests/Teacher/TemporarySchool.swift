import Foundation
import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Testing

@testable import Exchange

/// A temporary school with one subject and a folder hub, inspected with `git`.
final class TemporarySchool {
  let folder: String
  var now = Instant(seconds: 1_795_000_000)

  var root: String { folder + "/school" }
  var hub: String { folder + "/hub" }

  /// Creates a school whose private texts all contain `SECRET`, so that leaks are detected.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try git(root, "init", "-q", "-b", "main")
    for (path, text) in TemporarySchool.files { try write(path, text) }
    try commit("start")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ path: String, _ text: String, in folder: String? = nil) throws {
    let url = URL(filePath: folder ?? root).appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  func commit(_ message: String) throws {
    try git(root, "add", "-A")
    try git(root, "commit", "-qm", message)
  }

  func exchange(_ subject: String = "math", in root: String? = nil) throws -> SubjectExchange {
    now = now.adding(seconds: 60)
    return SubjectExchange(
      subject, in: try SchoolStore(root: root ?? self.root),
      by: Committer(name: "Grace Hopper", mail: "grace@example.org", time: now))
  }

  var subjectRepository: String { hub + "/math/subject.git" }
  func mailbox(_ name: String) -> String { hub + "/math/mailboxes/\(name).git" }

  /// Submits files as a student would with plain Git, and returns the commit.
  @discardableResult
  func submit(
    _ files: [String: String], as mailbox: String, work: String = "fractions.adding",
    message: String = "Hand in"
  ) throws -> String {
    let repository = self.mailbox(mailbox)
    var tree = ""
    let scratch = folder + "/scratch-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    for (path, text) in files { try write(path, text, in: scratch) }
    let index = scratch + ".index"
    try git(
      repository, "--work-tree=\(scratch)", "add", "-A", "-f",
      environment: ["GIT_INDEX_FILE": index])
    tree = try git(repository, "write-tree", environment: ["GIT_INDEX_FILE": index])
    return try submit(tree: tree, as: mailbox, work: work, message: message)
  }

  /// Submits a tree that the mailbox contains.
  @discardableResult
  func submit(
    tree: String, as mailbox: String, work: String = "fractions.adding",
    message: String = "Hand in"
  ) throws -> String {
    let repository = self.mailbox(mailbox)
    let ref = "refs/heads/submit/\(work)"
    let before = try? git(repository, "rev-parse", "--verify", "-q", ref)
    var words = ["commit-tree", tree, "-m", message]
    if let before, !before.isEmpty { words += ["-p", before] }
    now = now.adding(seconds: 1)
    let commit = try git(repository, words)
    try git(repository, "update-ref", ref, commit)
    return commit
  }

  /// Returns every object of a repository with its content, as printed by `git`.
  func everything(in repository: String) throws -> String {
    let list = try git(
      repository, "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")
    var text = ""
    for line in list.split(separator: "\n") {
      let id = String(line.split(separator: " ")[0])
      text += "\(line)\n" + (try git(repository, "cat-file", "-p", id)) + "\n"
    }
    return text
  }

  @discardableResult
  func git(
    _ folder: String, _ words: String..., environment: [String: String] = [:],
    input: [UInt8]? = nil
  ) throws -> String {
    try git(folder, words, environment: environment, input: input)
  }

  @discardableResult
  func git(
    _ folder: String, _ words: [String], environment: [String: String] = [:],
    input: [UInt8]? = nil
  ) throws -> String {
    let date = "\(now.seconds) +0000"
    // Foundation's `Process` isn't used: its pipes leak into processes that other tests start.
    let result = try Subprocess(
      "git", ["-C", folder, "-c", "safe.directory=*"] + words,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": self.folder, "LC_ALL": "C",
        "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_AUTHOR_DATE": date,
        "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@example.org",
        "GIT_COMMITTER_DATE": date,
      ].merging(environment) { $1 }, input: input
    ).run()
    if !result.succeeded { throw GitFailed(words: words, message: result.errorText) }
    return result.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  struct GitFailed: Error {
    let words: [String]
    let message: String
  }

  static let files = [
    "school.yaml": """
    # SECRET comment
    format: 1
    uid: school-1
    school: Test
    teacher: Grace Hopper <SECRET@example.org>
    zone: Europe/Berlin
    hub: ../hub
    late: {grace: 5m, cutoff: 3d}
    """,
    "students.yaml": """
    ada: {given: SECRETAda, family: SECRETLovelace, email: SECRET@example.org}
    ben: {given: SECRETBen}
    cleo: {given: SECRETCleo}
    """,
    "classes/7b/class.yaml": """
    title: SECRET class
    students: [ada, ben, cleo]
    groups: {red: [ada, ben]}
    """,
    "subjects/math/subject.yaml": """
    title: Mathematics # SECRET
    source: {from: SECRET school, uid: SECRET, path: SECRET, commit: SECRET}
    classes: [7b]
    late: {penalty: 20% per day}
    """,
    "subjects/math/participants.yaml": """
    ada: {permission: read-write, state: accepted}
    ben: {permission: read-write, state: accepted}
    """,
    "subjects/math/fractions/context.yaml":
      "title: Fractions\norder: 1\nsource: {from: SECRET}\n",
    "subjects/math/fractions/adding/worksheet.yaml": """
    title: Adding
    type: quiz
    source: {from: SECRET, path: SECRET}
    exercises:
      - {id: half, type: number, prompt: 1/2 + 1/4?, answer: "0.7531", explain: SECRET explain}
      - {id: cap, type: choice, prompt: Which?, choices: [Rome, Oslo], answer: Oslo}
      - {id: fill, type: gaps, prompt: "A {{one}} b", gaps: {one: [SECRETgap]}}
      - {id: sort, type: order, prompt: Sort, items: [first, second, third], explain: SECRET}
      - {id: pair, type: match, prompt: Pair, pairs: {a: eins, b: zwei, c: eins}}
    """,
    "subjects/math/fractions/adding/files/table.csv": "a,b\n",
    "subjects/math/fractions/adding/files/.hidden": "SECRET\n",
    "subjects/math/fractions/adding/starters/start.txt": "begin\n",
    "subjects/math/fractions/adding/private/key.txt": "SECRET\n",
    "subjects/math/fractions/draft/worksheet.yaml": """
    title: SECRET draft
    draft: yes
    exercises: [{id: x, type: essay, prompt: SECRET}]
    """,
    "subjects/math/fractions/later/worksheet.yaml": """
    title: SECRET later
    release: "2030-01-01"
    exercises: [{id: x, type: essay, prompt: SECRET}]
    """,
    "subjects/math/fractions/practice/worksheet.yaml": """
    title: Practice
    practice: yes
    exercises: [{id: sort, type: order, prompt: Sort, items: [low, high], explain: because}]
    """,
    "assignments/one.yaml": """
    title: Homework
    instructions: Do it.
    to: [7b]
    work: [math/fractions/adding]
    due: "2026-11-22"
    extensions: [{who: ben, until: "2026-11-25", why: SECRETill}]
    """,
    "assignments/two.yaml": """
    title: SECRET archived
    to: [cleo]
    work: [math/fractions/adding]
    state: archived
    """,
  ]
}
