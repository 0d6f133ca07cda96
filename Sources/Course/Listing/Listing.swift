import Model
import Reports
import Text

/// The key by which rows are sorted. Missing values come last in either direction.
public enum SortKey {
  case number(Rational)
  case text(String)

  public static func words(_ text: String?) -> SortKey? { text.map { .text($0) } }
  public static func integer(_ number: Int?) -> SortKey? { number.map { .number(Rational($0)) } }
  public static func time(_ time: Instant?) -> SortKey? {
    time.map { .number(Rational(Int($0.seconds))) }
  }

  fileprivate enum Position: Comparable {
    case number(Rational)
    case text(NameOrder.Key)
  }

  fileprivate func position(in order: NameOrder) -> Position {
    switch self {
    case .number(let number): .number(number)
    case .text(let text): .text(order.key(text))
    }
  }
}

/// Objects of one kind with their properties, to be filtered and sorted.
public struct Listing<Item> {
  /// The name of the list, such as `worksheets`.
  public let kind: String
  public let items: [Item]
  public let properties: [Property<Item>]
  /// Filters in addition to those of the properties.
  public var filters: [Filter<Item>] = []
  /// The alphabetical order of texts.
  public var alphabet = NameOrder()

  /// - Parameters:
  ///   - keys: property names, the most important first; `-name` descends.
  ///   - conditions: conditions that all objects must meet.
  ///   - isForPeople: whether hidden properties are omitted. Some are expensive: the creation time
  ///     needs the whole history.
  public func table(
    sortedBy keys: [String], where conditions: [Condition] = [], isForDisplay: Bool = false
  ) throws -> Table {
    let found = try sorted(conditions.reduce(items, filtered), by: keys)
    let properties = properties.filter { $0.column.isShown || !isForDisplay }
    return Table(
      kind, properties.map(\.column),
      rows: try found.map { item in
        try properties.map { try $0.cell(item) }
      })
  }

  private func filtered(_ items: [Item], by condition: Condition) throws -> [Item] {
    let filter = try filter(for: condition)
    let found = try items.filter {
      condition.holds(of: try filter.words($0), matching: filter.matches)
    }
    if found.isEmpty || condition.isNegated, !condition.value.isEmpty {
      try check(condition.value, filter)
    }
    return found
  }

  private func filter(for condition: Condition) throws -> Filter<Item> {
    let all = properties.map(\.filter) + filters
    let known = Set(
      all.map(\.name).filter { !condition.isOption || Condition.options.contains($0) })
    if let found = all.first(where: { $0.name == condition.name }), known.contains(found.name) {
      return found
    }
    let names = known.sorted().map { condition.isOption ? "--\($0)" : $0 }
    let list: Message? =
      names.isEmpty ? nil : "available filters: \(names.joined(separator: ", "))"
    throw Failure(
      .commandIsFaulty, "cannot filter \(kind) by '\(condition.shownName)'",
      hint: condition.isOption ? list : didYouMean(condition.name, among: names) ?? list)
  }

  /// Checks a filter's value. A value without matches is treated as a typo if all values are known,
  /// or if it is close to an existing one.
  private func check(_ word: String, _ filter: Filter<Item>) throws {
    if let form = filter.form, !form.accepts(word) {
      throw Failure(
        .commandIsFaulty, "invalid value '\(word)' for '\(filter.name)'",
        hint: "write \(form.description)")
    }
    guard filter.isLimitedSet else { return }
    let known = try filter.known()
    let words = try items.flatMap(filter.words) + known
    guard !words.contains(where: { filter.matches($0, word) }) else { return }
    let near = didYouMean(word, among: Set(words).sorted())
    guard near != nil || !known.isEmpty else { return }
    throw Failure(
      .notFound, "no \(kind) with \(filter.name) '\(word)'",
      hint: near ?? "available: \(known.joined(separator: ", "))")
  }

  private func sorted(_ items: [Item], by keys: [String]) throws -> [Item] {
    guard !keys.isEmpty else { return items }
    let sortable = properties.filter { $0.key != nil }
    let order = try keys.map { word in
      let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
      guard let key = sortable.first(where: { $0.column.name == name })?.key else {
        let names = sortable.map(\.column.name)
        throw Failure(
          .fetchSortTypeNotAvailable, "cannot sort \(kind) by '\(name)'",
          hint: "available keys: \(names.joined(separator: ", "))")
      }
      return (key, word.hasPrefix("-"))
    }
    let rows = try items.enumerated().map { index, item in
      (index: index, item: item, values: try order.map { try $0.0(item)?.position(in: alphabet) })
    }
    return rows.sorted { first, second in
      for (place, (_, descends)) in order.enumerated() {
        switch (first.values[place], second.values[place]) {
        case (let a?, let b?) where a != b: return descends ? b < a : a < b
        case (_?, nil): return true
        case (nil, _?): return false
        default: continue
        }
      }
      return first.index < second.index
    }.map(\.item)
  }
}
