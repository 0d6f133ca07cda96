/// A marker.
public struct StaffMember: Hashable, Sendable {
  public let id: String
  public var name: String
  public var email: String?
  /// The marker's share of the work relative to the others; 0 for nothing.
  public var share: Int
  /// The work that they mark, with everything below it; nil for all.
  public var work: [ContextPath]?

  public init(
    id: String, name: String, email: String? = nil, share: Int = 1, work: [ContextPath]? = nil
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.share = share
    self.work = work
  }

  func marks(_ path: ContextPath) -> Bool {
    share > 0 && work?.contains { path.isWithin($0) } != false
  }
}

/// The markers, in the order of the file.
public struct Staff: Hashable, Sendable {
  public let members: [StaffMember]

  public init(_ members: [StaffMember] = []) { self.members = members }

  /// The marker with an e-mail address, or else with a name.
  public func member(_ person: Person) -> StaffMember? {
    members.first { $0.email != nil && $0.email?.lowercased() == person.mail.lowercased() }
      ?? members.first { $0.name == person.name }
  }

  /// The marker of each submission of a worksheet: markers take turns in proportion to their
  /// shares, starting with a different one for each worksheet.
  ///
  /// Submissions added at the end don't change the markers of earlier ones.
  /// - Returns: the identifier for each submission; empty if the worksheet has no markers.
  public func markers(of path: ContextPath, count: Int) -> [String] {
    let members = members.filter { $0.marks(path) }
    let total = members.reduce(0) { $0 + $1.share }
    guard total > 0 else { return [] }
    // The marker who is owed the most has the next turn.
    var owed = members.map { _ in 0 }
    var turns: [String] = []
    for _ in 0..<total {
      var next = 0
      for place in members.indices {
        owed[place] += members[place].share
        if owed[place] > owed[next] { next = place }
      }
      owed[next] -= total
      turns.append(members[next].id)
    }
    let start = path.description.utf8.reduce(0) { ($0 * 31 + Int($1)) % total }
    return (0..<count).map { turns[(start + $0) % total] }
  }
}
