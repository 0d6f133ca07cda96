import Model
import PlainYAML

extension SchoolFiles {
  /// A ledger; empty if the file doesn't exist.
  public func ledger(at file: String) throws -> Ledger {
    guard let bytes = try source.bytes(at: file) else { return try Ledger([]) }
    do throws(YAMLError) {
      return try Ledger(bytes)
    } catch {
      throw FaultyFiles(faults: [Fault(error, in: bytes, file: file)])
    }
  }

  public func received(_ path: ContextPath) throws -> Ledger {
    try ledger(of: path, last: &lastReceived) { try ledger(at: SchoolPath.received(path)) }
  }
  public func marks(_ path: ContextPath) throws -> Ledger {
    try ledger(of: path, last: &lastMarks) { try ledger(at: SchoolPath.marks(path)) }
  }
  /// The grades of a worksheet. Damaged lines go to the log of the source.
  public func grades(_ path: ContextPath) throws -> GradeLedger {
    try ledger(of: path, last: &lastGrades) {
      let file = SchoolPath.grades(path)
      let ledger = try GradeLedger(source.bytes(at: file) ?? [], file: file)
      source.damage?.add(ledger.faults)
      return ledger
    }
  }

  /// Reads a ledger; of a commit, it keeps the last one, as commands go from work to work.
  private func ledger<T>(
    of path: ContextPath, last: inout (path: ContextPath, ledger: T)?, _ read: () throws -> T
  ) rethrows -> T {
    if let last, last.path == path { return last.ledger }
    let ledger = try read()
    if source.isFixed { last = (path, ledger) }
    return ledger
  }
}
