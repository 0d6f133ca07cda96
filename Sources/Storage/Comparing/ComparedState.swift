import Git
import Model
import PlainYAML

/// One of two states of a school, while they are compared. What was asked for is remembered.
final class ComparedState {
  let files: SchoolFiles
  private var blobs: [String: ObjectID?] = [:]
  private var formerly: [ContextPath: [String]] = [:]

  init(_ source: any FileSource) { files = SchoolFiles(source) }

  /// What Git calls the bytes of a file; nil where there is none.
  func blob(_ file: String) throws -> ObjectID? {
    if let known = blobs[file] { return known }
    let blob = try files.source.blob(at: file)
    blobs[file] = .some(blob)
    return blob
  }

  /// The paths that a file had, as its context and those above say, the oldest first.
  func formerNames(of file: String) -> [String] {
    guard let (context, place) = ComparedState.owner(of: file) else { return [] }
    var names: [String] = [""]
    var here = ContextPath(subject: context.subject)
    for id in context.components {
      here = here.appending(id)
      names = formerNames(in: here) + names.map { $0.isEmpty ? id : "\($0)/\(id)" }
    }
    return names.dropLast().map { place("\(context.subject)/\($0)") }
  }

  /// The paths below its subject that a context says it had.
  private func formerNames(in context: ContextPath) -> [String] {
    if let known = formerly[context] { return known }
    var names: [String] = []
    // Only what a file says of its names counts, whatever else is wrong in it.
    if let file = try? files.file(of: .context(context)),
      let bytes = try? files.source.bytes(at: file), bytes.mayHold("was")
    {
      let was = try? files.document(at: file)?.root["was"]?.sequence
      names = (was ?? []).compactMap(\.scalar)
    }
    formerly[context] = names
    return names
  }

  /// The context that a file is of, and where another context has the same file.
  static func owner(of file: String) -> (ContextPath, (String) -> String)? {
    if let place = Place(file) { return place.context.map { ($0, place.file) } }
    let parts = file.split(separator: "/").map(String.init)
    guard parts.first == SchoolPath.subjects,
      let beside = parts.firstIndex(where: SchoolPath.besides.contains), beside > 1,
      let context = ContextPath(parts[1..<beside].joined(separator: "/"))
    else { return nil }
    let rest = parts[beside...].joined(separator: "/")
    return (context, { "\(SchoolPath.subjects)/\($0)/\(rest)" })
  }
}
