import Exchange
import Model
import Paper
import Storage

/// What is to be printed, as files have it.
struct PrintJob {
  let files: SchoolFiles
  /// A language tag.
  let language: String
  /// Nil for a teacher.
  private let view: StudentView?

  /// - Parameters:
  ///   - view: whose eyes see it; nil for a teacher's.
  ///   - language: a language tag; the school's unless given.
  init(_ files: SchoolFiles, seenBy view: StudentView? = nil, language: String?) throws {
    self.files = files
    self.view = view
    self.language = try language ?? files.school().language ?? "en"
  }

  /// The worksheets that paths name, each once, those of a chapter in their order.
  ///
  /// - Parameter paths: none for the only subject.
  func worksheets(_ paths: [String]) throws -> [Worksheet] {
    var found: [Worksheet] = []
    for path in paths.isEmpty ? [nil] : paths.map(Optional.some) {
      let worksheets: [Worksheet]
      switch try path.map(find) {
      case .exercise(let path, let id):
        var worksheet = try files.worksheet(path)
        worksheet.exercises.removeAll { $0.id != id }
        worksheets = [worksheet]
      case let object:
        let root = try object?.context ?? WorkSelection.root(nil, in: files)
        worksheets = try self.worksheets(below: root)
        if worksheets.isEmpty {
          throw Failure(.notFound, "there is no worksheet in '\(root)'")
        }
      }
      found += worksheets.filter { worksheet in !found.contains { $0.path == worksheet.path } }
    }
    return found
  }

  private func find(_ path: String) throws -> ObjectPath {
    try view?.find(path) ?? Locator(files).find(path, among: [.subject, .context, .exercise])
  }

  private func worksheets(below path: ContextPath) throws -> [Worksheet] {
    guard path.components.count <= 64 else { return [] }
    var found = try files.isWorksheet(path) ? [files.worksheet(path)] : []
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
    return PaperSheet(
      worksheet, place: place, title: titled(context.title, context.titles),
      instructions: try [context.summary, instructions(for: context.path)].compactMap { $0 })
  }

  /// A title in the language of the print, where there is one.
  private func titled(_ title: String, _ titles: [Translation]) -> String {
    func first(_ tag: String) -> Substring { tag.prefix { $0 != "-" } }
    let found =
      titles.first { $0.language == language }
      ?? titles.first { first($0.language) == first(language) }
    return found?.text ?? title
  }

  /// What the assignment says; nil where there are several that say different things.
  private func instructions(for path: ContextPath) throws -> String? {
    if let view { return view.inbox.entries[path.work]?.instructions }
    let texts = try files.assignments().filter { $0.state != .archived && $0.work.contains(path) }
      .compactMap(\.instructions)
    return Set(texts).count == 1 ? texts.first : nil
  }

  /// The names of those who take part in a subject; of its classes' students before anybody does.
  func students(of subject: String) throws -> [String] {
    let roster = try files.roster()
    var found = try files.participants(of: subject).filter { $0.state != .removed }.map(\.id)
    if found.isEmpty {
      found = try files.subject(subject).classes.flatMap { try files.schoolClass($0).students }
    }
    return found.map { roster.students[$0]?.name ?? $0 }
  }
}
