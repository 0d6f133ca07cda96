import Git
import Model
import PlainYAML

/// One of two states of a school that are compared. Results are cached.
final class ComparedState {
  let files: SchoolFiles
  private var blobs: [String: ObjectID?] = [:]
  private var formerly: [ContextPath: [String]] = [:]

  init(_ source: any FileSource) { files = SchoolFiles(source) }

  /// The blob id of a file; nil if it doesn't exist.
  func blob(_ file: String) throws -> ObjectID? {
    if let known = blobs[file] { return known }
    let blob = try files.source.blob(at: file)
    blobs[file] = .some(blob)
    return blob
  }

  /// The former paths of a file, from its context and the contexts above, oldest first.
  func formerNames(of file: String) -> [String] {
    guard let (context, place) = ComparedState.owner(of: file) else { return [] }
    var names: [String] = [""]
    var path = ContextPath(subject: context.subject)
    for id in context.components {
      path = path.appending(id)
      names = formerNames(in: path) + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names.dropLast().map { place("\(context.subject)/\($0)") }
  }

  /// The former paths of a context, below its subject.
  private func formerNames(in context: ContextPath) -> [String] {
    if let known = formerly[context] { return known }
    var names: [String] = []
    // Only the recorded names matter here; other faults of the file are ignored.
    if let file = try? files.file(of: .context(context)),
      let bytes = try? files.source.bytes(at: file), bytes.mayHold("was")
    {
      let was = try? files.document(at: file)?.root["was"]?.sequence
      names = (was ?? []).compactMap(\.scalar)
    }
    formerly[context] = names
    return names
  }

  /// The context that a file belongs to, and the path of the same file in another context.
  static func owner(of file: String) -> (ContextPath, (String) -> String)? {
    if let place = FileRole(file) { return place.context.map { ($0, place.file) } }
    let parts = file.split(separator: "/").map(String.init)
    guard parts.first == SchoolPath.subjects,
      let beside = parts.firstIndex(where: SchoolPath.besides.contains), beside > 1,
      let context = ContextPath(parts[1..<beside].joined(separator: "/"))
    else { return nil }
    let rest = parts[beside...].joined(separator: "/")
    return (context, { "\(SchoolPath.subjects)/\($0)/\(rest)" })
  }
}
