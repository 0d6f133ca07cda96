import Git
import Hub
import Model
import Storage

/// The teacher's side of one subject: what goes out to the hub, and what comes in from it.
public final class SubjectExchange {
  public let subject: String
  public let school: SchoolStore
  /// What submissions may be in any school.
  public var rules = SubmissionRules()
  /// Whether the hub may be a new one though the subject was shared before.
  public var mayMoveHub = false
  /// Hears how many of the branches that are to get to the hub are there, and of how many: first none.
  public var onDelivery: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  /// Who commits to the school, and the time that it is.
  public let committer: Committer
  let stores: SchoolStores
  /// What the hub was asked just now, for the next who wants to know: reaching a server may take half
  /// a second.
  var reached: Reached?

  /// - Parameter committer: who commits; its time is taken as now.
  public init(_ subject: String, in school: SchoolStore, by committer: Committer) {
    self.subject = subject
    self.school = school
    self.committer = committer
    stores = SchoolStores(school)
  }

  public var now: Instant { committer.time }

  /// The newest commit of the school, with its files.
  func committed() throws -> (commit: ObjectID, files: SchoolFiles) {
    guard let found = try school.committed() else { throw ExchangeError.nothingCommitted }
    return found
  }

  /// What submissions may be in this school.
  func rules(_ files: SchoolFiles) throws -> SubmissionRules {
    var rules = rules
    rules.school = try files.school().uid
    return rules
  }

  /// The hub that the school names.
  func hub(_ files: SchoolFiles) throws -> HubAddress {
    guard let hub = try files.school().hub else { throw ExchangeError.noHub }
    return HubAddress(hub, relativeTo: school.root)
  }

  /// What has been collected; nil where nothing has.
  func submissions() throws -> Submissions? {
    guard RepositoryLayout(at: stores.collectedPath(subject)) != nil else { return nil }
    return try Submissions(of: subject, in: school)
  }

  /// What should be out there now, as the newest commit says.
  public func outgoing() throws -> Outgoing {
    let (commit, files) = try committed()
    return try outgoing(commit, files, at: now)
  }

  /// What would be out there if these files were committed and shared now.
  public func preview(of files: SchoolFiles) throws -> Outgoing {
    try outgoing(committed().commit, files, at: now)
  }

  func outgoing(
    _ commit: ObjectID, _ files: SchoolFiles, at time: Instant, cache: GradeCache? = nil,
    holdingBack held: Set<ContextPath> = []
  ) throws -> Outgoing {
    try Outgoing(
      of: subject, from: commit, in: files, repository: school.repository,
      submissions: try submissions(), cache: cache, at: time, holdingBack: held)
  }
}
