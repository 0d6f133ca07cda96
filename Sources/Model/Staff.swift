/// Somebody who marks.
public struct StaffMember: Hashable, Sendable {
  public let id: String
  public var name: String
  public var email: String?
  /// How much is theirs, measured by the shares of the others; 0 for nothing.
  public var share: Int
  /// What they mark, each with all below it; nil for everything.
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

/// Everybody who marks, in the order of the file.
public struct Staff: Hashable, Sendable {
  public let members: [StaffMember]

  public init(_ members: [StaffMember] = []) { self.members = members }

  /// The one of a mail address, else of a name.
  public func member(_ person: Person) -> StaffMember? {
    members.first { $0.email != nil && $0.email?.lowercased() == person.mail.lowercased() }
      ?? members.first { $0.name == person.name }
  }

  /// Who marks which of the works that came of a worksheet: they take turns, each as often as their
  /// share says, and with another of them first from worksheet to worksheet.
  ///
  /// What is added at the end changes nothing for what was there.
  /// - Returns: the identifier for each work; none where nobody marks the worksheet.
  public func markers(of path: ContextPath, count: Int) -> [String] {
    let members = members.filter { $0.marks(path) }
    let total = members.reduce(0) { $0 + $1.share }
    guard total > 0 else { return [] }
    // Whoever is owed most has the next turn.
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
