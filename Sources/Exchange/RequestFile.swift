import Git
import Hub
import Model
import PlainYAML
import Storage
import Text

/// What a student asks about exercises that came back: `requests.yaml` on the branch `progress` of
/// their mailbox.
struct RequestFile {
  /// A request, as the student's side tells it.
  struct Entry: Hashable {
    /// The path below the subject.
    let work: String
    let exercise: String
    let request: Marks.Request
  }

  static let name = "requests.yaml"
  /// The most characters of a request.
  static let longest = 500
  /// The most bytes that are read, of all requests together.
  private static let largest = 16 << 10

  /// The most bytes of requests about one work that a line of marks takes.
  static let room = 8 << 10

  private(set) var entries: [Entry] = []

  /// Reads the file of a commit; nothing where there is none or it can't be read.
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

  /// Adds a request; it takes the place of an earlier one about the same exercise, and the oldest
  /// go where the file gets too large.
  mutating func add(_ entry: Entry) {
    entries.removeAll { $0.work == entry.work && $0.exercise == entry.exercise }
    entries.append(entry)
    while bytes.count > RequestFile.largest, entries.count > 1 { entries.removeFirst() }
  }

  /// By work, those asked first before others.
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
