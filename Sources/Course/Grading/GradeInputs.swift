import Model
import PlainYAML
import Storage
import Text

/// The school's files that determine a subject's grades, and their digests.
public struct GradeInputs {
  private let files: SchoolFiles
  /// The digests of the files that all worksheets of the subject share.
  public let shared: [UInt8]

  public init(of subject: String, in files: SchoolFiles) throws {
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

  /// Returns the digests of the files that belong to one worksheet, except its grades.
  public func digests(of path: ContextPath) throws -> DigestList {
    var digests = DigestList()
    for file in [SchoolPath.worksheet(path), SchoolPath.received(path)] {
      digests.add(try files.source.bytes(at: file))
    }
    digests.add(try files.marks(path).gradeInputs(beside: try files.received(path)))
    return digests
  }

  /// Returns a digest of all inputs of some worksheets' grades, including the program version.
  public func state(of worksheets: [Worksheet]) throws -> String {
    var digests = DigestList()
    digests.add(Array(teachkitVersion.utf8))
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

/// A sequence of fixed-length digests.
public struct DigestList {
  public private(set) var bytes: [UInt8] = []

  public mutating func add(_ content: [UInt8]?) {
    bytes += content.map { sha256($0) } ?? [0]
  }
}

extension Ledger {
  /// The marks that affect grades: not whether they were returned, nor solutions sent after all
  /// submissions.
  fileprivate func gradeInputs(beside received: Ledger) -> [UInt8] {
    lazy var latest = received.keys.flatMap { received[$0].map { Arrival.list($0) } ?? [] }
      .map { max($0.at, $0.claimed ?? $0.at) }.max()
    var areAllBefore: [String: Bool] = [:]
    func isInput(_ entry: Entry) -> Bool {
      guard entry.key == "solved", let text = entry.value.scalar else {
        return entry.key != "returned"
      }
      if areAllBefore[text] == nil {
        areAllBefore[text] = Instant(iso: text).map { time in latest.map { $0 < time } ?? true }
      }
      return areAllBefore[text] != true
    }
    var bytes: [UInt8] = []
    for student in keys {
      guard let node = self[student] else { continue }
      guard let entries = node.mapping, entries.contains(where: { !isInput($0) }) else {
        bytes += lines(of: student) ?? []
        continue
      }
      let rest = entries.filter(isInput).map { Value.Pair($0.key, Value($0.value)) }
      if !rest.isEmpty { bytes += "\(student): \(Printer.flow(.mapping(rest)))".utf8 }
    }
    return bytes
  }
}

extension SchoolFiles {
  /// Returns the worksheet's files for test programs, by path; none if no exercise is tested.
  public func privateFiles(of worksheet: Worksheet) throws -> [String: [UInt8]] {
    guard worksheet.exercises.contains(where: \.isTested) else { return [:] }
    return try allFiles(in: "\(SchoolPath.folder(worksheet.path))/private")
  }

  /// Returns the files in a folder and its subfolders, by relative path.
  public func allFiles(in folder: String) throws -> [String: [UInt8]] {
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
  /// Whether a program in `private/` tests the submissions.
  public var isTested: Bool {
    if case .code(let task) = question { task.test != nil } else { false }
  }
}
