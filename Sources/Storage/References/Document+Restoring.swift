import Git
import PlainYAML

extension Document {
  /// Returns the document with the places of an earlier state restored as they were written.
  /// Present values are kept.
  ///
  /// - Parameters:
  ///   - mentions: the places in the earlier state.
  ///   - past: the earlier state.
  /// - Returns: nil if they have no place in the present document.
  func restoring(_ mentions: [Mention], from past: Document) throws -> Document? {
    // From the end, so that the indices of items stay valid.
    let rest = try mentions.reversed().reduce(past) { try $0.removing($1.steps) }
    let lines = try LineMerge(base: rest.bytes, ours: bytes, theirs: past.bytes)
    let merged = try MergedText(
      base: rest, ours: self, theirs: past, lines: lines.isClean ? lines.bytes : nil,
      MergeRules(decision: { _, sides in sides.base == nil ? sides.ours?.asWritten : nil }))
    return merged.conflicts.isEmpty ? try Document(merged.bytes) : nil
  }
}
