import PlainYAML
import Text

/// An automatic fix of a problem: an edit of one value in place.
public struct Fix: Hashable, Sendable {
  public enum Edit: Hashable, Sendable {
    case set(Value)
    /// Removes an item from its list.
    case remove
    /// Joins a text and the part cut off it.
    case joinCut
  }

  /// The byte offset of the value in its file.
  let offset: Int
  let edit: Edit

  init(_ node: Node, _ edit: Edit) {
    offset = node.offset
    self.edit = edit
  }

  /// - Throws: `EditError`.
  func applied(to document: Document) throws(EditError) -> Document {
    guard let path = document.path(to: offset) else { throw .notFound([]) }
    switch edit {
    case .set(let value): return try document.setting(path, to: value)
    case .remove: return try document.removing(path)
    case .joinCut: return try document.joiningCut(at: path)
    }
  }
}

/// A fixed problem, with the lines of its file before and after.
public struct AppliedFix: Hashable, Sendable {
  public let fault: Fault
  public let before: [String]
  public let after: [String]
}

extension Change {
  /// Applies the fixes of problems, from the end of each file, so that offsets stay valid.
  ///
  /// Edits that would cause another error are skipped.
  public func applyFixes(_ faults: [Fault]) throws -> [AppliedFix] {
    try applyingFixes(faults).flatMap { result in
      try write(result.file, result.document.bytes)
      return result.applied
    }.sorted { ($0.fault.file, $0.line) < ($1.fault.file, $1.line) }
  }
}

extension [Fault] {
  /// The problems, with only those fixes that can be applied.
  public func fixable(in source: some FileSource) throws -> [Fault] {
    let done = Dictionary(
      uniqueKeysWithValues: try source.applyingFixes(self).map { result in
        (result.file, Set(result.applied.map(\.fault.fix)))
      })
    return map { fault in
      if done[fault.file]?.contains(fault.fix) ?? false { return fault }
      var fault = fault
      fault.fix = nil
      return fault
    }
  }
}

extension FileSource {
  /// The files after applying all possible fixes, and the fixed problems.
  fileprivate func applyingFixes(
    _ faults: [Fault]
  ) throws -> [(file: String, document: Document, applied: [AppliedFix])] {
    let fixable = Dictionary(grouping: faults.filter { $0.fix != nil }, by: \.file)
    return try fixable.sorted { $0.key < $1.key }.compactMap { file, faults in
      guard let bytes = try bytes(at: file), var document = try? Document(bytes) else { return nil }
      var errors = try errors(in: file, of: bytes)
      var done: Set<Fix> = []
      var applied: [AppliedFix] = []
      let ordered = faults.sorted { ($0.fix?.offset ?? 0) > ($1.fix?.offset ?? 0) }
        .filter { fault in fault.fix.map { done.insert($0).inserted } ?? false }
      // Apply all edits at once. If that causes an error, try each one separately.
      let original = document
      for fault in ordered {
        guard let next = try? fault.fix?.applied(to: document) else { continue }
        applied.append(AppliedFix(fault, document, next))
        document = next
      }
      if try self.errors(in: file, of: document.bytes).isSubset(of: errors) {
        return (file, document, applied)
      }
      (document, applied) = (original, [])
      for fault in ordered {
        guard let next = try? fault.fix?.applied(to: document) else { continue }
        let left = try self.errors(in: file, of: next.bytes)
        guard left.isSubset(of: errors) else { continue }
        errors = left
        applied.append(AppliedFix(fault, document, next))
        document = next
      }
      return (file, document, applied)
    }
  }

  /// The errors of a file, without positions.
  private func errors(in file: String, of bytes: [UInt8]) throws -> Set<[String]> {
    let check = SchoolCheck(
      SchoolFiles(ChangedFile(source: self, file: file, bytes: bytes), isBrief: true))
    try check.check(file: file)
    return Set(
      check.faults.filter { $0.file == file && $0.severity == .error }
        .map { [$0.rule.id, $0.message.text] })
  }
}

/// A source with one changed file.
private struct ChangedFile: FileSource {
  let source: any FileSource
  let file: String
  let bytes: [UInt8]

  func bytes(at path: String) throws -> [UInt8]? {
    path == file ? bytes : try source.bytes(at: path)
  }

  func entries(in folder: String) throws -> [FolderEntry] { try source.entries(in: folder) }
}

extension AppliedFix {
  fileprivate var line: Int { fault.position?.line ?? 0 }

  /// Finds the lines that differ between two texts.
  fileprivate init(_ fault: Fault, _ old: Document, _ new: Document) {
    var before = old.text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var after = new.text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = before.first, line == after.first {
      before.removeFirst()
      after.removeFirst()
    }
    while let line = before.last, line == after.last {
      before.removeLast()
      after.removeLast()
    }
    self.init(fault: fault, before: before.map { String($0) }, after: after.map { String($0) })
  }
}
