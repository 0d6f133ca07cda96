import Foundation
import Git
import Model
import Storage
import Testing
import Text

@testable import Course

/// Files in memory, by path.
struct MemoryFiles: FileSource {
  var texts: [String: String]

  func bytes(at path: String) -> [UInt8]? { texts[path].map { Array($0.utf8) } }

  func entries(in folder: String) -> [FolderEntry] {
    var kinds: [String: FolderEntry.Kind] = [:]
    for path in texts.keys where folder.isEmpty || path.hasPrefix(folder + "/") {
      let rest = path.dropFirst(folder.isEmpty ? 0 : folder.count + 1).split(separator: "/")
      kinds[String(rest[0])] = rest.count > 1 ? .folder : .file
    }
    return kinds.map { FolderEntry(name: $0.key, kind: $0.value) }.sorted { $0.name < $1.name }
  }
}

/// A school with two subjects, two classes with groups, and one assignment.
let smallSchool = [
  "school.yaml": "format: 1\nuid: test\nschool: Test\nzone: Europe/Berlin\n",
  "students.yaml": """
  ada: {given: Ada, family: Lindqvist, email: ada@example.org, number: 1}
  ben: {given: Ben, family: Okri, number: 2}
  noor: {given: Noor, family: Haddad, number: 3, alias: Comet}
  jun.tanaka: {given: Jun, family: Tanaka, number: 1}

  """,
  "classes/7b/class.yaml": """
  title: Klasse 7b
  year: 7
  students: [ada, ben, noor]
  groups: {red: [ada, noor], blue: [ben]}

  """,
  "classes/8a/class.yaml":
    "title: Klasse 8a\nstudents: [jun.tanaka]\ngroups: {solo: [jun.tanaka]}\n",
  "subjects/math/subject.yaml": "title: Mathematics\ntopic: math\nclasses: [7b]\n",
  "subjects/math/participants.yaml": """
  ada: {permission: read-write, state: accepted, since: "2026-11-20T08:00:00Z"}
  ben: {permission: read-only, state: pending, since: "2026-11-21T08:00:00Z"}
  noor: {permission: read-only, state: removed, since: "2026-11-20T08:00:00Z"}

  """,
  "subjects/math/fractions/context.yaml": "title: Fractions\ntype: chapter\norder: 2\n",
  "subjects/math/fractions/adding/worksheet.yaml": """
  title: Adding fractions
  topic: healthAndFitness
  due: "2026-12-01"
  exercises:
    - {id: half, type: number, prompt: "What is 1/2 + 1/4?", points: 2, answer: 3/4}
    - {id: why, type: essay, prompt: Why?, points: 1.5}

  """,
  "subjects/math/fractions/adding/files/sheet.pdf": "sheet",
  "subjects/math/geometry/note/context.yaml":
    "title: A note\ntype: custom\ncustom: memo\norder: 1\n",
  "subjects/art/subject.yaml": "title: Art\n",
  "assignments/homework-1.yaml": """
  title: Homework 1
  to: [7b]
  work: [math/fractions/adding]
  due: "2026-11-28"

  """,
]

extension SchoolFiles {
  /// The small school in memory, with further files.
  static func small(with more: [String: String] = [:], without: [String] = []) -> SchoolFiles {
    var texts = smallSchool.merging(more) { $1 }
    for path in without { texts[path] = nil }
    return SchoolFiles(MemoryFiles(texts: texts))
  }
}

/// The small school in a temporary folder.
final class TemporarySchool {
  let folder: String
  var root: String { folder + "/school" }

  init(with more: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tk-\(UUID().uuidString)").path
    for (path, text) in smallSchool.merging(more, uniquingKeysWith: { $1 }) {
      try write(path, text)
    }
    try git("init", "-q", "-b", "main")
    try commit("start")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func store() throws -> SchoolStore { try SchoolStore(root: root) }

  /// The person who changes the school, some minutes after it was created.
  func teacher(after minutes: Int64 = 1) -> Committer {
    Committer(
      name: "Grace Hopper", mail: "grace@example.org",
      time: Instant(seconds: 1_795_000_000 + minutes * 60))
  }

  func write(_ path: String, _ text: String) throws {
    let url = URL(filePath: root).appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ path: String) -> String? {
    try? String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// Commits everything with Git alone.
  func commit(_ message: String, at time: String = "2026-11-18T08:00:00Z") throws {
    try git("add", "-A")
    try git("commit", "-qm", message, "--date", time, environment: ["GIT_COMMITTER_DATE": time])
  }

  @discardableResult
  func git(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments =
      ["-C", root, "-c", "user.name=Tim", "-c", "user.email=t@example.org"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

extension Instant {
  /// Parses an ISO 8601 time.
  init(_ text: StaticString) {
    self = Instant(iso: "\(text)") ?? Instant(seconds: 0)
  }
}

/// The failures that a call throws: one, several, or none.
func failures(_ body: () throws -> Void) -> [Failure] {
  do {
    try body()
    return []
  } catch let failures as Failures {
    return failures.list
  } catch let failure as Failure {
    return [failure]
  } catch {
    Issue.record("unexpected error: \(error)")
    return []
  }
}
