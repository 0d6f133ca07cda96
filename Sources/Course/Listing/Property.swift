import Model
import Reports
import Text

/// A filter for a list: `class` in `--class 7b` and `--where class=7b`.
public struct Filter<Item> {
  public let name: String
  /// The words of an item, one of which must match.
  public let words: (Item) throws -> [String]
  /// Whether a word matches the requested value.
  public let matches: (_ word: String, _ asked: String) -> Bool
  /// Whether the words come from a small set, so that an unknown one may be a typo.
  public let isLimitedSet: Bool
  /// All possible words, in addition to those of the items; empty if unknown.
  public let known: () throws -> [String]
  /// The required form of the requested value.
  public let form: FilterForm?

  public init(
    _ name: String, isLimitedSet: Bool = true,
    known: @escaping @autoclosure () throws -> [String] = [], form: FilterForm? = nil,
    matches: @escaping (_ word: String, _ asked: String) -> Bool = Condition.isSame,
    _ words: @escaping (Item) throws -> [String]
  ) {
    self.name = name
    self.words = words
    self.matches = matches
    self.isLimitedSet = isLimitedSet
    self.known = known
    self.form = form
  }
}

/// The form of numbers and times in a filter.
public enum FilterForm {
  case number
  /// A time or its beginning, in the format of lists.
  case time

  /// A description with an example.
  public var description: String {
    switch self {
    case .number: "a number such as 3 or 2.5"
    case .time: "a time or its beginning such as 2026-12 or 2026-12-01"
    }
  }

  public func accepts(_ text: String) -> Bool {
    switch self {
    case .number: Rational(text: text) != nil
    case .time:
      // Digits must be at the positions of the example's digits; the separators must be equal.
      text.utf8.count <= 16
        && zip(text.utf8, "0000-00-00 00:00".utf8).allSatisfy { byte, model in
          model == UInt8(ascii: "0")
            ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == model
        }
    }
  }
}

/// A property of the objects in a list: a column, optionally a sort key, and a filter.
public struct Property<Item> {
  public let column: Table.Column
  public let cell: (Item) throws -> Cell
  /// The sort key of an item; nil if the list can't be sorted by this property.
  public let key: ((Item) throws -> SortKey?)?
  public let filter: Filter<Item>

  /// - Parameter filter: by default a filter of the cell's text.
  public init(
    _ column: Table.Column, key: ((Item) throws -> SortKey?)? = nil, filter: Filter<Item>? = nil,
    cell: @escaping (Item) throws -> Cell
  ) {
    self.column = column
    self.key = key
    self.filter = filter ?? Filter(column.name, isLimitedSet: false) { try cell($0).words }
    self.cell = cell
  }

  /// A sortable text; the empty text means none.
  public static func text(
    _ name: String, title: Message? = nil, isShown: Bool = true,
    _ value: @escaping (Item) throws -> String?
  ) -> Property {
    func text(_ item: Item) throws -> String? {
      try value(item).flatMap { $0.isEmpty ? nil : $0 }
    }
    return Property(
      .init(name, title: title, isShown: isShown), key: { .words(try text($0)) },
      cell: { Cell(try text($0)) })
  }

  /// A word from a small set.
  /// - Parameter known: all possible words, if known.
  public static func word(
    _ name: String, isShown: Bool = true, known: @escaping @autoclosure () throws -> [String] = [],
    _ value: @escaping (Item) throws -> String?
  ) -> Property {
    Property(
      .init(name, isShown: isShown), key: { .words(try value($0)) },
      filter: Filter(name, known: try known()) { [try value($0)].compactMap { $0 } },
      cell: { Cell(try value($0)) })
  }

  /// A Boolean: `yes` or `no` in a filter.
  public static func flag(_ name: String, _ value: @escaping (Item) -> Bool) -> Property {
    Property(
      .init(name, isShown: false),
      filter: Filter(name, known: ["yes", "no"]) { [value($0) ? "yes" : "no"] },
      cell: { Cell(.boolean(value($0))) })
  }

  /// The state of an object.
  /// - Parameters:
  ///   - value: the displayed word.
  ///   - groups: further words that apply, computed only for filters.
  public static func state(
    known: [String], _ value: @escaping (Item) throws -> String?,
    groups: @escaping (Item) throws -> [String]
  ) -> Property {
    Property(
      .init("state"), key: { .words(try value($0)) },
      filter: Filter("state", known: known) {
        [try value($0)].compactMap { $0 } + (try groups($0))
      }, cell: { Cell(try value($0)) })
  }

  /// Several words.
  public static func words(
    _ name: String, isShown: Bool = true, filter: String? = nil,
    known: @escaping @autoclosure () throws -> [String] = [],
    _ value: @escaping (Item) throws -> [String]
  ) -> Property {
    Property(
      .init(name, isShown: isShown), filter: Filter(filter ?? name, known: try known(), value),
      cell: { Cell(.array(try value($0).map { .string($0) })) })
  }

  public static func integer(
    _ name: String, isShown: Bool = true, _ value: @escaping (Item) throws -> Int?
  ) -> Property {
    Property(
      .init(name, isNumber: true, isShown: isShown), key: { .integer(try value($0)) },
      filter: Filter(name, isLimitedSet: false, form: .number) {
        [try value($0)].compactMap { $0.map(String.init) }
      },
      cell: { try value($0).map { Cell($0) } ?? nil })
  }

  public static func points(_ name: String, _ value: @escaping (Item) throws -> Rational)
    -> Property
  {
    Property(
      .init(name, isNumber: true), key: { .number(try value($0)) },
      filter: Filter(name, isLimitedSet: false, form: .number) { [try value($0).description] },
      cell: { Cell(.decimal(try value($0).description)) })
  }

  /// A time, displayed in the zone. A filter for a day or month matches every time in it.
  public static func time(
    _ name: String, title: Message? = nil, isShown: Bool = true, in zone: Zone,
    _ value: @escaping (Item) throws -> Instant?
  ) -> Property {
    Property(
      .init(name, title: title, isShown: isShown), key: { .time(try value($0)) },
      filter: Filter(name, isLimitedSet: false, form: .time, matches: { $0.hasPrefix($1) }) {
        Cell.time(try value($0), in: zone).words
      }, cell: { .time(try value($0), in: zone) })
  }
}

extension Cell {
  /// The words that a filter compares: the elements of a list, or else the displayed text.
  fileprivate var words: [String] {
    if case .array(let items) = value { return items.map { Cell($0).shown } }
    return shown.isEmpty ? [] : [shown]
  }

  /// A time: in UTC for programs, in the zone for people.
  public static func time(_ time: Instant?, in zone: Zone) -> Cell {
    Cell(time.map { .string($0.description) } ?? .null, shown: time.map(zone.text) ?? "")
  }
}
