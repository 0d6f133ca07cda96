import Model
import PlainYAML
import Text

/// Checks of contexts: names, titles, and the ledgers of worksheets.
extension SchoolCheck {
  func checkChildren(of path: ContextPath) throws {
    let folder = SchoolPath.folder(path)
    for entry in try entries(in: folder) where entry.kind == .other {
      keep(
        Fault(
          file: "\(folder)/\(entry.name)",
          rule: entry.name.hasSuffix(".yaml") ? .unreadable : .unpublishable,
          message: "not a regular file, so it is not read",
          hint: "replace it with a copy of its target"))
    }
    let children = try files.childIDs(of: path)
    checkSiblings(children, in: folder)
    for id in children { try checkContext(path.appending(id)) }
  }

  /// - Parameter alone: whether to skip its ledgers and the contexts below it.
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

  /// One branch may have created a chapter and another a worksheet of the same name. Git merges
  /// these without a conflict.
  private func checkOnlyFile(of path: ContextPath) throws {
    let file = SchoolPath.context(path)
    guard try files.source.bytes(at: file) != nil else { return }
    keep(
      Fault(
        file: file, rule: .duplicateID,
        message: "'\(path)' is also a worksheet, so this file is not read",
        hint: "move it into its own folder, or remove it"))
  }

  /// - Returns: false if the contexts below needn't be checked.
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
          message: "contexts nest at most \(most) levels deep, this one \(depth)",
          hint: "move it to a higher level"))
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
        document, file, .vagueTitle, "the title '\(visible(title))' says nothing about the content",
        hint: "name the topic, such as 'Adding fractions'", at: node)
    }
  }

  /// Checks former paths of a context that belong to another context now.
  private func checkFormerNames(_ context: Context, _ file: String) throws {
    for (index, name) in context.was.enumerated() {
      guard let path = ContextPath("\(context.path.subject)/\(name)") else { continue }
      let place: [Step] = [.key("was"), .index(index)]
      if try files.exists(path) {
        let isOwn = path == context.path
        add(
          file, .reusedID,
          isOwn ? "'\(name)' is its current name" : "'\(name)' is another context",
          hint: isOwn
            ? "remove it"
            : "rename the other one, because work submitted under this name would count for it",
          at: place,
          edit: isOwn ? .remove : nil)
      } else if let other = formerNames.updateValue(context.path, forKey: path),
        other != context.path, twins.insert([other, context.path]).inserted
      {
        add(
          file, .reusedID, "'\(other)' was also called '\(name)'",
          hint: """
            if both sides of a merge renamed it, 'teachkit delete' one of them: the\
             other takes over its names, marks and work; otherwise remove the name
            """,
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
            message: "'\(other)' and '\(name)' differ only in case", hint: "rename one of them"))
      }
    }
  }

  // MARK: Ledgers

  private func checkLedgers(of worksheet: Worksheet) {
    checkMarks(of: worksheet)
    checkStudents(in: SchoolPath.received(worksheet.path))
    checkStudents(in: SchoolPath.activity(worksheet.path))
    checkGrades(of: worksheet.path)
  }

  func checkMarks(of worksheet: Worksheet) {
    checkStudents(in: SchoolPath.marks(worksheet.path))
    attempt { try files.marksFaults(of: worksheet).forEach(keep) }
  }

  func checkGrades(of path: ContextPath) {
    attempt {
      let file = SchoolPath.grades(path)
      guard let bytes = try files.source.bytes(at: file) else { return }
      let grades = try GradeLedger(bytes, file: file)
      grades.faults.forEach(keep)
      try files.unknownStudents(in: grades.lines, file) { gone.contains($0) }
        .forEach(keep)
    }
  }

  /// Checks the students of a ledger. A ledger that can't be read stops grading.
  func checkStudents(in ledger: String) {
    attempt {
      let lines = try files.ledger(at: ledger)
      if lines.isEmpty { return }
      try files.unknownStudents(in: lines, ledger) { gone.contains($0) }.forEach(keep)
    }
  }

  /// Checks for ledgers whose worksheet is missing.
  func checkOrphans() throws {
    for folder in Mention.ledgers { try checkOrphans(in: folder, depth: 0) }
  }

  private func checkOrphans(in folder: String, depth: Int) throws {
    guard depth <= Identifier.deepestContext + 1 else { return }
    for entry in try entries(in: folder) {
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: try checkOrphans(in: path, depth: depth + 1)
      case .file where entry.name.hasSuffix(".yaml"):
        let owner = path.split(separator: "/").dropFirst().joined(separator: "/").dropLast(5)
        guard let context = ContextPath(owner), try !files.isWorksheet(context),
          try folder.hasPrefix("activity") ? !files.isHandedOut(context) : true
        else { continue }
        keep(
          Fault(
            file: path, rule: .orphan, message: "no worksheet '\(visible(String(owner)))'",
            hint: formerNames[context].map { "move the file to '\($0)', its current name" }
              ?? """
              if it was moved by hand, add `was: [\(context.work)]` to its worksheet.yaml; otherwise \
              restore the worksheet, or remove the file
              """))
      default: break
      }
    }
  }
}
