import Substrings
import Text

/// Fetching.
extension ProgramRemote {
  public func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits = .standard,
    check: (ObjectID, any ObjectSource) throws -> Void = { _, _ in }
  ) throws -> [ObjectID?] {
    let found = try fetchExisting(wanted, into: repository)
    var arrivals = Arrivals(repository, limits)
    try arrivals.accept(wanted, found, from: repository, check)
    return found
  }

  public func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference] {
    let found = try fetchNames([folder + "/*"], into: repository)
    var arrivals = Arrivals(repository, limits)
    try arrivals.copyAll(found, from: repository, to: destination, check)
    return found
  }

  /// Git's message for a missing reference.
  private static let noSuchReference = "couldn't find remote ref"

  /// Fetches the existing references out of some.
  ///
  /// - Returns: their targets; nil for missing ones.
  private func fetchExisting(
    _ wanted: [FetchedRef], into repository: Repository
  ) throws(GitError) -> [ObjectID?] {
    var names = Set(wanted.map(\.source))
    for name in names { try Reference.checkName(name) }
    let found: [Reference]
    do throws(GitError) {
      // Usually all exist, so fetch them without listing first.
      found = try fetchNames(names.sorted(), into: repository)
    } catch {
      guard error.message.text.contains(Self.noSuchReference) else { throw error }
      names.formIntersection(try references(under: "refs").map(\.name))
      found = try fetchNames(names.sorted(), into: repository)
    }
    let ids = Dictionary(found.map { ($0.name, $0.id) }, uniquingKeysWith: { $1 })
    return wanted.map { ids[$0.source] }
  }

  /// The maximum number of damaged references that are fetched around.
  private static let mostFailures = 20

  /// Fetches the objects of many references in one connection, or in several if some objects are
  /// damaged there. References aren't updated, and objects may be missing: the caller must check
  /// them.
  ///
  /// - Parameters:
  ///   - names: the references; missing ones are no failure.
  ///   - prefixes: their prefixes, each with a slash at the end. If references can't be requested
  ///     by name, all references with these prefixes are fetched.
  public func fetchObjects(
    _ names: [String], under prefixes: [String], into repository: Repository
  ) throws(GitError) -> FetchedObjects {
    for name in names { try Reference.checkName(name) }
    var fetched = FetchedObjects()
    do throws(GitError) {
      fetched.references =
        ConnectionLimits.reachesItself(place)
        ? try fetchPack(names, into: repository)
        : try fetchNames(prefixes.map { $0 + "*" }, into: repository)
    } catch {
      guard error.isDamage, names.count > 1 else { throw error }
      try fetchHalves(of: names, into: repository, &fetched)
    }
    return fetched
  }

  /// Fetches the halves of references that can't be fetched together, down to single ones.
  private func fetchHalves(
    of names: [String], into repository: Repository, _ fetched: inout FetchedObjects
  ) throws(GitError) {
    let middle = names.count / 2
    for half in [Array(names[..<middle]), Array(names[middle...])] {
      do throws(GitError) {
        fetched.references += try fetchSome(half, into: repository)
      } catch {
        guard error.isDamage else { throw error }
        if half.count > 1 {
          try fetchHalves(of: half, into: repository, &fetched)
        } else {
          fetched.failures[half[0]] = error
          if fetched.failures.count > Self.mostFailures { throw error }
        }
      }
    }
  }

  /// Fetches those of the references that exist.
  private func fetchSome(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    if ConnectionLimits.reachesItself(place) { return try fetchPack(names, into: repository) }
    let present = Set(try references(under: "refs").map(\.name))
    return try fetchNames(names.filter(present.contains), into: repository)
  }

  private func fetchPack(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    let input = Array(names.map { $0 + "\n" }.joined().utf8)
    return try RetryPolicy.run { () throws(RetryPolicy.Failure) in
      let result = try tried(PackFetch.words + [place], in: repository, input: input)
      guard let fetch = PackFetch(result) else { throw failure(of: result) }
      fetch.removeLock(in: repository)
      do throws(GitError) {
        try repository.objects.flushPackNames()
      } catch {
        throw RetryPolicy.Failure(error)
      }
      return fetch.references
    }
  }

  /// Fetches references, or patterns of them.
  private func fetchNames(
    _ names: [String], into repository: Repository
  ) throws(GitError) -> [Reference] {
    if names.isEmpty { return [] }
    let stage = try FetchStage(repository)
    defer { stage.remove() }
    let specs = names.map { "+\($0):\(FetchStage.name(of: $0))\n" }.joined()
    let words = [
      "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance",
      "--no-recurse-submodules", "--stdin", "--", place,
    ]
    _ = try RetryPolicy.run { () throws(RetryPolicy.Failure) in
      try once(words, in: repository, input: Array(specs.utf8), stage.environment)
    }
    try repository.objects.flushPackNames()
    return try stage.references()
  }
}

/// The result of fetching the objects of many references.
public struct FetchedObjects: Sendable {
  /// The remote references whose objects were fetched.
  public var references: [Reference] = []
  /// Why references couldn't be fetched, by name.
  public var failures: [String: GitError] = [:]
}

extension GitError {
  /// Whether the reason may be damage of single objects.
  fileprivate var isDamage: Bool {
    switch code {
    case .corrupt, .remoteIsDamaged, .other: true
    default: false
    }
  }
}
