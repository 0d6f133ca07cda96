import Model
import PlainYAML

extension Change {
  /// Worksheets that have lost their last active assignment.
  public struct Withdrawal {
    /// Worksheets that became drafts again, so that a later share won't publish them.
    public var drafts: [ContextPath] = []
    /// Those that stay published because they have submissions, marks or grades.
    public var published: [ContextPath] = []
  }

  /// Makes each worksheet a draft again if this change removes its last active assignment.
  ///
  /// Worksheets with submissions, marks or grades stay published, and so do those released before
  /// their assignment was archived.
  /// - Parameter before: the school without the change.
  public func withdrawUnassigned(
    since before: SchoolFiles, at now: Instant
  ) throws -> Withdrawal {
    var withdrawal = Withdrawal()
    let folder = "\(SchoolPath.assignments)/"
    guard (Array(files.keys) + rearrangement.left).contains(where: { $0.hasPrefix(folder) }) else {
      return withdrawal
    }
    let after = schoolFiles
    // An invalid file may assign anything, so nothing is withdrawn.
    guard let assignments = try? after.assignments().filter({ $0.state == .active }) else {
      return withdrawal
    }
    var lost: [ContextPath: Bool] = [:]
    for id in try before.assignmentIDs() {
      guard let old = try? before.assignment(id), old.state == .active else { continue }
      let new = assignments.first { $0.id == id }
      if let new, new.work == old.work { continue }
      let isArchived = (try? after.assignment(id))?.state == .archived
      let wasReleased = old.release.map { $0 <= now } ?? true
      for path in old.work where !path.isHandout {
        for worksheet in try before.worksheets(below: path)
        where !assignments.contains(where: { $0.work.contains { worksheet.isWithin($0) } }) {
          lost[worksheet, default: false] = lost[worksheet] == true || isArchived && wasReleased
        }
      }
    }
    for (path, isFinished) in lost.sorted(by: { $0.key < $1.key })
    where try !isFinished && after.isWorksheet(path) {
      guard let worksheet = try? after.worksheet(path), !worksheet.isDraft else { continue }
      guard try after.received(path).isEmpty, try after.marks(path).isEmpty,
        try after.grades(path).isEmpty
      else {
        withdrawal.published.append(path)
        continue
      }
      try edit(SchoolPath.worksheet(path)) {
        try $0.setting([.key("draft")], to: .plain("yes"), order: Schema.worksheet.map(\.name))
      }
      withdrawal.drafts.append(path)
      if !otherPaths.contains("\(path)") { otherPaths.append("\(path)") }
    }
    return withdrawal
  }
}
