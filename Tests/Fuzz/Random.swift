import PlainYAML

/// A reproducible random number generator (SplitMix64, Steele, Lea and Flood 2014).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64, _ number: Int = 0) {
    state = seed &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &self) }

  /// Returns true with a probability of 1 in `n`.
  mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }

  mutating func pick<Element>(_ items: [Element]) -> Element { items[below(items.count)] }
}

/// Random trees with texts that are difficult to write.
extension Seeded {
  private static let texts = [
    "", " ", "a", "no", "Yes", "~", "null", "NULL", "1", "1.10", "010", "0x1F", "1e3", "16:40",
    "2026-11-20", "2026-11-20 08:00", ".inf", ".", "-", "--", "---", "...", "-1", "- a", "-a",
    ":", ":a", "a:", "a: b", "a:b", "a::b", "?", "? a", "?a", "#", "#a", "a #b", "a#b", "&a", "*a",
    "!a", "|", ">", "%a", "@a", "`a", "'", "\"", "it's", "\"a\" b", "a\\b", "[", "]", "{a}", "a,b",
    "a, b", "[a]", "{a: b}", "a:?b", "a:,b", "<<", "=", "3/4", "75%", "0,75", " a", "a ", "\ta",
    "a\t",
    "a\tb", "\n", "\n\n", "a\n", "a\nb", "a\nb\n", "a\n\n", "\na", "\n\na\n", " a\nb", "\n a\n",
    "a\n b\n", "a\n\n\nb", "a \nb \n", " \n", "  \n  \n", "\ta\nb", "a\n\tb\n", "# a\n", "a\n# b",
    "- a\n- b\n", "a: b\n", "---\na\n", "...\n", "a\r\nb", "\r", "\u{0}", "\u{7}", "\u{1B}[0m",
    "\u{7F}",
    "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}x", "\u{202E}x", "\u{2066}", "\u{FEFF}", "\u{FEFF}a",
    "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{1F600}", "é", "e\u{301}", "分数", "Brüche", "שלום",
    "a\u{2028}b\n", "true", "on", "OFF", "y", "0o7", "0b1", "1_000", "+1", "-.5", "12:30:45",
  ]

  private static let signs = Array(
    "aaabbc019   \n\n\t:#-?,[]{}&*!|>'\"%@`\\/~=<.+_eéß分😀".unicodeScalars)

  mutating func text() -> String {
    switch below(4) {
    case 0: return pick(["a", "b", "c", "d", "title", "x1", "Wort", "half past"])
    case 1:
      var text = ""
      for _ in 0..<below(12) { text.unicodeScalars.append(pick(Seeded.signs)) }
      return text
    case 2: return pick(Seeded.texts) + (oneIn(4) ? pick(Seeded.texts) : "")
    default: return pick(Seeded.texts)
    }
  }

  mutating func value(depth: Int = 4) -> Value {
    switch below(depth > 0 ? 10 : 5) {
    case 0: return .null
    case 1: return .plain(pick(["1", "0.5", "yes", "no", "3/4", "~", "2026-11-20", "a: b"]))
    case 2, 3, 4: return .scalar(text())
    case 5: return .flow(value(depth: depth - 1))
    case 6, 7: return .sequence((0..<below(4)).map { _ in value(depth: depth - 1) })
    default:
      var seen: Set<String> = []
      var pairs: [Value.Pair] = []
      for _ in 0..<below(5) {
        let key = text()
        if seen.insert(key).inserted {
          pairs.append(Value.Pair(key, value(depth: depth - 1)))
        }
      }
      return .mapping(pairs)
    }
  }
}
