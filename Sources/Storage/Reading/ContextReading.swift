import Model
import PlainYAML
import Text

extension Subject {
  /// Reads `subject.yaml`, of a school or of a clone.
  init(id: String, _ reading: FileReading, in zone: Zone) {
    let allowed =
      reading.strictness == .published ? Schema.school + Schema.subject : Schema.subject
    let fields = reading.fields(allowed)
    self.init(
      id: id, title: fields.required("title", most: 256), titles: fields.titles(),
      colour: fields.oneOf("colour", Colour.self), topic: fields.oneOf("topic", Topic.self),
      summary: fields.text("summary", most: 4000), classes: fields.texts("classes") ?? [],
      share: fields.oneOf("share", Share.self) ?? .invited,
      permission: fields.oneOf("permission", Participant.Permission.self) ?? .readWrite,
      invitation: fields.invitation(in: .utc), provider: fields.provider(),
      rules: fields.rules(in: zone),
      countsUnassigned: fields.flag("counts-unassigned") ?? false,
      solutions: fields.oneOf("solutions", Solutions.self) ?? .returned,
      leaderboard: fields.oneOf("leaderboard", Leaderboard.self) ?? .off,
      isLive: fields.flag("live") ?? false, hasCalendar: fields.flag("calendar") ?? false,
      tick: fields.tick(), scale: fields.scale(),
      source: Origin(fields))
  }
}

extension Origin {
  /// Reads the `source` of imported material.
  init?(_ fields: FieldReader) {
    guard let value = fields.value("source") else { return nil }
    let source = FieldReader(
      fields.reading, value, allowed: Schema.source, what: "'source'")
    self.init(
      from: source.required("from", most: 2048), uid: source.text("uid"),
      path: source.text("path"), commit: source.text("commit"))
  }
}

extension Context {
  /// Reads `context.yaml`.
  init(path: ContextPath, _ reading: FileReading) {
    self.init(path: path, reading.fields(Schema.context), type: .lesson)
  }

  /// Reads the fields that a worksheet shares with other contexts.
  init(path: ContextPath, _ fields: FieldReader, type standard: ContextType) {
    let type =
      fields.oneOf("type", ContextType.self, suggesting: ContextType.belowSubjects) ?? standard
    if type == .app {
      fields.fault(
        .notOneOf, "only a subject can have the type 'app'", at: fields.value("type"))
    }
    let custom = fields.text("custom", most: 256)
    if type == .custom, custom == nil {
      fields.fault(
        .missingField, "the type 'custom' needs its own name",
        hint: "add `custom: Experiment`", at: fields.value("type"))
    }
    self.init(
      path: path, title: fields.required("title", most: 256), titles: fields.titles(),
      type: type, custom: custom, order: fields.integer("order", in: -1_000_000...1_000_000),
      topic: fields.oneOf("topic", Topic.self), summary: fields.text("summary", most: 4000),
      age: fields.range("age", in: 0...150), time: fields.range("time", in: 0...1_000_000),
      link: fields.text("link", most: 2048),
      thumbnail: fields.text("thumbnail", most: 256),
      assignable: fields.flag("assignable") ?? true, was: fields.texts("was") ?? [],
      source: Origin(fields))
  }
}

extension Worksheet {
  /// Reads `worksheet.yaml`.
  init(path: ContextPath, _ reading: FileReading, in zone: Zone) {
    let fields = reading.fields(Schema.worksheet)
    let context = Context(path: path, fields, type: .quiz)
    let isPractice = fields.flag("practice") ?? false
    let isDraft = fields.flag("draft") ?? false
    // Imported published material has no answers: they are filled in before it is assigned.
    let keys: AnswerKeys =
      switch reading.strictness {
      case .published: isPractice ? .needed : .hidden
      case .school: isDraft && context.source != nil ? .pending : .needed
      }
    var exercises: [Exercise] = []
    var seen: Set<String> = []
    for node in fields.items("exercises") ?? [] {
      let exercise = Exercise(reading, node, in: zone, keys)
      if !exercise.id.isEmpty, !seen.insert(Identifier.folded(exercise.id)).inserted {
        reading.fault(
          .duplicateID, "duplicate exercise '\(exercise.id)'",
          hint: "give each exercise a unique id", at: node.offset)
      }
      exercises.append(exercise)
    }
    // An answer counts once: for the exercise with its name, or else for the first one with that
    // former name.
    var taken = Set(exercises.map(\.id))
    for index in exercises.indices {
      exercises[index].was.removeAll { !taken.insert($0).inserted }
    }
    self.init(
      context: context, isDraft: isDraft,
      release: fields.time("release", in: zone, .release), isPractice: isPractice,
      due: fields.time("due", in: zone, .due), rules: fields.rules(in: zone),
      points: fields.points("points"), weight: fields.weight() ?? .one, exercises: exercises)
  }
}

extension Assignment {
  /// Reads `assignments/<id>.yaml`.
  init(id: String, _ reading: FileReading, in zone: Zone) {
    let fields = reading.fields(Schema.assignment)
    let to = fields.texts("to") ?? []
    if to.isEmpty {
      fields.fault(
        .missingField, "the assignment has no recipients", hint: "add `to: [7b]`",
        at: fields.value("to"))
    }
    let work = (fields.paths("work") ?? []).filter { path in
      if path.components.isEmpty { fields.faultInPath("\(path)", "work") }
      return !path.components.isEmpty
    }
    let extensions = (fields.items("extensions") ?? []).compactMap { node -> Extension? in
      let entry = FieldReader(
        reading, node, allowed: Schema.assignmentExtension, what: "the extension")
      let who = entry.required("who")
      guard let until = entry.time("until", in: zone, .due) else {
        if entry.value("until") == nil {
          entry.fault(.missingField, "the extension has no 'until'")
        }
        return nil
      }
      return Extension(
        who: who, until: until, why: entry.text("why"), by: entry.text("by"),
        on: entry.text("on"))
    }
    self.init(
      id: id, title: fields.required("title", most: 256),
      instructions: fields.text("instructions", most: 16_000), to: to, work: work,
      release: fields.time("release", in: zone, .release), due: fields.time("due", in: zone, .due),
      rules: fields.rules(in: zone), mode: fields.oneOf("mode", Mode.self) ?? .own,
      extensions: extensions, reminders: fields.spans("reminders") ?? [],
      mailsReminders: fields.flag("mail-reminders") ?? false,
      reminded: fields.time("reminded", in: zone, .release),
      state: fields.oneOf("state", State.self) ?? .active,
      again: fields.time("again", in: zone, .release),
      archived: fields.time("archived", in: zone, .release),
      isFavourite: fields.flag("favourite") ?? false)
  }
}
