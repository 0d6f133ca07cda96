import Git
import HubProtocol
import Model
import Storage
import Text

/// The files that the school published at earlier times, regenerated from its history.
struct PublishedMoments {
  private let exchange: SubjectExchange
  /// The returned grades of all these times: each is made once.
  let grades = GradeCache()
  private var known: [Moment: Outgoing?] = [:]

  private struct Moment: Hashable {
    let source: String
    let time: Int64
  }

  init(_ exchange: SubjectExchange) { self.exchange = exchange }

  /// The expected files of a commit on the hub, regenerated from the school's commit that it names,
  /// for the time at which it was made.
  ///
  /// - Returns: nil if it names no commit, or if the school published nothing on that channel then.
  /// - Throws: why a student's inbox can't be regenerated.
  mutating func files(
    of commit: Commit, _ channel: Channel
  ) throws(GitError) -> [String: TreeChange]? {
    guard let source = commit.trailer(HubTrailer.source) else { return nil }
    let moment = Moment(source: source, time: commit.committer.seconds)
    let outgoing: Outgoing?
    if let found = known[moment] {
      outgoing = found
    } else {
      outgoing = ObjectID(source).flatMap { id in
        try? exchange.outgoing(
          id, try exchange.school.files(at: id), at: Instant(seconds: moment.time),
          cache: grades)
      }
      known[moment] = .some(outgoing)
    }
    if let error = channel.mailbox.flatMap({ outgoing?.failures[$0] }) {
      throw error as? GitError ?? GitError(.corrupt, Message(verbatim: "\(error)"))
    }
    return switch channel.content {
    case .subject: outgoing?.projection.files.mapValues { .write($0) }
    case .access: outgoing.map { [AccessList.file: .write($0.access)] }
    case .inbox(let mailbox): outgoing?.inboxes[mailbox]
    case .common: outgoing?.common
    }
  }
}

extension SubjectExchange {
  /// The inboxes whose newest commit was not published by the school, although it names a commit of
  /// the school.
  ///
  /// On a hub without access control, a student can write such a commit.
  /// - Parameter channels: those with a commit on the hub that wasn't made here.
  func forgedInboxes(
    _ channels: [Channel], _ outgoing: Outgoing, in outbox: Repository
  ) throws -> Set<Channel.Content> {
    var forged: Set<Channel.Content> = []
    var moments = PublishedMoments(self)
    for channel in channels where !channel.isViaDesk {
      guard let mailbox = channel.mailbox, let tip = channel.hub else { continue }
      let commit = try outbox.commit(tip)
      func isTree(of files: [String: TreeChange]?) throws -> Bool {
        guard let files else { return false }
        let batch = ObjectBatch()
        return try batch.tree(updating: nil, in: batch, with: files) == commit.tree
      }
      // Usually it equals the current inbox, so nothing needs to be regenerated.
      if try isTree(of: outgoing.inboxes[mailbox]) { continue }
      let isForged: Bool
      do {
        isForged = try !isTree(of: moments.files(of: commit, channel))
      } catch  where StudentFailures.isPersonal(error) {
        // It can't be regenerated, so it can't be compared.
        continue
      }
      if isForged { forged.insert(channel.content) }
    }
    return forged
  }
}
