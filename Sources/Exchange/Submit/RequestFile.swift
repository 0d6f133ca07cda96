import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// A student's questions about returned exercises: `requests.yaml` on the branch `progress` of
/// their mailbox.
struct RequestFile {
  /// A question.
  struct Entry: Hashable {
    /// The path below the subject.
    let work: String
    let exercise: String
    let request: Marks.Request
  }

  static let name = "requests.yaml"
  /// The maximum length of a question in characters.
  static let longest = 500
  /// The maximum number of bytes read, of all questions together.
  private static let largest = 16 << 10

  /// The maximum size of the questions about one work in a line of marks, in bytes.
  static let room = 8 << 10

  private(set) var entries: [Entry] = []

  /// Reads the file of a commit; empty if it is missing or unreadable.
  init(at commit: ObjectID?, in source: some ObjectSource) {
    guard let commit, let tree = try? source.commit(commit).tree,
      let bytes = try? source.file(at: RequestFile.name, in: tree, limit: RequestFile.largest),
      let root = try? Document(bytes).root
    else { return }
    for work in root.mapping ?? [] {
      for exercise in work.value.mapping ?? [] {
        guard let request = Marks.Request(exercise.value) else { continue }
        let text = visible(String(request.text.prefix(RequestFile.longest)), keepingLines: true)
        entries.append(
          Entry(
            work: work.key, exercise: exercise.key,
            request: Marks.Request(text: text, at: request.at)))
      }
    }
  }

  /// Adds a question, replacing an earlier one about the same exercise. If the file gets too large,
  /// the oldest questions are removed.
  mutating func add(_ entry: Entry) {
    entries.removeAll { $0.work == entry.work && $0.exercise == entry.exercise }
    entries.append(entry)
    while bytes.count > RequestFile.largest, entries.count > 1 { entries.removeFirst() }
  }

  /// The file, grouped by work, oldest questions first.
  var bytes: [UInt8] {
    var works: [(work: String, requests: [Value.Pair])] = []
    for entry in entries {
      let pair = Value.Pair(entry.exercise, entry.request.value)
      if let place = works.firstIndex(where: { $0.work == entry.work }) {
        works[place].requests.append(pair)
      } else {
        works.append((entry.work, [pair]))
      }
    }
    let value = Value.mapping(works.map { .init($0.work, .mapping($0.requests)) })
    return Array(Printer.print(value).utf8)
  }
}
