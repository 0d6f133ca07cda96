import Model
import PlainYAML

extension Change {
  /// Sets the reminders of an assignment, or removes them if there are no times.
  public func remind(of id: String, before times: [TimeSpan], byMail: Bool) throws {
    let order = Schema.assignment.map(\.name)
    try edit(SchoolPath.assignment(id)) { document in
      var document = document
      for name in ["reminders", "mail-reminders", "reminded"]
      where document.root[name] != nil && (times.isEmpty || name == "mail-reminders" && !byMail) {
        document = try document.removing([.key(name)])
      }
      if times.isEmpty { return document }
      let list = Value.flow(.sequence(times.map { .scalar($0.description) }))
      document = try document.setting([.key("reminders")], to: list, order: order)
      guard byMail else { return document }
      return try document.setting([.key("mail-reminders")], to: .plain("yes"), order: order)
    }
  }

  /// Records the time of the last reminder that was sent by mail.
  public func noteReminder(of id: String, at time: Instant) throws {
    try edit(SchoolPath.assignment(id)) { document in
      try document.setting(
        [.key("reminded")], to: .scalar(time.description), order: Schema.assignment.map(\.name))
    }
  }
}
