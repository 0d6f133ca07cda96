import Model
import PlainYAML
import Text

/// Reading and writing `activity.yaml`.
extension ActivityRecord {
  /// - Throws: `FaultyFiles` with every problem and its place.
  public init(_ bytes: [UInt8], file: String) throws(FaultyFiles) {
    self.init()
    let reading = try FileReading(file: file, bytes: bytes, strictness: .published)
    let fields = reading.fields(Schema.activityRecord)
    for node in fields.items("attempts") ?? [] {
      guard let attempt = ActivityAttempt(reading, node) else { continue }
      if attempts.contains(where: { $0.started == attempt.started }) {
        reading.fault(.duplicateID, "two attempts start at \(attempt.started)", at: node.offset)
      }
      attempts.append(attempt)
    }
    for entry in fields.entries("files") ?? [] {
      files[entry.key] = ActivityAttempt(reading, entry.value)
    }
    for entry in fields.entries("cards") ?? [] { cards[entry.key] = CardBox(reading, entry.value) }
    done = fields.instant("done")
    for entry in fields.entries("done-files") ?? [] {
      guard let time = entry.value.scalar.flatMap({ Instant(iso: $0) }) else {
        reading.fault(
          .notAValue, "'\(visible(entry.key))' needs a time", at: entry.value.offset)
        continue
      }
      doneFiles[entry.key] = time
    }
    try reading.finish()
  }

  /// The text of the file.
  public var bytes: [UInt8] {
    var pairs: [(String, Value?)] = []
    if !attempts.isEmpty { pairs.append(("attempts", .sequence(attempts.map(\.yaml)))) }
    if !files.isEmpty {
      pairs.append(
        ("files", .fields(files.sorted { $0.key < $1.key }.map { ($0.key, $0.value.yaml) })))
    }
    if !cards.isEmpty {
      pairs.append(
        ("cards", .fields(cards.sorted { $0.key < $1.key }.map { ($0.key, .flow($0.value.yaml)) })))
    }
    pairs.append(("done", done.map { .scalar($0.description) }))
    if !doneFiles.isEmpty {
      let times = doneFiles.sorted { $0.key < $1.key }
      pairs.append(("done-files", .fields(times.map { ($0.key, .scalar($0.value.description)) })))
    }
    return Array(Printer.print(.fields(pairs)).utf8)
  }
}

extension ActivityAttempt {
  /// Reads an attempt; nil after a fault in its start.
  init?(_ reading: FileReading, _ node: Node) {
    let fields = FieldReader(reading, node, allowed: Schema.activityAttempt, what: "an attempt")
    if fields.value("started") == nil {
      fields.fault(.missingField, "an attempt has no 'started'")
    }
    guard let started = fields.instant("started") else { return nil }
    self.init(started: started)
    for node in fields.items("sessions") ?? [] {
      let session = FieldReader(
        reading, node, allowed: Schema.activitySession, what: "a session")
      if let start = session.instant("from"), let end = session.instant("to") {
        add(Session(start: start, end: end))
      } else if session.value("from") == nil || session.value("to") == nil {
        session.fault(.missingField, "a session needs 'from' and 'to'")
      }
    }
    for node in fields.items("ranges") ?? [] {
      let bounds = (node.sequence ?? []).compactMap { $0.scalar.flatMap { Rational(exact: $0) } }
      guard bounds.count == 2, node.sequence?.count == 2 else {
        fields.fault(.notAValue, "a range must be two numbers", hint: "write [0, 0.5]", at: node)
        continue
      }
      fields.catching(at: node) { () throws(ActivityFault) in
        try coverage.add(bounds[0], bounds[1])
      }
    }
    if let node = fields.value("primary"), let item = ActivityItem(reading, node) {
      fields.catching(at: node) { () throws(ActivityFault) in try set(primary: item) }
    }
    for node in fields.items("items") ?? [] {
      guard let item = ActivityItem(reading, node) else { continue }
      fields.catching(at: node) { () throws(ActivityFault) in try set(item) }
    }
  }

  var yaml: Value {
    var pairs: [(String, Value?)] = [("started", .scalar(started.description))]
    if !sessions.isEmpty {
      let values = sessions.map { session in
        Value.flow(
          .fields([
            ("from", .scalar(session.start.description)), ("to", .scalar(session.end.description)),
          ]))
      }
      pairs.append(("sessions", .sequence(values)))
    }
    if !coverage.ranges.isEmpty {
      let values = coverage.ranges.map { range in
        Value.sequence([.plain(range.start.exact), .plain(range.end.exact)])
      }
      pairs.append(("ranges", .flow(.sequence(values))))
    }
    pairs.append(("primary", primary.map { .flow($0.yaml) }))
    if !items.isEmpty { pairs.append(("items", .sequence(items.map { .flow($0.yaml) }))) }
    return .fields(pairs)
  }
}

extension ActivityItem {
  /// Reads an item; nil after a fault.
  init?(_ reading: FileReading, _ node: Node) {
    let fields = FieldReader(reading, node, allowed: Schema.activityItem, what: "an item")
    let id = fields.required("id")
    var values: [Value] = []
    for kind in Binary.allCases {
      if let answer = fields.flag(kind.rawValue) { values.append(.binary(kind, answer)) }
    }
    if let quantity = fields.exact("quantity") { values.append(.quantity(quantity)) }
    if let score = fields.exact("score"), let max = fields.exact("max") {
      values.append(.score(score, max: max))
    }
    guard values.count == 1 else {
      fields.fault(
        .notAValue, "an item needs exactly one result",
        hint: "write one of correct, passed, true, yes, quantity, or score and max")
      return nil
    }
    do throws(ActivityFault) {
      try self.init(id: id, title: fields.text("title"), value: values[0])
    } catch {
      fields.fault(.notAValue, error.message)
      return nil
    }
  }

  var yaml: PlainYAML.Value {
    var pairs: [(String, PlainYAML.Value?)] = [("id", .scalar(id)), ("title", .text(title))]
    switch value {
    case .binary(let kind, let answer): pairs.append((kind.rawValue, .plain(answer ? "yes" : "no")))
    case .quantity(let number): pairs.append(("quantity", .plain(number.exact)))
    case .score(let score, let max):
      pairs += [("score", .plain(score.exact)), ("max", .plain(max.exact))]
    }
    return .fields(pairs)
  }
}

extension CardBox {
  /// Reads a box; nil after a fault.
  fileprivate init?(_ reading: FileReading, _ node: Node) {
    let fields = FieldReader(reading, node, allowed: Schema.cardBox, what: "a card")
    guard let at = fields.instant("at"), let number = fields.exact("box") else {
      if fields.value("at") == nil || fields.value("box") == nil {
        fields.fault(.missingField, "a card needs 'box' and 'at'")
      }
      return nil
    }
    guard let box = (1...CardBox.count).first(where: { Rational($0) == number }) else {
      fields.fault(.notAValue, "a card's box is a number from 1 to \(CardBox.count)")
      return nil
    }
    self.init(box, at: at)
  }

  fileprivate var yaml: Value {
    .fields([("box", .plain("\(number)")), ("at", .scalar(at.description))])
  }
}

extension FieldReader {
  /// A time as the program writes it, in UTC.
  func instant(_ name: String) -> Instant? {
    read(name, "time such as \"2026-11-28T08:00:00Z\"") { Instant(iso: $0) }
  }

  func exact(_ name: String) -> Rational? {
    read(name, "number such as 3, 0.75 or 3/4") { Rational(exact: $0) }
  }

  fileprivate func catching(at node: Node, _ body: () throws(ActivityFault) -> Void) {
    do throws(ActivityFault) {
      try body()
    } catch {
      fault(.notAValue, error.message, at: node)
    }
  }
}

extension ActivityFault {
  /// The problem in words.
  public var message: Message {
    switch self {
    case .outOfRange(let number): "\(number.exact) is not between 0 and 1"
    case .reversed(let start, let end):
      "the range \(start.exact)-\(end.exact) ends before it starts"
    case .tooPrecise(let number):
      "\(number.exact) is too precise: use a decimal number"
    case .tooManyRanges: "more than \(Coverage.maxRanges) separate ranges"
    case .invalidID(let id): "invalid id '\(visible(id))'"
    case .titleTooLong: "the title is longer than \(ActivityItem.longestTitle) characters"
    case .invalidMaximum(let max): "the maximum must be greater than 0, not \(max.exact)"
    case .scoreOutOfRange(let score, let max):
      "the score \(score.exact) is not between 0 and \(max.exact)"
    case .kindChanged(let id): "'\(visible(id))' was recorded with another kind of result before"
    case .tooManyItems: "more than \(ActivityAttempt.mostItems) items"
    }
  }
}
