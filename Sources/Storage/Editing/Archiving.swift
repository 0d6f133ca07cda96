import Model
import PlainYAML

extension Change {
  /// Archives an assignment, or makes it active again.
  ///
  /// - Parameter time: when it is archived; nil to make it active.
  public func archive(_ id: String, at time: Instant?) throws {
    try edit(SchoolPath.assignment(id)) { document in
      let order = Schema.assignment.map(\.name)
      let state: Assignment.State = time == nil ? .active : .archived
      let new = try document.setting([.key("state")], to: .scalar(state.rawValue), order: order)
      guard let time else {
        return new.root["archived"] == nil ? new : try new.removing([.key("archived")])
      }
      return try new.setting([.key("archived")], to: .scalar(time.description), order: order)
    }
  }
}
