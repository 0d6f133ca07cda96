import Model
import PlainYAML
import Storage

extension SchoolFiles {
  /// What students get, or will get, of the file of a worksheet or context; nil of a draft, and where
  /// there is no such file or it can't be read.
  public func publishedText(of file: String) -> String? {
    guard let root = (try? document(at: file))?.flatMap(\.root) else { return nil }
    let isWorksheet = file.hasSuffix("/worksheet.yaml")
    func isSet(_ field: String) -> Bool {
      root[field]?.scalar.map { $0 == "yes" || $0 == "true" } ?? false
    }
    if isSet("draft") { return nil }
    let fields = PublicFields(showsAnswers: isSet("practice"))
    var pairs = fields.fields(root, isWorksheet ? Schema.worksheet : Schema.context)
    // When it is published, students don't read but see.
    if let release = root["release"] { pairs.append(.init("release", Value(release))) }
    return Printer.print(.mapping(pairs))
  }
}
