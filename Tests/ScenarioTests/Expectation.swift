/// A comparison of expected and actual output.
///
/// In expected lines, `[..]` matches any text within a line, and a line `...` matches any lines.
/// Empty lines at the end are ignored.
struct Expectation {
  private let expected: [String]
  private let found: [String]

  init(_ expected: [String], found: [String]) {
    func trimmed(_ lines: [String]) -> [String] {
      Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
    }
    self.expected = trimmed(expected)
    self.found = trimmed(found)
  }

  var isMet: Bool {
    // The prefixes of `found` that the previous expected lines can match.
    var reached = [Bool](repeating: false, count: found.count + 1)
    reached[0] = true
    for line in expected {
      if line == "..." {
        let first = reached.firstIndex(of: true) ?? reached.count
        for index in first..<reached.count { reached[index] = true }
      } else {
        for index in found.indices.reversed() {
          reached[index + 1] = reached[index] && Self.matches(found[index], line)
        }
        reached[0] = false
      }
    }
    return reached[found.count]
  }

  /// The lines of both: ` ` for common, `-` for expected and `+` for found lines.
  var difference: String {
    alignment.map { expected, found in
      found.map { (expected == nil ? "+ " : "  ") + $0 } ?? "- " + (expected ?? "")
    }.joined(separator: "\n")
  }

  /// The new expectation: the found lines, but the old line if it matches.
  var recorded: [String] { alignment.compactMap { $1 == nil ? nil : $0 ?? $1 } }

  /// Both aligned, with the maximum of common lines.
  private var alignment: [(expected: String?, found: String?)] {
    // The longest common subsequence, computed from the end.
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: found.count + 1), count: expected.count + 1)
    for i in expected.indices.reversed() {
      for j in found.indices.reversed() {
        table[i][j] =
          Self.matches(found[j], expected[i])
          ? table[i + 1][j + 1] + 1 : max(table[i + 1][j], table[i][j + 1])
      }
    }
    var (i, j) = (0, 0)
    var pairs: [(String?, String?)] = []
    while i < expected.count || j < found.count {
      if i < expected.count, j < found.count, Self.matches(found[j], expected[i]) {
        pairs.append((expected[i], found[j]))
        (i, j) = (i + 1, j + 1)
      } else if i < expected.count, j == found.count || table[i + 1][j] >= table[i][j + 1] {
        pairs.append((expected[i], nil))
        i += 1
      } else {
        pairs.append((nil, found[j]))
        j += 1
      }
    }
    return pairs
  }

  /// Whether `line` matches `pattern`, in which `[..]` matches any text.
  static func matches(_ line: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "[..]", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return line == pattern
    }
    guard line.hasPrefix(first), line.hasSuffix(last),
      line.utf8.count >= first.utf8.count + last.utf8.count
    else { return false }
    var rest = line.dropFirst(first.count).dropLast(last.count)
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
