import Model
import Reports
import Text

/// What rows are sorted by; a missing value comes last, whichever way they are sorted.
enum SortKey: Comparable {
  case number(Rational)
  case text(String)

  /// A text in the order of people: without regard to case and width.
  static func words(_ text: String?) -> SortKey? { text.map { .text(foldedForComparison($0)) } }
  static func integer(_ number: Int?) -> SortKey? { number.map { .number(Rational($0)) } }
  static func time(_ time: Instant?) -> SortKey? {
    time.map { .number(Rational(Int($0.seconds))) }
  }
}

/// Something that a list can be filtered by: `--class`.
struct Filter<Item> {
  let name: String
  /// The words of which a filter asks for one.
  let words: (Item) throws -> [String]

  init(_ name: String, _ words: @escaping (Item) throws -> [String]) {
    self.name = name
    self.words = words
  }
}

/// One property of the things in a list: a column, perhaps a sort key, perhaps a filter.
struct Property<Item> {
  let column: Table.Column
  let cell: (Item) throws -> Cell
  /// What rows are sorted by where this is the key; nil where it is no key.
  let key: ((Item) throws -> SortKey?)?
  let filter: Filter<Item>?

  init(
    _ column: Table.Column, key: ((Item) throws -> SortKey?)? = nil, filter: Filter<Item>? = nil,
    cell: @escaping (Item) throws -> Cell
  ) {
    self.column = column
    self.key = key
    self.filter = filter
    self.cell = cell
  }

  /// A text that can be sorted by.
  static func text(
    _ name: String, title: String? = nil, isShown: Bool = true,
    _ value: @escaping (Item) throws -> String?
  ) -> Property {
    Property(
      .init(name, title: title, isShown: isShown), key: { .words(try value($0)) },
      cell: { Cell(try value($0)) })
  }

  /// One word of a few, that can be sorted and filtered by.
  static func word(
    _ name: String, isShown: Bool = true, _ value: @escaping (Item) throws -> String?
  ) -> Property {
    Property(
      .init(name, isShown: isShown), key: { .words(try value($0)) },
      filter: Filter(name) { [try value($0)].compactMap { $0 } },
      cell: { Cell(try value($0)) })
  }

  /// Several words.
  static func words(
    _ name: String, isShown: Bool = true, filter: String? = nil,
    _ value: @escaping (Item) throws -> [String]
  ) -> Property {
    Property(
      .init(name, isShown: isShown), filter: filter.map { Filter($0, value) },
      cell: { Cell(.array(try value($0).map { .string($0) })) })
  }

  static func integer(
    _ name: String, isShown: Bool = true, _ value: @escaping (Item) throws -> Int?
  ) -> Property {
    Property(
      .init(name, isNumber: true, isShown: isShown), key: { .integer(try value($0)) },
      cell: { try value($0).map { Cell($0) } ?? nil })
  }

  static func points(_ name: String, _ value: @escaping (Item) throws -> Rational) -> Property {
    Property(
      .init(name, isNumber: true), key: { .number(try value($0)) },
      cell: { Cell(.decimal(try value($0).description)) })
  }

  /// A time, shown as clocks in the zone show it.
  static func time(
    _ name: String, isShown: Bool = true, in zone: Zone,
    _ value: @escaping (Item) throws -> Instant?
  ) -> Property {
    Property(
      .init(name, isShown: isShown), key: { .time(try value($0)) },
      cell: { .time(try value($0), in: zone) })
  }
}

extension Cell {
  /// A time: in UTC for programs, as clocks in the zone show it for people.
  static func time(_ time: Instant?, in zone: Zone) -> Cell {
    Cell(time.map { .string($0.description) } ?? .null, shown: time.map(zone.text) ?? "")
  }
}

/// Things of one kind with their properties, to be filtered and sorted.
struct Listing<Item> {
  /// What they are: `worksheets`.
  let kind: String
  let items: [Item]
  let properties: [Property<Item>]
  /// What it can be filtered by besides.
  var filters: [Filter<Item>] = []

  /// - Parameters:
  ///   - keys: names of properties, the most important first; `-name` descends.
  ///   - filters: what words a property must have one of.
  func table(sortedBy keys: [String], filters: [(name: String, value: String)]) throws -> Table {
    let found = try sorted(filtered(items, by: filters), by: keys)
    return Table(
      kind, properties.map(\.column),
      rows: try found.map { item in
        try properties.map { try $0.cell(item) }
      })
  }

  private func filtered(_ items: [Item], by filters: [(name: String, value: String)]) throws
    -> [Item]
  {
    try filters.reduce(items) { items, filter in
      let all = properties.compactMap(\.filter) + self.filters
      guard let words = all.first(where: { $0.name == filter.name })?.words else {
        let known = all.map { "--\($0.name)" }
        throw Failure(
          .commandIsFaulty, "\(kind) can't be filtered by '--\(filter.name)'",
          hint: known.isEmpty ? nil : "they can by \(known.joined(separator: ", "))")
      }
      let found = try items.filter { try words($0).contains(filter.value) }
      if found.isEmpty { try checkWord(filter.value, in: items.flatMap(words)) }
      return found
    }
  }

  /// A word that nothing has may be a slip, if it is near to one that something has.
  private func checkWord(_ word: String, in known: [String]) throws {
    guard let near = closest(word, in: Set(known).sorted()) else { return }
    throw Failure(.notFound, "none of the \(kind) has '\(word)'", hint: "did you mean '\(near)'?")
  }

  private func sorted(_ items: [Item], by keys: [String]) throws -> [Item] {
    guard !keys.isEmpty else { return items }
    let sortable = properties.filter { $0.key != nil }
    let order = try keys.map { word in
      let name = word.hasPrefix("-") ? String(word.dropFirst()) : word
      guard let key = sortable.first(where: { $0.column.name == name })?.key else {
        let names = sortable.map(\.column.name)
        throw Failure(
          .fetchSortTypeNotAvailable, "\(kind) can't be sorted by '\(name)'",
          hint: "they can by \(names.joined(separator: ", "))")
      }
      return (key, word.hasPrefix("-"))
    }
    let rows = try items.enumerated().map { index, item in
      (index: index, item: item, values: try order.map { try $0.0(item) })
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
