/// A repository elsewhere: in a folder hub, or behind the network.
public protocol Remote {
  /// What it is called in messages: its path or address.
  var place: String { get }

  /// The references below a folder such as `refs/heads`, sorted by name.
  func references(under folder: String) throws(GitError) -> [Reference]

  /// Copies what references name into a repository, checks it, and then moves references there.
  ///
  /// - Parameters:
  ///   - wanted: which references, and where they go.
  ///   - check: looks at what a new commit brings, before any reference moves; it reads from the
  ///     source it is given.
  /// - Returns: the references as they are there now, in the order of `wanted`; nil for those that
  ///   the remote doesn't have.
  /// - Throws: `GitError`, or what `check` throws; no reference has moved then.
  func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits,
    check: (ObjectID, any ObjectSource) throws -> Void
  ) throws -> [ObjectID?]

  /// Copies everything below a folder of references, as `fetch` does, in one exchange.
  ///
  /// - Parameters:
  ///   - folder: such as `refs/heads`.
  ///   - destination: where a reference goes here; it may move anywhere.
  /// - Returns: the references as they are there now.
  func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference]

  /// Moves references there, with the objects they need.
  ///
  /// A branch that exists moves only forwards from where it is expected.
  /// - Parameter atomic: all of them or none.
  /// - Returns: the fate of each, in their order.
  /// - Throws: `GitError` where nothing could be pushed at all.
  func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult]
}

/// A reference to fetch.
public struct FetchedRef: Hashable, Sendable {
  /// Its full name there.
  public let source: String
  /// Its full name here.
  public let destination: String
  /// Whether it may move here to a commit that doesn't come of the one it names.
  public let mayRewind: Bool

  public init(_ source: String, to destination: String, mayRewind: Bool = false) {
    self.source = source
    self.destination = destination
    self.mayRewind = mayRewind
  }
}

/// What became of one reference in a push.
public struct PushResult: Hashable, Sendable {
  /// The fates of a reference.
  public enum Fate: Hashable, Sendable {
    case moved
    /// It was there already.
    case upToDate
    /// The remote is ahead, or somewhere else than expected.
    case behind(String)
    /// The remote said no, for this reason.
    case refused(String)
    /// Another one's fate, as all were to move or none.
    case abandoned
  }

  public let name: String
  public let fate: Fate
  /// What the other side said while it took the push, line by line, for all references alike.
  public internal(set) var said: [String] = []
  /// The other side's answer to a refused push, if it is one with a code.
  public internal(set) var reply: RemoteReply?

  init(name: String, fate: Fate) {
    self.name = name
    self.fate = fate
  }

  public var succeeded: Bool { fate == .moved || fate == .upToDate }
}
