import Model
import PlainYAML

extension Change {
  /// Sets an extension of an assignment, replacing earlier ones for the same recipients.
  ///
  /// - Parameter fields: the entry of `extensions`; nil removes it.
  /// - Returns: whether there was one.
  @discardableResult
  public func extend(_ id: String, for who: Recipient, _ fields: [(String, Value?)]?) throws -> Bool
  {
    let roster = try SchoolFiles(self).roster()
    var isKnown = false
    try edit(SchoolPath.assignment(id)) { document in
      let list: [Step] = [.key("extensions")]
      let items = document.root["extensions"]?.sequence ?? []
      let old = items.indices.filter {
        items[$0]["who"]?.scalar.flatMap { roster.recipient($0) } == who
      }
      isKnown = !old.isEmpty
      var document = document
      if fields == nil, old.count == items.count, isKnown { return try document.removing(list) }
      for index in old.dropFirst(fields == nil ? 0 : 1).reversed() {
        document = try document.removing(list + [.index(index)])
      }
      guard let fields else { return document }
      // An identical extension keeps its date and author.
      if old.count == 1, try isSame(items[old[0]], fields) { return document }
      let entry = Value.flow(.fields(fields))
      if let first = old.first { return try document.setting(list + [.index(first)], to: entry) }
      return items.isEmpty
        ? try document.setting(
          list, to: .sequence([entry]), order: Schema.assignment.map(\.name))
        : try document.appending(entry, to: list)
    }
    return isKnown
  }

  private func isSame(_ item: Node, _ fields: [(String, Value?)]) throws -> Bool {
    let zone = try SchoolFiles(self).zone()
    let new = Dictionary(fields.map { ($0.0, $0.1?.text) }) { first, _ in first }
    func time(_ text: String?) -> Instant? { text.flatMap { TimeText.read($0, in: zone, .due) } }
    return item["why"]?.scalar == new["why"] ?? nil
      && time(item["until"]?.scalar) == time(new["until"] ?? nil)
  }
}

extension SchoolFiles {
  /// All recipients of an assignment, without test students.
  public func recipients(of assignment: Assignment) throws -> Set<String> {
    let roster = try roster()
    var found: Set<String> = []
    for subject in try subjects(of: assignment) {
      let everyone =
        assignment.work.isEmpty
        ? roster.students.counting : try participants(of: subject).counting.map(\.id)
      for who in assignment.to.compactMap({ roster.recipient($0) }) {
        found.formUnion(roster.members(of: who, everyone: everyone))
      }
    }
    return found.filter { !roster.students.isTest($0) }
  }

  /// All recipients of an assignment, including test students.
  public func allRecipients(of assignment: Assignment) throws -> Set<String> {
    let roster = try roster()
    var found = try recipients(of: assignment)
    for case .student(let id)? in assignment.to.map(roster.recipient) { found.insert(id) }
    guard assignment.isForMany(in: roster) else { return found }
    for subject in try subjects(of: assignment) {
      found.formUnion(try participants(of: subject).testing.map(\.id))
    }
    return found
  }
}
