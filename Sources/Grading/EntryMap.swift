import Model
import Text

/// The parts of an exercise that answers name.
enum EntryRole: CaseIterable {
  case choice, left, right, item, gap
}

/// A choice, the side of a pair, an item or a gap.
struct NamedEntry: Hashable, Sendable {
  var id: String?
  let text: String

  /// How answers name it.
  var name: String { id ?? text }
}

extension Question {
  /// The entries with a role, in the teacher's order and each text once.
  func entries(_ role: EntryRole) -> [NamedEntry] {
    func entries(_ texts: [String]) -> [NamedEntry] {
      var known: Set<String> = []
      return texts.filter { known.insert($0).inserted }.map { NamedEntry(text: $0) }
    }
    return switch (self, role) {
    case (.choice(let choices, _), .choice), (.multiple(let choices, _, _), .choice):
      choices.map { NamedEntry(id: $0.id, text: $0.text) }
    case (.match(let lefts, _, let pairs), .left): entries(pairs?.map(\.left) ?? lefts)
    case (.match(_, let rights, let pairs), .right): entries(pairs?.map(\.right) ?? rights)
    case (.order(let shown, let solution), .item): entries(solution ?? shown)
    case (.gaps(let gaps, _), .gap): entries(gaps.map(\.name))
    default: []
    }
  }
}

/// The names of entries: ids first, then texts.
struct EntryList {
  let entries: [NamedEntry]
  private let labels: Labels

  init(_ entries: [NamedEntry]) {
    self.entries = entries
    var labels = Labels()
    for (index, entry) in entries.enumerated() {
      if let id = entry.id { labels.add(id, for: index) }
    }
    for (index, entry) in entries.enumerated() { labels.add(entry.text, for: index) }
    self.labels = labels
  }

  func index(of name: String) -> Int? { labels.index(of: name) }
}

/// Maps the entries of a list's former version to those of its new version.
///
/// An entry is found by its id or its exact text. If the numbers of remaining entries are equal,
/// they were reworded: a single one is matched by position, several if each resembles exactly one.
struct EntryMap {
  private var indices: [Int: Int] = [:]

  init(from old: [NamedEntry], to new: [NamedEntry]) {
    var claims: [Int: Set<Int>] = [:]
    for (index, entry) in old.enumerated() {
      let sameText = new.firstIndex { $0.text == entry.text }
      let sameID = entry.id.flatMap { id in new.firstIndex { $0.id == id } }
      // If an id moved to another text, id and text contradict each other.
      claims[index] = Set([sameText, sameID].compactMap(\.self))
    }
    var claimed: [Int: Int] = [:]
    for index in claims.values.flatMap({ $0 }) { claimed[index, default: 0] += 1 }
    for (index, found) in claims {
      guard found.count == 1, let only = found.first, claimed[only] == 1 else { continue }
      indices[index] = only
    }
    let gone = old.indices.filter { claims[$0]?.isEmpty == true }
    let added = new.indices.filter { claimed[$0] == nil }
    guard gone.count == added.count else { return }
    if gone.count == 1, gone == added {
      indices[gone[0]] = added[0]
      return
    }
    for index in gone {
      guard let match = Self.only(added, like: old[index].text, { new[$0].text }),
        Self.only(gone, like: new[match].text, { old[$0].text }) == index
      else { continue }
      indices[index] = match
    }
  }

  /// The index in the new version; nil if that is unclear.
  subscript(old: Int) -> Int? { indices[old] }

  /// The only index whose text is nearest to another text, has the same digits, and differs by less
  /// than half.
  private static func only(
    _ indices: [Int], like text: String, _ other: (Int) -> String
  ) -> Int? {
    var best: (index: Int, distance: Int)?
    var isTied = false
    for index in indices {
      let length = max(text.unicodeScalars.count, other(index).unicodeScalars.count)
      guard length <= 1024, digits(of: text) == digits(of: other(index)),
        let distance = editDistance(text, other(index), atMost: (length - 1) / 2)
      else { continue }
      if let known = best, known.distance <= distance {
        isTied = isTied || known.distance == distance
      } else {
        (best, isTied) = ((index, distance), false)
      }
    }
    return isTied ? nil : best?.index
  }

  private static func digits(of text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.properties.numericType != nil }
  }
}
