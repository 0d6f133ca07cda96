import Git
import HubProtocol
import Model
import Storage

/// The teacher's side of a subject: sharing and collecting.
public final class SubjectExchange {
  public let subject: String
  public let school: SchoolStore
  /// The rules for submissions in any school.
  public var rules = SubmissionRules()
  /// Whether the subject may be shared on a new hub although it was shared before.
  public var mayMoveHub = false
  /// Receives the delivery progress: the number of delivered branches and their total, starting
  /// with none.
  public var onDelivery: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  /// The committer of changes to the school, with the current time.
  public let committer: Committer
  let stores: SchoolStores
  /// The hub's answer for the next caller: contacting a server can take half a second.
  var reached: ConnectedHub?

  /// - Parameter committer: the committer, with the current time.
  public init(_ subject: String, in school: SchoolStore, by committer: Committer) {
    self.subject = subject
    self.school = school
    self.committer = committer
    stores = SchoolStores(school)
  }

  public var now: Instant { committer.time }

  /// The latest commit of the school, with its files.
  func committed() throws -> (commit: ObjectID, files: SchoolFiles) {
    guard let found = try school.committed() else { throw ExchangeError.nothingCommitted }
    return found
  }

  /// The rules for submissions in this school.
  func rules(_ files: SchoolFiles) throws -> SubmissionRules {
    var rules = rules
    rules.school = try files.school().uid
    return rules
  }

  /// The school's hub.
  func hub(_ files: SchoolFiles) throws -> HubAddress {
    guard let hub = try files.school().hub else { throw ExchangeError.noHub }
    return HubAddress(hub, relativeTo: school.root)
  }

  /// The collected work; nil if there is none.
  func submissions() throws -> Submissions? {
    guard RepositoryLayout(at: stores.collectedPath(subject)) != nil else { return nil }
    return try Submissions(of: subject, in: school)
  }

  /// The intended contents of the hub, according to the latest commit.
  public func outgoing() throws -> Outgoing {
    let (commit, files) = try committed()
    return try outgoing(commit, files, at: now)
  }

  /// The contents of the hub if these files were committed and shared now.
  public func preview(of files: SchoolFiles) throws -> Outgoing {
    try outgoing(committed().commit, files, at: now)
  }

  /// Checks that no published file is a hard link to a file elsewhere.
  func checkHandouts(_ outgoing: Outgoing) throws {
    try school.checkHandouts(
      outgoing.projection.files.keys.map { "\(SchoolPath.subjects)/\(subject)/\($0)" })
  }

  func outgoing(
    _ commit: ObjectID, _ files: SchoolFiles, at time: Instant, cache: GradeCache? = nil,
    holdingBack held: Set<ContextPath> = []
  ) throws -> Outgoing {
    try Outgoing(
      of: subject, from: commit, in: files, repository: school.repository,
      submissions: try submissions(), cache: cache,
      scores: cache?.isInMemory == true ? nil : scoreCache, at: time, holdingBack: held)
  }
}
