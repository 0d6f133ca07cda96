import Git
import HubProtocol
import Model
import PlainYAML

/// Writes the receipts of a mailbox.
///
/// A push is recorded with its time before it is accepted; afterwards it gets a receipt on the
/// mailbox's `receipts` and the desk's `in/<id>`. The next visitor completes a crashed receipt. The
/// caller holds the mailbox's lock.
struct ReceiptWriter {
  private let hub: ServedHub
  private let subject: String
  private let mailbox: String
  private let place: HubPlace

  init(_ hub: ServedHub, _ subject: String, mailbox: String) {
    self.hub = hub
    self.subject = subject
    self.mailbox = mailbox
    place = HubPlace(subject, .mailbox(mailbox))
  }

  /// The path of the pending note.
  private var note: String { "\(hub.folder.path)/\(place.companion("pending"))" }

  var isPending: Bool { DurableFile.exists(note) }

  /// Whether a recorded push withdraws an attempt.
  func isWithdrawing() throws -> Bool {
    guard let bytes = try DurableFile.read(note, limit: 1 << 20) else { return false }
    return (try? Document(bytes).root)?["withdraws"]?.scalar == "yes"
  }

  /// Records an upcoming push.
  ///
  /// - Throws: the error that prevents the receipt of an earlier push, whose note must be kept.
  /// - Parameter isWithdrawing: whether it withdraws an attempt.
  func recordPending(
    _ updates: [RefUpdate], by principal: Principal, at now: Instant, isWithdrawing: Bool = false
  ) throws {
    try applyPending()
    let branches = updates.compactMap { update in
      update.new.map { Value.Pair(update.name, .scalar($0.description)) }
    }
    let value = Value.fields([
      ("at", .scalar(now.description)), ("by", .scalar(principal.description)),
      ("withdraws", isWithdrawing ? .plain("yes") : nil),
      ("branches", .mapping(branches)),
    ])
    try DurableFile.makeFolder("\(hub.folder.path)/\(subject)/receiving")
    try DurableFile.write(Array(Printer.print(value).utf8), to: note)
  }

  /// Writes the receipts of recorded pushes that were accepted.
  ///
  /// - Parameter isAtDesk: whether the caller holds the desk's lock.
  /// - Returns: the new receipts.
  @discardableResult func applyPending(isAtDesk: Bool = false) throws -> [HubReply] {
    guard let bytes = try DurableFile.read(note, limit: 1 << 20) else { return [] }
    guard let box = try hub.folder.repository(place.path),
      let desk = try hub.folder.repository(HubPlace(subject, .desk).path),
      // A truncated note belongs to a push that wasn't accepted.
      let root = try? Document(bytes).root,
      let at = root["at"]?.scalar.flatMap({ Instant(iso: $0) })
    else {
      try DurableFile.remove(note)
      return []
    }
    let by = root["by"]?.scalar.flatMap { Principal($0) }
    var made: [HubReply] = []
    for entry in root["branches"]?.mapping ?? [] {
      guard let new = entry.value.scalar.flatMap({ ObjectID($0) }),
        try box.reference(entry.key) == new
      else { continue }
      made += try [receive(new, on: entry.key, from: by, at: at, box, desk)].compactMap(\.self)
    }
    try copyReceipts(desk, to: box)
    if let by, by == .student(mailbox), let hex = root["branches"]?[HubBranch.progress]?.scalar,
      let tip = ObjectID(hex), try box.reference(HubBranch.progress) == tip,
      try LeaveNotice.isRecorded(by: tip, in: box)
    {
      let enrollment = Enrollment(hub, subject)
      do {
        if isAtDesk {
          try enrollment.leave(by, at: at, desk)
        } else {
          try enrollment.leave(by, at: at)
        }
      } catch is HubError {
        // They have already left.
      }
    }
    try DurableFile.remove(note)
    return made
  }

  /// Writes a receipt on the desk.
  ///
  /// - Returns: nil if it exists.
  private func receive(
    _ new: ObjectID, on branch: String, from principal: Principal?, at: Instant,
    _ box: FolderRepository, _ desk: FolderRepository
  ) throws -> HubReply? {
    let name = HubBranch.received + mailbox
    let short = String(branch.dropFirst("refs/heads/".count))
    let tip = try desk.reference(name)
    if let tip, try isReceived(new, on: short, by: tip, in: desk) { return nil }
    let batch = ObjectBatch()
    try ObjectCopy.copy([new], from: box, into: batch, held: .store(desk))
    let before = try tip.map { try desk.commit($0) }
    // Receipts never go back in time, even if the clock does.
    let at = before.map { max(at, Instant(seconds: $0.committer.seconds)) } ?? at
    let folder = branch == HubBranch.progress ? short : String(short.dropFirst("submit/".count))
    let source = LayeredSource(batch, desk)
    let tree = try batch.tree(
      updating: before?.tree, in: source,
      with: [folder: .entry(try source.commit(new).tree, .tree)])
    var message = "Receive \(short)\n\n\(HubTrailer.branch): \(short)\n"
    if case .student(let id)? = principal { message += "\(HubTrailer.pusher): \(id)\n" }
    let receipt = try batch.add(
      commit: CommitContent(
        tree: tree, parents: (tip.map { [$0] } ?? []) + [new],
        author: .hub(at: at), message: message))
    try desk.write(batch, durability: .ordered)
    try desk.update([RefUpdate(name, to: receipt, from: tip)], durability: .ordered)
    return .received(branch: short, at: at)
  }

  /// Whether one of the latest receipts is for a commit of a branch.
  private func isReceived(
    _ new: ObjectID, on branch: String, by tip: ObjectID, in desk: FolderRepository
  ) throws -> Bool {
    var next: ObjectID? = tip
    // A push has few branches, so an unfinished one is among the latest.
    for _ in 0..<64 {
      guard let id = next else { return false }
      let receipt = try desk.commit(id)
      if receipt.parents.last == new, receipt.trailer(HubTrailer.branch) == branch { return true }
      next = receipt.parents.count > 1 ? receipt.parents.first : nil
    }
    return false
  }

  /// Restores the mailbox's branches and receipts from the desk.
  ///
  /// The caller also holds the desk's lock.
  func fill() throws {
    try applyPending(isAtDesk: true)
    guard let box = try hub.folder.repository(place.path),
      let desk = try hub.folder.repository(HubPlace(subject, .desk).path),
      let tip = try desk.reference(HubBranch.received + mailbox)
    else { return }
    try copyReceipts(desk, to: box)
    let tips = try ReceiptChain(to: tip, in: box).tips
    for (branch, commit) in tips.sorted(by: { $0.key < $1.key }) {
      let now = try box.reference(branch)
      if let now, try !box.isAncestor(now, of: commit) { continue }
      try box.update([RefUpdate(branch, to: commit, from: now)])
    }
  }

  /// Copies the desk's receipts to the mailbox.
  private func copyReceipts(_ desk: FolderRepository, to box: FolderRepository) throws {
    guard let tip = try desk.reference(HubBranch.received + mailbox),
      try box.reference(HubBranch.receipts) != tip
    else { return }
    let batch = ObjectBatch()
    try ObjectCopy.copy([tip], from: desk, into: batch, held: .store(box))
    try box.write(batch, durability: .ordered)
    try box.update(
      [RefUpdate(HubBranch.receipts, to: tip, expecting: .anything)], durability: .ordered)
  }
}
