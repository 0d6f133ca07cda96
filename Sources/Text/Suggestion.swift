/// The number of single-character insertions, deletions, replacements and swaps of neighbours that
/// turn `first` into `second`; nil if it exceeds `limit`.
public func editDistance(_ first: String, _ second: String, atMost limit: Int = 64) -> Int? {
  editDistance(Array(first.unicodeScalars), Array(second.unicodeScalars), limit)
}

/// The candidate nearest to `word`, for "did you mean"; the first one of a tie. Case is ignored.
/// Nil if no candidate is near, that is, within about one typo per three characters.
public func closest(_ word: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(caseFolded(word).unicodeScalars)
  guard wanted.count <= 256 else { return nil }
  var limit = max(1, (wanted.count + 1) / 3)
  var best: String?
  for candidate in candidates where candidate.utf8.count <= 1024 {
    let folded = Array(caseFolded(candidate).unicodeScalars)
    // A distance as long as the word itself would match anything.
    guard let distance = editDistance(wanted, folded, limit),
      distance < max(wanted.count, folded.count)
    else { continue }
    best = candidate
    if distance == 0 { break }
    limit = distance - 1
  }
  return best
}

private func editDistance(
  _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], _ limit: Int
) -> Int? {
  guard abs(first.count - second.count) <= limit else { return nil }
  // Three rows of the distance table are enough.
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  var current = last
  for (row, wanted) in first.enumerated() {
    current[0] = row + 1
    for (column, found) in second.enumerated() {
      let replaced = last[column] + (wanted == found ? 0 : 1)
      var distance = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, wanted == second[column - 1], found == first[row - 1] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current[column + 1] = distance
    }
    // A swap looks back two rows, so a single row above the limit proves nothing.
    if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
    (beforeLast, last, current) = (last, current, beforeLast)
  }
  let distance = last[second.count]
  return distance <= limit ? distance : nil
}
