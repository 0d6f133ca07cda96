import Model
import PlainYAML
import Storage
import Text

/// The files of a school that a subject's grades are computed from, and what tells them from any
/// others.
struct GradeInputs {
  private let files: SchoolFiles
  /// What holds for all worksheets of the subject.
  let shared: [UInt8]

  init(of subject: String, in files: SchoolFiles) throws {
    self.files = files
    let assignments = try files.assignmentIDs().map { SchoolPath.assignment($0) }
    let classes = try files.classIDs().map { SchoolPath.schoolClass($0) }
    var digests = DigestList()
    for file in [
      SchoolPath.school, SchoolPath.students, SchoolPath.subject(subject),
      SchoolPath.participants(subject),
    ] + assignments + classes {
      digests.add(Array(file.utf8))
      digests.add(try files.source.bytes(at: file))
    }
    shared = digests.bytes
  }

  /// What holds for a worksheet alone, but for its grades.
  func digests(of path: ContextPath) throws -> DigestList {
    var digests = DigestList()
    for file in [SchoolPath.worksheet(path), SchoolPath.received(path)] {
      digests.add(try files.source.bytes(at: file))
    }
    digests.add(try files.marks(path).gradeInputs)
    return digests
  }

  /// One text for all that the grades of some worksheets are computed from, by this program.
  func state(of worksheets: [Worksheet]) throws -> String {
    var digests = DigestList()
    digests.add(Array(Teachkit.version.utf8))
    digests.add(shared)
    digests.add(try files.source.bytes(at: SchoolPath.languages))
    for worksheet in worksheets {
      digests.add(Array("\(worksheet.path)".utf8))
      digests.add(try self.digests(of: worksheet.path).bytes)
      for (name, bytes) in try files.privateFiles(of: worksheet).sorted(by: { $0.key < $1.key }) {
        digests.add(Array(name.utf8))
        digests.add(bytes)
      }
    }
    return sha256Hex(digests.bytes)
  }
}

/// Digests one after the other, each of its own length.
struct DigestList {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ content: [UInt8]?) {
    bytes += content.map { sha256($0) } ?? [0]
  }
}

extension Ledger {
  /// What marks say for grading: that a grade was returned changes none.
  fileprivate var gradeInputs: [UInt8] {
    var bytes: [UInt8] = []
    for student in keys {
      guard let node = self[student] else { continue }
      guard let entries = node.mapping, entries.contains(where: { $0.key == "returned" }) else {
        bytes += lines(of: student) ?? []
        continue
      }
      let rest = entries.filter { $0.key != "returned" }.map { Value.Pair($0.key, Value($0.value)) }
      if !rest.isEmpty { bytes += "\(student): \(Printer.flow(.mapping(rest)))".utf8 }
    }
    return bytes
  }
}

extension SchoolFiles {
  /// The files beside a worksheet that test programs, by their paths; none where nothing asks for
  /// them.
  func privateFiles(of worksheet: Worksheet) throws -> [String: [UInt8]] {
    guard worksheet.exercises.contains(where: \.isTested) else { return [:] }
    return try allFiles(in: "\(SchoolPath.folder(worksheet.path))/private")
  }

  /// The files in a folder and in those below it, by their paths from there.
  func allFiles(in folder: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    try collect(folder, as: "", to: &found)
    return found
  }

  private func collect(
    _ folder: String, as name: String, to found: inout [String: [UInt8]]
  ) throws {
    for entry in try source.entries(in: folder) {
      switch entry.kind {
      case .file: found[name + entry.name] = try source.bytes(at: "\(folder)/\(entry.name)")
      case .folder:
        try collect("\(folder)/\(entry.name)", as: "\(name)\(entry.name)/", to: &found)
      case .other: break
      }
    }
  }
}

extension Exercise {
  /// Whether a program in `private/` tests what is handed in.
  var isTested: Bool {
    if case .code(let task) = question { task.test != nil } else { false }
  }
}
