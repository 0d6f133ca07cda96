import Model
import PlainYAML
import Storage

extension SchoolFiles {
  /// The published text of a worksheet or context file; nil for a draft, or if the file is missing
  /// or unreadable.
  public func publishedText(of file: String) -> String? {
    guard let root = (try? document(at: file))?.flatMap(\.root) else { return nil }
    let isWorksheet = file.hasSuffix("/worksheet.yaml")
    func isSet(_ field: String) -> Bool {
      root[field]?.scalar.map { $0 == "yes" || $0 == "true" } ?? false
    }
    if isSet("draft") { return nil }
    let fields = PublicFields(showsAnswers: isSet("practice"))
    var pairs = fields.fields(root, isWorksheet ? Schema.worksheet : Schema.context)
    // Students can't read the release, but see its effect.
    if let release = root["release"] { pairs.append(.init("release", Value(release))) }
    return Printer.print(.mapping(pairs))
  }
}
