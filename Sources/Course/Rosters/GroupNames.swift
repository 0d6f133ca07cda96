import Exchange
import HubProtocol
import Model
import Storage
import Text

extension SchoolStore {
  /// From now on refuses each change that would pass a group's submissions to other students.
  ///
  /// `undo` and `restore` return to an earlier state and are exempt.
  public func protectGroupWork() {
    inspection = { [unowned self] change in
      if ["undo", "restore"].contains(change.command) { return }
      let after = SchoolFiles(change)
      let changed = try after.classIDs().filter { id in
        let file = SchoolPath.schoolClass(id)
        return try change.bytes(at: file) != files.source.bytes(at: file)
      }
      // A renamed student remains a member.
      try checkGroups(of: changed, in: after, isRename: change.formerPath != nil)
    }
  }

  /// Checks that, since the newest commit, no new group got the name of a group with submissions,
  /// and no such group had all its members replaced.
  public func checkGroups(of classes: [String], in after: SchoolFiles, isRename: Bool = false)
    throws
  {
    if classes.isEmpty { return }
    let committed = try committed()?.files
    for id in classes {
      guard let now = try? after.schoolClass(id) else { continue }
      let before = try? committed?.schoolClass(id)
      for group in now.groups {
        guard let old = before?.group(group.id) else {
          try checkUnused(group: group.id, in: id)
          continue
        }
        if !isRename { try checkSame(group, as: old, in: id) }
      }
    }
  }

  /// Checks that no other group submitted work under this name.
  private func checkUnused(group: String, in schoolClass: String) throws {
    guard let use = try use(ofGroup: group, in: schoolClass) else { return }
    let name = "\(schoolClass)/\(group)"
    throw Failure(
      .createOperationFailed,
      "'\(name)' was another group in '\(use.subject)', whose work would pass to this one",
      hint: "choose another name, or restore the old group with 'teachkit restore classes/\(name)'")
  }

  /// Checks that a group doesn't get entirely new members, who would get its work.
  private func checkSame(
    _ group: SchoolClass.Group, as old: SchoolClass.Group, in schoolClass: String
  ) throws {
    guard !group.students.isEmpty, Set(group.students).isDisjoint(with: old.students) else {
      return
    }
    try checkMembersReplaceable(group.id, in: schoolClass, byWork: old.students.isEmpty)
  }

  /// Checks that the members of a group can be replaced: it has no submissions or mailbox.
  ///
  /// - Parameters:
  ///   - isByWork: whether only submissions matter, not the mailbox.
  ///   - hint: the hint of the error.
  public func checkMembersReplaceable(
    _ group: String, in schoolClass: String, byWork isByWork: Bool = false,
    hint: Message = "create another group and assign later work to it"
  ) throws {
    guard let use = try use(ofGroup: group, in: schoolClass, byWork: isByWork) else { return }
    throw Failure(
      .noWritePermission,
      "'\(schoolClass)/\(group)' has work in '\(use.subject)', and its work would go to other students",
      hint: hint)
  }

  private func use(ofGroup group: String, in schoolClass: String, byWork: Bool = false) throws
    -> NameUse?
  {
    let mailbox = HubLayout.mailbox(ofGroup: group, in: schoolClass)
    if let use = try knownUse(of: mailbox, byWork: byWork) { return use }
    // The record of arrivals exists even if this machine has no submissions.
    for mention in try files.mentions(of: .group(schoolClass: schoolClass, group: group)) {
      let parts = mention.file.split(separator: "/").map(String.init)
      if parts[0] == "received" { return NameUse(subject: parts[1], mailbox: mailbox) }
    }
    return nil
  }
}
