import Text

/// Returns "did you mean 'half'?" if one of `candidates` is similar to `word`.
public func didYouMean(_ word: String, among candidates: some Sequence<String>) -> Message? {
  closest(word, in: candidates).map { "did you mean '\($0)'?" }
}

/// The quoted ids, such as `'ada', 'ben'`; if there are many, the first ten and the number of the
/// others.
public func named(_ ids: [String]) -> String {
  let shown = ids.prefix(10).map { "'\(visible($0))'" }.joined(separator: ", ")
  return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
}

/// A count such as `1 inbox` or `5 inboxes`.
public func counted(_ count: Int, _ singular: Message, _ plural: Message) -> Message {
  "\(count) \(count == 1 ? singular : plural)"
}
