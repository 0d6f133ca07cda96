import Exchange
import Hub
import Model
import Storage

extension SchoolStore {
  /// From now on refuses each change that would give others what a group handed in.
  ///
  /// What is undone or restored was so before.
  func keepGroupNames() {
    inspection = { [unowned self] change in
      if ["undo", "restore"].contains(change.command) { return }
      let after = SchoolFiles(change)
      let changed = try after.classIDs().filter { id in
        let file = SchoolPath.schoolClass(id)
        return try change.bytes(at: file) != files.source.bytes(at: file)
      }
      // Who is renamed is in it still.
      try checkGroups(of: changed, in: after, isRename: change.formerPath != nil)
    }
  }

  /// Refuses classes that, since the newest commit, give the name of a group that hands in to another
  /// one, or such a group to members of whom none was in it.
  func checkGroups(of classes: [String], in after: SchoolFiles, isRename: Bool = false) throws {
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

  /// Refuses a name for a group under which another one hands in.
  private func checkUnused(group: String, in schoolClass: String) throws {
    guard let use = try use(ofGroup: group, in: schoolClass) else { return }
    let name = "\(schoolClass)/\(group)"
    throw Failure(
      .createOperationFailed,
      "'\(name)' was another group in '\(use.subject)', whose work would be this one's",
      hint: "take another name, or bring that group back with 'teachkit restore classes/\(name)'")
  }

  /// Refuses to make a group one of others, who would get its work.
  private func checkSame(
    _ group: SchoolClass.Group, as old: SchoolClass.Group, in schoolClass: String
  ) throws {
    guard !group.students.isEmpty, Set(group.students).isDisjoint(with: old.students) else {
      return
    }
    try checkKept(group.id, in: schoolClass, byWork: old.students.isEmpty)
  }

  /// Refuses other members for a group that hands in.
  ///
  /// - Parameters:
  ///   - isByWork: whether it takes work that was handed in, and a mailbox isn't enough.
  ///   - hint: what can be done.
  func checkKept(
    _ group: String, in schoolClass: String, byWork isByWork: Bool = false,
    hint: String = "make another group, and assign further work to that"
  ) throws {
    guard let use = try use(ofGroup: group, in: schoolClass, byWork: isByWork) else { return }
    throw Failure(
      .noWritePermission,
      "'\(schoolClass)/\(group)' hands in as that in '\(use.subject)': its work would be that of others",
      hint: hint)
  }

  private func use(ofGroup group: String, in schoolClass: String, byWork: Bool = false) throws
    -> NameUse?
  {
    let mailbox = HubLayout.mailbox(ofGroup: group, in: schoolClass)
    if let use = try knownUse(of: mailbox, byWork: byWork) { return use }
    // What was received is written down where nothing of it is on this machine.
    for mention in try files.mentions(of: .group(schoolClass: schoolClass, group: group)) {
      let parts = mention.file.split(separator: "/").map(String.init)
      if parts[0] == "received" { return NameUse(subject: parts[1], mailbox: mailbox) }
    }
    return nil
  }
}
