import Foundation
import Git
import Model
import Text

@testable import HubProtocol
@testable import HubServer

/// A served hub in its own folder, with a subject whose participants are Ada and Ben.
final class TemporaryHub {
  let path: String
  private(set) var hub: ServedHub
  let now = Instant(seconds: 1_700_000_000)

  init() throws {
    path = NSTemporaryDirectory() + "hub-\(UUID().uuidString)"
    try ServedHub.create(path).note(keys: path + ".keys")
    hub = try ServedHub(path)
    hub.program = "/usr/bin/teachkit"
    try hub.createSubject("math")
    try share([
      "ada": .init(closes: ["late": Instant(seconds: 1_600_000_000)]), "ben": .init(),
      "cid": .init(permission: .readOnly), "eve": .init(state: .removed),
      "7b+red": .init(members: ["ada", "ben", "eve"]),
    ])
  }

  deinit {
    for file in ["", ".keys", ".keys.lock"] {
      try? FileManager.default.removeItem(atPath: path + file)
    }
  }

  /// The keys authorized on the hub.
  func keys() throws -> [AuthorizedKeys.Entry] { try hub.keys?.entries() ?? [] }

  /// Simulates a teacher's push of the access list.
  func share(_ entries: [String: AccessList.Entry]) throws {
    let desk = try repository(.desk)
    let id = try commit(
      [AccessList.file: String(decoding: AccessList.bytes(of: entries), as: UTF8.self)], in: desk)
    try InboxDelivery(hub, "math").recordPending()
    try desk.update([RefUpdate(HubBranch.access, to: id, expecting: .anything)])
    try InboxDelivery(hub, "math").applyPending()
  }

  /// Returns a repository of the subject; creates a mailbox on first access.
  func repository(_ repository: HubRepository) throws -> FolderRepository {
    if case .mailbox(let name) = repository {
      try Mailboxes(hub, "math").ensure(name)
    }
    guard let found = try hub.folder.repository(HubPlace("math", repository).path) else {
      throw GitError(.notFound, Message(verbatim: "\(repository)"))
    }
    return found
  }

  /// Writes a commit of files into a repository without updating a reference.
  @discardableResult
  func commit(
    _ files: [String: String], on parents: [ObjectID] = [], in repository: FolderRepository,
    message: String = "Hand in\n"
  ) throws -> ObjectID {
    let batch = ObjectBatch()
    let tree = try batch.tree(
      updating: nil, in: batch, with: files.mapValues { .write(Array($0.utf8)) })
    let id = try batch.add(
      commit: CommitContent(
        tree: tree, parents: parents,
        author: Signature(name: "Ada", email: "ada@example.org", seconds: 1), message: message))
    try repository.write(batch)
    return id
  }

  /// Returns a push of branches from the lines that Git passes to the hook: old, new, name.
  func push(
    _ updates: [(name: String, old: ObjectID?, new: ObjectID?)], to repository: HubRepository,
    by principal: Principal = .student("ada"), isPurge: Bool = false, isLeaving: Bool = false
  ) throws -> Push {
    let zero = String(repeating: "0", count: 40)
    return try Push(
      to: HubPlace("math", repository, isLeaving: isLeaving), of: hub, by: principal,
      lines: updates.map {
        "\($0.old?.description ?? zero) \($0.new?.description ?? zero) \($0.name)"
      }, isPurge: isPurge)
  }
}
