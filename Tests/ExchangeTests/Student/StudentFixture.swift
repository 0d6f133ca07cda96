import Exchange
import Foundation
import Git
import HubProtocol
import Model
import Storage
import Testing

/// A temporary folder hub in the state that a teacher's share creates.
final class StudentFixture {
  let root: String
  let hub: HubFolder
  var clock = Instant(iso: "2026-11-20T08:00:00Z")!

  static let start = [
    "subject.yaml": """
    format: 1
    uid: 4f1c
    school: Gymnasium Hof
    zone: Europe/Berlin
    title: Mathematics
    late: {grace: 10m, penalty: 10% per day, cutoff: 3d}
    """,
    "fractions/context.yaml": "title: Fractions\ntype: chapter\n",
    "fractions/adding/worksheet.yaml": """
    title: Adding fractions
    type: quiz
    exercises:
      - id: half
        type: number
        points: 2
        prompt: What is 1/2 + 1/4?
        hint: Bring both to quarters.
      - id: proper
        type: choice
        prompt: Which of these is a proper fraction?
        choices: [3/4, 5/4, 4/4]
      - id: plan
        type: file
        prompt: Plan a stall.
        file: plan.md
    """,
    "fractions/adding/starters/plan.md": "# Plan\n\nWhat:\n",
    "fractions/adding/files/pizza.svg": "<svg/>\n",
  ]

  static let inbox = [
    "format": "1\n",
    "participant.yaml": "permission: read-write\nstate: accepted\n",
    "assignments.yaml": """
    fractions/adding:
      title: Homework 3
      due: "2026-11-28T22:59:59Z"
      late: {grace: 10m, penalty: 10% per day, cutoff: 3d, evidence: claimed}
      mode: own
      state: active
    """,
  ]

  init(subject: [String: String] = start, students: [String] = ["ada", "ben"]) throws {
    root = NSTemporaryDirectory() + "student-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/hub", withIntermediateDirectories: true)
    hub = try HubFolder(root + "/hub")
    try publish(subject)
    for student in students { try deliver(Self.inbox, to: student) }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var source: HubLayout { HubLayout(root: .folder(root + "/hub/math")) }

  func publish(_ files: [String: String], keepingHistory: Bool = true) throws {
    try write(files, to: "math/subject.git", "main", keepingHistory)
  }

  func deliver(_ files: [String: String], to mailbox: String) throws {
    try write(files, to: "math/mailboxes/\(mailbox).git", "inbox", true)
  }

  private func write(
    _ files: [String: String], to place: String, _ branch: String, _ keepingHistory: Bool
  ) throws {
    let repository = try hub.repository(place)
    let old = try repository?.reference("refs/heads/\(branch)")
    let batch = ObjectBatch()
    let changes = files.mapValues { TreeChange.write(Array($0.utf8)) }
    let tree = try batch.tree(updating: nil, in: batch, with: changes)
    let signature = Signature(name: "Grace", email: "t@localhost", seconds: clock.seconds)
    clock = clock.adding(seconds: 1)
    let parents = keepingHistory ? [old].compactMap { $0 } : []
    let commit = try batch.add(
      commit: CommitContent(
        tree: tree, parents: parents, author: signature, committer: signature, message: "Share\n"))
    if let repository {
      try repository.write(batch)
      try repository.update([RefUpdate("refs/heads/\(branch)", to: commit, from: old)])
    } else {
      let template = try RepositoryTemplate(
        branch: branch, objects: batch, references: [Reference("refs/heads/\(branch)", commit)])
      try hub.create(place, template)
    }
  }

  // MARK: Students

  func place(_ name: String) -> String { "\(root)/\(name)" }

  @discardableResult
  func clone(_ student: String, as name: String? = nil) throws -> StudentClone {
    try StudentClone.create(
      from: source, student: student, at: place(name ?? student), now: clock
    ).clone
  }

  func open(_ name: String) throws -> StudentClone {
    clock = clock.adding(seconds: 60)
    return try StudentClone(above: place(name), now: clock)
  }

  func adding(_ clone: StudentClone) throws -> Worksheet {
    try clone.files.worksheet(ContextPath(subject: "math", components: ["fractions", "adding"]))
  }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: place(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: place(path))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the content of every file in the clone, except Git's own files.
  func files(_ name: String) -> [String: String] {
    var found: [String: String] = [:]
    for path in FileManager.default.enumerator(atPath: place(name)).map({ Array($0) }) ?? [] {
      guard let path = path as? String, !path.hasPrefix(".git/"),
        let text = text("\(name)/\(path)")
      else { continue }
      found[path] = text
    }
    return found
  }

  /// Returns the output of a `git` command in a clone.
  func git(_ arguments: String..., in name: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments = ["-C", place(name)] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
