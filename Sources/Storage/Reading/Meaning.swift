import PlainYAML
import Text

/// Numbers with a decimal comma in a bracketed list: `[1,5, 2,5]` has four entries.
struct SplitDecimals {
  let message: Message
  let hint: Message
  /// The fix; nil if it is ambiguous which digits belong together.
  let fix: Fix?

  init?(in list: Node, of document: Document) {
    guard let (left, right) = document.tightComma(in: list) else { return nil }
    let torn = "\(left.scalar ?? ""),\(right.scalar ?? "")"
    message = "'\(torn)' in a list is two entries, not one number"
    hint = "quote it: \"\(torn)\""
    fix = document.joinedNumbers(in: list).map { numbers in
      Fix(list, .set(.flow(.sequence(numbers.map { .scalar($0) }))))
    }
  }
}

/// The fix for a known word that differs only in capitals or spaces.
func respelled(_ word: String, as known: some Sequence<String>, at node: Node) -> Fix? {
  respelled(word, as: known).map { Fix(node, .set(.scalar($0))) }
}

/// The only known word that differs from this one only in case and spaces.
func respelled(_ word: String, as known: some Sequence<String>) -> String? {
  let folded = foldedForComparison(word)
  let alike = known.filter { foldedForComparison($0) == folded }
  return alike.count == 1 ? alike.first : nil
}
