import Git
import HubProtocol
import Model
import Storage

/// A state of the hub: commits of a subject and an inbox.
public struct HubState: Hashable, Sendable {
  let subject: ObjectID?
  let inbox: ObjectID?
}

/// News that the clone knows of and hasn't reported.
public struct UnreportedNews: Sendable {
  public internal(set) var items: [PullReport.News] = []
  /// The state to mark as reported; nil without news.
  public let state: HubState?
  /// Whether it is in the work tree; otherwise the next pull brings it.
  public internal(set) var isPulled = true
}

/// News about the hub, each reported once.
extension StudentClone {
  /// The news since the last report, without contacting the hub.
  ///
  /// - Throws: `GitError`, `FaultyFiles`.
  public func unreportedNews() throws -> UnreportedNews {
    let pulled = try pulledState()
    let (old, new) = (try reportedState() ?? pulled, try latestState())
    guard old != new, let subjectCommit = new.subject else { return UnreportedNews(state: nil) }
    let files = try files(at: subjectCommit)
    let worksheets = try worksheets(in: files)
    let before =
      old.subject == new.subject
      ? worksheets : try old.subject.map { try self.worksheets(in: self.files(at: $0)) }
    var news = UnreportedNews(state: new)
    news.items = PullReport.news(
      (before ?? [], try inbox(at: old.inbox)), (worksheets, try inbox(at: new.inbox)),
      of: subject, try WorkNames(of: subject, in: files), at: now)
    news.isPulled = new == pulled
    return news
  }

  /// Records that the news up to a state was reported; by default, up to the last pull.
  public func markReported(_ state: HubState? = nil) throws {
    let state = try state ?? pulledState()
    try repository.update([
      RefUpdate(Ref.reportedSubject, to: state.subject, expecting: .anything),
      RefUpdate(Ref.reportedInbox, to: state.inbox, expecting: .anything),
    ])
  }

  /// Fetches the hub's state if the student's inbox changed, without touching the work tree.
  ///
  /// Every change that is news changes the inbox, so that one request is enough to find none.
  /// - Throws: `CloneError`, `GitError`, `TreeFault`.
  public func fetchNews() throws {
    let access = try hubAccess()
    let inbox = Ref.fetched(HubBranch.inbox, from: remoteName(of: student))
    let known = try repository.reference(inbox)
    if let known, try reaching({ try access.inbox(of: student) }) == known { return }
    try locked {
      try reaching {
        guard try access.subject() != nil else { throw CloneError.nothingShared(subject) }
        let branches = try fetchMailbox(access, student)
        if try self.inbox(at: branches[HubBranch.inbox]).state == .removed {
          throw CloneError.removed(subject: subject)
        }
      }
    }
  }

  /// The teacher's current notices, oldest first.
  public func notices() throws -> [Notice] {
    try inbox().notices.filter { !$0.isExpired(at: now) }
  }

  /// The last state that was reported or pulled, whichever is older.
  func reportedBeforePull() throws -> HubState {
    let pulled = try pulledState()
    guard let reported = try reportedState() else { return pulled }
    func older(_ reported: ObjectID?, _ pulled: ObjectID?) throws -> ObjectID? {
      guard let reported, let pulled, try repository.isAncestor(reported, of: pulled) else {
        return pulled
      }
      return reported
    }
    return HubState(
      subject: try older(reported.subject, pulled.subject),
      inbox: try older(reported.inbox, pulled.inbox))
  }

  private func pulledState() throws -> HubState {
    HubState(subject: try published(), inbox: try repository.reference(Ref.inbox))
  }

  private func reportedState() throws -> HubState? {
    guard let subject = try repository.reference(Ref.reportedSubject) else { return nil }
    return HubState(subject: subject, inbox: try repository.reference(Ref.reportedInbox))
  }

  /// The newer one of the fetched and the pulled state.
  func latestState() throws -> HubState {
    let pulled = try pulledState()
    func newer(_ fetched: String, _ pulled: ObjectID?) throws -> ObjectID? {
      guard let fetched = try repository.reference(fetched), let pulled else { return pulled }
      if try fetched == pulled || repository.isAncestor(fetched, of: pulled) { return pulled }
      let times = try [fetched, pulled].map { try repository.commit($0).committer.seconds }
      return times[0] >= times[1] ? fetched : pulled
    }
    let inbox = Ref.fetched(HubBranch.inbox, from: remoteName(of: student))
    return HubState(
      subject: try newer(Ref.fetchedSubject, pulled.subject),
      inbox: try newer(inbox, pulled.inbox))
  }
}
