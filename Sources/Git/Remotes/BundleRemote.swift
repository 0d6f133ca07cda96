import Text

/// A bundle as a remote, which can only be fetched from.
public struct BundleRemote: Remote {
  public let place: String
  private let bundle: Bundle
  private let references: [Reference]

  /// - Parameters:
  ///   - place: the path of the file.
  ///   - names: the local names of its references; references without one are ignored.
  public init(_ bundle: Bundle, at place: String, naming names: [String: String]) {
    self.bundle = bundle
    self.place = place
    references = bundle.references.compactMap { reference in
      names[reference.name].map { Reference($0, reference.id) }
    }
  }

  public func references(under folder: String) throws(GitError) -> [Reference] {
    references.filter { $0.name.hasPrefix(folder + "/") }
  }

  public func fetch(
    _ wanted: [FetchedRef], into repository: Repository, limits: ObjectCopy.Limits = .standard,
    check: (ObjectID, any ObjectSource) throws -> Void = { _, _ in }
  ) throws -> [ObjectID?] {
    let found = wanted.map { wanted in references.first { $0.name == wanted.source }?.id }
    var arrivals = Arrivals(repository, limits)
    try arrivals.accept(wanted, found, from: bundle.objects, check)
    return found
  }

  public func fetchAll(
    under folder: String, into repository: Repository, limits: ObjectCopy.Limits,
    to destination: (String) -> String, check: (Reference, any ObjectSource) throws -> Void
  ) throws -> [Reference] {
    let found = try references(under: folder)
    var arrivals = Arrivals(repository, limits)
    try arrivals.copyAll(found, from: bundle.objects, to: destination, check)
    return found
  }

  /// Fails, because bundles are read-only.
  public func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult] {
    throw GitError(.readOnly, "can't push to a file", path: place)
  }
}
