import Model
import PlainYAML
import Text

/// Contexts: their names, their titles, and the ledgers of worksheets.
extension SchoolCheck {
  func checkChildren(of path: ContextPath) throws {
    let folder = SchoolPath.folder(path)
    for entry in try entries(in: folder) where entry.kind == .other {
      keep(
        Fault(
          file: "\(folder)/\(entry.name)",
          rule: entry.name.hasSuffix(".yaml") ? .unreadable : .unpublishable,
          message: "it is no regular file, and not read",
          hint: "put a copy of what it leads to in its place"))
    }
    let children = try files.childIDs(of: path)
    checkSiblings(children, in: folder)
    for id in children { try checkContext(path.appending(id)) }
  }

  /// - Parameter alone: whether its ledgers and what is below it are left out.
  func checkContext(_ path: ContextPath, alone: Bool = false) throws {
    guard checkName(of: path) else { return }
    if try files.isWorksheet(path) {
      let file = files.worksheetFile(path)
      try checkOnlyFile(of: path)
      if let (worksheet, isWhole) = attempt(partOf: file, { try files.worksheet(path) }) {
        try checkContextTexts(path, file)
        try checkWorksheet(worksheet, isWhole: isWhole, file)
        if isWhole { try checkFormerNames(worksheet.context, file) }
        if isWhole, !alone { checkLedgers(of: worksheet) }
      }
    } else {
      let file = files.contextFile(path)
      if let (context, isWhole) = attempt(partOf: file, { try files.context(path) }) {
        try checkContextTexts(path, file)
        if isWhole { try checkFormerNames(context, file) }
      }
    }
    if alone { return }
    try checkHandouts(path)
    try checkChildren(of: path)
  }

  /// Two branches may have made one name, one a chapter and the other a worksheet: Git merges these
  /// without a conflict.
  private func checkOnlyFile(of path: ContextPath) throws {
    let file = SchoolPath.context(path)
    guard try files.source.bytes(at: file) != nil else { return }
    keep(
      Fault(
        file: file, rule: .duplicateID,
        message: "'\(path)' is a worksheet, too, and this file is not read",
        hint: "move it into a folder of its own, or remove it"))
  }

  /// - Returns: no where what is below it needn't be looked at.
  private func checkName(of path: ContextPath) -> Bool {
    let folder = SchoolPath.folder(path)
    if let problem = Identifier.problem(in: path.identifier, for: .context) {
      keep(
        Fault(
          file: folder, rule: .identifier,
          message: "'\(visible(path.identifier))' \(problem.words)", hint: problem.hint))
    }
    let (depth, most) = (path.components.count, Identifier.deepestContext)
    if depth > most {
      keep(
        Fault(
          file: folder, rule: .tooDeep,
          message: "contexts are at most \(most) deep, this is at \(depth)",
          hint: "move it up"))
      return false
    }
    if path.dotted.utf8.count > Identifier.longestPath {
      keep(
        Fault(
          file: folder, rule: .tooLong,
          message: "the path has more than \(Identifier.longestPath) bytes",
          hint: "use shorter names"))
    }
    return true
  }

  func checkTitle(_ root: Node, _ document: Document, _ file: String) {
    let translations = (root["titles"]?.mapping ?? []).map(\.value)
    for node in [root["title"]].compactMap({ $0 }) + translations {
      guard let title = node.scalar, title.isVagueTitle else { continue }
      add(
        document, file, .vagueTitle, "the title '\(visible(title))' says nothing of the content",
        hint: "name the topic, such as 'Adding fractions'", at: node)
    }
  }

  /// Paths that a context had, and something else has now.
  private func checkFormerNames(_ context: Context, _ file: String) throws {
    for (index, name) in context.was.enumerated() {
      guard let path = ContextPath("\(context.path.subject)/\(name)") else { continue }
      let place: [Step] = [.key("was"), .index(index)]
      if try files.exists(path) {
        let isOwn = path == context.path
        add(
          file, .reusedID,
          isOwn ? "'\(name)' is its name now" : "'\(name)' is another context now",
          hint: isOwn
            ? "remove it here"
            : "rename the other one: work handed in under this name counts for it", at: place,
          edit: isOwn ? .remove : nil)
      } else if let other = formerNames.updateValue(context.path, forKey: path),
        other != context.path, twins.insert([other, context.path]).inserted
      {
        add(
          file, .reusedID, "'\(other)' was called '\(name)', too",
          hint: "where two sides of a merge have renamed it, 'teachkit delete' one of them: the"
            + " other takes over its names, marks and work; else remove the name here",
          at: place)
      }
    }
  }

  func checkSiblings(_ names: [String], in folder: String) {
    var seen: [String: String] = [:]
    for name in names {
      if let other = seen.updateValue(name, forKey: Identifier.folded(name)) {
        keep(
          Fault(
            file: folder, rule: .duplicateID,
            message: "'\(other)' and '\(name)' differ in case alone", hint: "rename one of them"))
      }
    }
  }

  // MARK: Ledgers

  private func checkLedgers(of worksheet: Worksheet) {
    checkMarks(of: worksheet)
    checkStudents(in: SchoolPath.received(worksheet.path))
    checkGrades(of: worksheet.path)
  }

  func checkMarks(of worksheet: Worksheet) {
    checkStudents(in: SchoolPath.marks(worksheet.path))
    attempt { try files.marksFaults(of: worksheet).forEach(keep) }
  }

  func checkGrades(of path: ContextPath) {
    checkStudents(in: SchoolPath.grades(path))
    attempt { try files.gradeFaults(of: path).forEach(keep) }
  }

  /// Whose lines a ledger has. One that can't be read stops grading.
  func checkStudents(in ledger: String) {
    attempt {
      let lines = try files.ledger(at: ledger)
      if lines.isEmpty { return }
      try files.strangers(in: lines, ledger) { gone.contains($0) }.forEach(keep)
    }
  }

  /// Ledgers whose worksheet is not there.
  func checkOrphans() throws {
    for folder in ["marks", "grades", "received"] { try checkOrphans(in: folder, depth: 0) }
  }

  private func checkOrphans(in folder: String, depth: Int) throws {
    guard depth <= Identifier.deepestContext + 1 else { return }
    for entry in try entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: try checkOrphans(in: path, depth: depth + 1)
      case .file where entry.name.hasSuffix(".yaml"):
        let owner = path.split(separator: "/").dropFirst().joined(separator: "/").dropLast(5)
        guard let context = ContextPath(owner), try !files.isWorksheet(context) else { continue }
        keep(
          Fault(
            file: path, rule: .orphan, message: "there is no worksheet '\(visible(String(owner)))'",
            hint: formerNames[context].map { "it is '\($0)' now: move the file there" }
              ?? "if it was moved by hand, `was: [\(context.work)]` in its new worksheet.yaml brings this "
              + "along; else restore the worksheet, or remove the file"))
      default: break
      }
    }
  }
}
