/// A remote repository: in a folder hub, or on the network.
public protocol Remote {
  /// Its path or address, for messages.
  var place: String { get }

  /// The references below a folder such as `refs/heads`, sorted by name.
  func references(under folder: String) throws(GitError) -> [Reference]

  /// Copies and checks the objects of references, and then updates local references.
  ///
  /// - Parameters:
  ///   - wanted: the references and their local names.
  ///   - check: checks each new commit before any reference is updated; it reads from the given
  ///     source.
  /// - Returns: the remote references, in the order of `wanted`; nil for missing ones.
  /// - Throws: `GitError`, or the error of `check`; then no reference was updated.
  func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits,
    check: (ObjectID, any ObjectSource) throws -> Void
  ) throws -> [ObjectID?]

  /// Copies all references below a folder, like `fetch`, in one exchange.
  ///
  /// - Parameters:
  ///   - folder: for example `refs/heads`.
  ///   - destination: the local name of a reference, which is updated unconditionally.
  /// - Returns: the remote references.
  func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference]

  /// Updates remote references, with the objects they need.
  ///
  /// Existing branches are only fast-forwarded from their expected targets.
  /// - Parameter atomic: whether to update all of them or none.
  /// - Returns: the result for each reference, in order.
  /// - Throws: `GitError` if nothing could be pushed.
  func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult]
}

/// The result of pushing one reference.
public struct PushResult: Hashable, Sendable {
  /// The possible results.
  public enum Outcome: Hashable, Sendable {
    case moved
    /// It already had that target.
    case upToDate
    /// The remote is ahead, or has an unexpected target.
    case behind(String)
    /// The remote refused, with this reason.
    case refused(String)
    /// Another reference of an atomic push failed.
    case abandoned
  }

  public let name: String
  public let outcome: Outcome
  /// The remote's messages during the push, line by line.
  public internal(set) var messages: [String] = []
  /// The reply code of a refused push; nil if there is none.
  public internal(set) var reply: RemoteReply?

  init(name: String, outcome: Outcome) {
    self.name = name
    self.outcome = outcome
  }

  public var succeeded: Bool { outcome == .moved || outcome == .upToDate }
}
