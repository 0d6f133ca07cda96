import Git
import PlainYAML

extension Document {
  /// The document with what an earlier state of it said of something, as it was written there.
  /// What is there now stays.
  ///
  /// - Parameters:
  ///   - mentions: the places in the earlier state.
  ///   - past: the earlier state.
  /// - Returns: nil where it has no place in what is there now.
  func takingBack(_ mentions: [Mention], from past: Document) throws -> Document? {
    // From the end, so that numbers of items stay what they are.
    let rest = try mentions.reversed().reduce(past) { try $0.removing($1.steps) }
    let lines = try LineMerge(base: rest.bytes, ours: bytes, theirs: past.bytes)
    let merged = try MergedText(
      base: rest, ours: self, theirs: past, lines: lines.isClean ? lines.bytes : nil,
      MergeRules(decision: { _, sides in sides.base == nil ? sides.ours?.asWritten : nil }))
    return merged.conflicts.isEmpty ? try Document(merged.bytes) : nil
  }
}
