import Model
import Reports
import Text

/// Something that a list can be filtered by: `class` in `--class 7b` and `--where class=7b`.
struct Filter<Item> {
  let name: String
  /// The words of which one must be what is asked for.
  let words: (Item) throws -> [String]
  /// Whether a word is what is asked for.
  let matches: (_ word: String, _ asked: String) -> Bool
  /// Whether the words are a few of a kind, so that one that nothing has may be a slip.
  let isOfWords: Bool
  /// All words that there are, beside those that something has; empty where that can't be told.
  let known: () throws -> [String]
  /// What is asked for must be of this form.
  let form: FilterForm?

  init(
    _ name: String, isOfWords: Bool = true,
    known: @escaping @autoclosure () throws -> [String] = [], form: FilterForm? = nil,
    matches: @escaping (_ word: String, _ asked: String) -> Bool = Condition.isSame,
    _ words: @escaping (Item) throws -> [String]
  ) {
    self.name = name
    self.words = words
    self.matches = matches
    self.isOfWords = isOfWords
    self.known = known
    self.form = form
  }
}

/// What numbers and times that a list is filtered by look like.
enum FilterForm {
  case number
  /// A time or its beginning, as lists show it.
  case time

  /// What it is, with an example.
  var description: String {
    switch self {
    case .number: "a number such as 3 or 2.5"
    case .time: "a time or its beginning such as 2026-12 or 2026-12-01"
    }
  }

  func accepts(_ text: String) -> Bool {
    switch self {
    case .number: Rational(text: text) != nil
    case .time:
      // Digits stand where an example has some, and what is between them is the same.
      text.utf8.count <= 16
        && zip(text.utf8, "0000-00-00 00:00".utf8).allSatisfy { byte, model in
          model == UInt8(ascii: "0")
            ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == model
        }
    }
  }
}

/// One property of the things in a list: a column, perhaps a sort key, and a filter.
struct Property<Item> {
  let column: Table.Column
  let cell: (Item) throws -> Cell
  /// What rows are sorted by where this is the key; nil where it is no key.
  let key: ((Item) throws -> SortKey?)?
  let filter: Filter<Item>

  /// - Parameter filter: that of the cell's text unless given.
  init(
    _ column: Table.Column, key: ((Item) throws -> SortKey?)? = nil, filter: Filter<Item>? = nil,
    cell: @escaping (Item) throws -> Cell
  ) {
    self.column = column
    self.key = key
    self.filter = filter ?? Filter(column.name, isOfWords: false) { try cell($0).words }
    self.cell = cell
  }

  /// A text that can be sorted by; the empty text is none.
  static func text(
    _ name: String, title: String? = nil, isShown: Bool = true,
    _ value: @escaping (Item) throws -> String?
  ) -> Property {
    func text(_ item: Item) throws -> String? {
      try value(item).flatMap { $0.isEmpty ? nil : $0 }
    }
    return Property(
      .init(name, title: title, isShown: isShown), key: { .words(try text($0)) },
      cell: { Cell(try text($0)) })
  }

  /// One word of a few.
  /// - Parameter known: all there are, as far as that can be told.
  static func word(
    _ name: String, isShown: Bool = true, known: @escaping @autoclosure () throws -> [String] = [],
    _ value: @escaping (Item) throws -> String?
  ) -> Property {
    Property(
      .init(name, isShown: isShown), key: { .words(try value($0)) },
      filter: Filter(name, known: try known()) { [try value($0)].compactMap { $0 } },
      cell: { Cell(try value($0)) })
  }

  /// What is so or not: `yes` or `no` for a filter.
  static func flag(_ name: String, _ value: @escaping (Item) -> Bool) -> Property {
    Property(
      .init(name, isShown: false),
      filter: Filter(name, known: ["yes", "no"]) { [value($0) ? "yes" : "no"] },
      cell: { Cell(.boolean(value($0))) })
  }

  /// Where something stands.
  /// - Parameters:
  ///   - value: the word that is shown.
  ///   - groups: further words that hold of it, found only where they are asked for.
  static func state(
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
  static func words(
    _ name: String, isShown: Bool = true, filter: String? = nil,
    known: @escaping @autoclosure () throws -> [String] = [],
    _ value: @escaping (Item) throws -> [String]
  ) -> Property {
    Property(
      .init(name, isShown: isShown), filter: Filter(filter ?? name, known: try known(), value),
      cell: { Cell(.array(try value($0).map { .string($0) })) })
  }

  static func integer(
    _ name: String, isShown: Bool = true, _ value: @escaping (Item) throws -> Int?
  ) -> Property {
    Property(
      .init(name, isNumber: true, isShown: isShown), key: { .integer(try value($0)) },
      filter: Filter(name, isOfWords: false, form: .number) {
        [try value($0)].compactMap { $0.map(String.init) }
      },
      cell: { try value($0).map { Cell($0) } ?? nil })
  }

  static func points(_ name: String, _ value: @escaping (Item) throws -> Rational) -> Property {
    Property(
      .init(name, isNumber: true), key: { .number(try value($0)) },
      filter: Filter(name, isOfWords: false, form: .number) { [try value($0).description] },
      cell: { Cell(.decimal(try value($0).description)) })
  }

  /// A time, shown as clocks in the zone show it; a day or month asks for all that is in it.
  static func time(
    _ name: String, title: String? = nil, isShown: Bool = true, in zone: Zone,
    _ value: @escaping (Item) throws -> Instant?
  ) -> Property {
    Property(
      .init(name, title: title, isShown: isShown), key: { .time(try value($0)) },
      filter: Filter(name, isOfWords: false, form: .time, matches: { $0.hasPrefix($1) }) {
        Cell.time(try value($0), in: zone).words
      }, cell: { .time(try value($0), in: zone) })
  }
}

extension Cell {
  /// What a filter finds in it: each word of a list, else what is shown.
  fileprivate var words: [String] {
    if case .array(let items) = value { return items.map { Cell($0).shown } }
    return shown.isEmpty ? [] : [shown]
  }

  /// A time: in UTC for programs, as clocks in the zone show it for people.
  static func time(_ time: Instant?, in zone: Zone) -> Cell {
    Cell(time.map { .string($0.description) } ?? .null, shown: time.map(zone.text) ?? "")
  }
}
