import Git
import Model
import PlainYAML
import Storage

extension StudentClone {
  /// The due dates and exams of the student's work.
  ///
  /// - Parameter root: the context to which the work is limited.
  public func calendar(at root: ContextPath? = nil) throws -> CalendarFile {
    let subject = try files.subject(subject)
    let (inbox, revisions) = (try inbox(), try revisions())
    let names = try WorkNames(of: self.subject, in: files)
    var entries: [CalendarEntry] = []
    for state in try states() where root.map(state.path.isWithin) ?? true {
      let isHandout = state.path.isHandout
      guard isHandout || state.acceptsSubmissions else { continue }
      let id = isHandout ? state.path.handoutID : names.lasting(state.path)
      func add(_ exercise: String?, _ due: Instant) {
        entries.append(
          CalendarEntry(
            id: id + (exercise.map { "/\($0)" } ?? ""),
            title: "\(subject.title): \(state.title)" + (exercise.map { " (\($0))" } ?? ""),
            details: state.path.work, opens: state.terms.opens, due: due,
            revised: revisions[state.path.work] ?? due, reminders: state.terms.reminders,
            isDone: !state.awaitsReminder))
      }
      if let due = state.due { add(nil, due) }
      if isHandout { continue }
      for exercise in try inbox.applied(files.worksheet(state.path)).exercises {
        if let due = exercise.due, due != state.due { add(exercise.id, due) }
      }
    }
    return CalendarFile(
      title: subject.title, school: try files.school().uid, entries: entries)
  }

  /// The times at which the inbox changed the dates of some work, by path.
  private func revisions() throws -> [String: Instant] {
    guard let tip = try repository.reference(Ref.inbox) else { return [:] }
    var found: [String: Instant] = [:]
    // The dates in the next newer version, and when they were set.
    var newer: (file: ObjectID?, dates: [String: [Node?]], at: Instant)?
    for commit in try repository.history(from: [tip], firstParent: true) {
      let time = Instant(seconds: commit.committer.seconds)
      let file = try repository.entry(at: "assignments.yaml", in: commit.tree)?.id
      if let known = newer, known.file == file {
        newer?.at = time
        continue
      }
      let root = try file.flatMap { try? Document(repository.blob($0)).root }
      let dates = Dictionary(
        (root?.mapping ?? []).map { entry in
          (entry.key, ["due", "opens", "reminders", "exercises"].map { entry.value[$0] })
        }, uniquingKeysWith: { first, _ in first })
      if let newer {
        for (work, now) in newer.dates where found[work] == nil && !areSame(now, dates[work]) {
          found[work] = newer.at
        }
      }
      newer = (file, dates, time)
    }
    for work in newer?.dates.keys ?? [:].keys where found[work] == nil { found[work] = newer?.at }
    return found
  }

  private func areSame(_ new: [Node?], _ old: [Node?]?) -> Bool {
    new.map { $0.map(Value.init) } == old?.map { $0.map(Value.init) }
  }
}

extension WorkState {
  /// Whether the student is to be reminded of the work: it is assigned and not submitted.
  public var awaitsReminder: Bool {
    guard terms.isAssigned else { return false }
    if path.isHandout || !acceptsSubmissions { return done == nil }
    if isAskedForAgain { return true }
    return submission.map { !$0.isDelivered } ?? (returned == nil)
  }
}
