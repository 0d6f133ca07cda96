import Course
import Exchange
import Model
import Paper
import Storage
import Text

/// The input of a print, read from files.
struct PrintJob {
  let files: SchoolFiles
  /// The language tag.
  let language: String
  /// Nil for a teacher.
  private let view: StudentView?

  /// - Parameters:
  ///   - view: the student who prints; nil for a teacher.
  ///   - language: a language tag; nil for the school's.
  init(_ files: SchoolFiles, seenBy view: StudentView? = nil, language: String?) throws {
    self.files = files
    self.view = view
    self.language = try language ?? files.school().language ?? "en"
  }

  /// The worksheets that paths name, each once and in the order of their chapters. If exercises are
  /// named, the worksheet has only these.
  ///
  /// - Parameter paths: empty for the only subject.
  func worksheets(_ paths: [String]) throws -> [Worksheet] {
    var found: [ContextPath] = []
    var only: [ContextPath: Set<String>] = [:]
    for path in paths.isEmpty ? [nil] : paths.map(Optional.some) {
      let object = try path.map(find)
      if case .exercise(let path, let id)? = object {
        if found.contains(path) {
          only[path]?.insert(id)
        } else {
          found.append(path)
          only[path] = [id]
        }
        continue
      }
      let root = try object?.context ?? WorkSelection.root(nil, in: files)
      let below = try worksheets(below: root)
      if below.isEmpty { throw Failure(.notFound, "no worksheets in '\(root)'") }
      for path in below {
        if !found.contains(path) { found.append(path) }
        only[path] = nil
      }
    }
    return try found.map { path in
      var worksheet = try files.worksheet(path)
      if let only = only[path] { worksheet.exercises.removeAll { !only.contains($0.id) } }
      return worksheet
    }
  }

  private func find(_ path: String) throws -> ObjectPath {
    try view?.find(path) ?? Locator(files).find(path, among: [.subject, .context, .exercise])
  }

  private func worksheets(below path: ContextPath) throws -> [ContextPath] {
    guard path.components.count <= 64 else { return [] }
    var found = try files.isWorksheet(path) ? [path] : []
    for child in try files.children(of: path) { found += try worksheets(below: child.path) }
    return found
  }

  func sheet(_ worksheet: Worksheet) throws -> PaperSheet {
    let context = worksheet.context
    let subject = try files.subject(context.path.subject)
    var place = [try files.school().name, titled(subject.title, subject.titles)]
    var above = context.path.parent
    while let path = above, !path.components.isEmpty {
      let chapter = try files.context(path)
      place.insert(titled(chapter.title, chapter.titles), at: 2)
      above = path.parent
    }
    var sheet = PaperSheet(
      worksheet, place: place, title: titled(context.title, context.titles),
      instructions: try [context.summary, instructions(for: context.path)].compactMap { $0 })
    if worksheet.hasCode { sheet.starters = try starters(of: worksheet) }
    return sheet
  }

  /// The starter files that are short enough to print.
  private func starters(of worksheet: Worksheet) throws -> [String: String] {
    let folder = FolderPath("../starters", from: "/" + files.worksheetFile(worksheet.path)).text
    return try files.allFiles(in: String(folder.dropFirst())).compactMapValues { bytes in
      bytes.count > 16 << 10 ? nil : String(validating: bytes, as: UTF8.self)
    }
  }

  /// The title in the language of the print, if there is one.
  private func titled(_ title: String, _ titles: [Translation]) -> String {
    func first(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
    let found =
      titles.first { $0.language == language }
      ?? titles.first { first($0.language) == first(language) }
    return found?.text ?? title
  }

  /// The text of the assignment to a class; nil if several assignments differ.
  private func instructions(for path: ContextPath) throws -> String? {
    if let view { return view.inbox.entries[path.work]?.instructions }
    let roster = try files.roster()
    let texts = try files.assignments()
      .filter { assignment in
        assignment.state != .archived && assignment.work.contains(path)
          && assignment.to.contains { word in
            // Texts for a single student aren't for others.
            switch roster.recipient(word) {
            case .schoolClass, .everyone: true
            default: false
            }
          }
      }
      .compactMap(\.instructions)
    return Set(texts).count == 1 ? texts.first : nil
  }

  /// The names of the participants of a subject; if it has none, of its classes' students.
  func students(of subject: String) throws -> [String] {
    let roster = try files.roster()
    var found = try files.participants(of: subject).counting.map(\.id)
    if found.isEmpty {
      found = try files.subject(subject).classes.flatMap { try files.schoolClass($0).students }
    }
    let names = roster.students.distinctNames
    return found.map { names[$0] ?? $0 }
  }
}
