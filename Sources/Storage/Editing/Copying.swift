import Model
import PlainYAML

extension Change {
  /// Copies a subject, a chapter or a worksheet to another path, recursively: texts, answers and
  /// files. Data about people isn't copied: participants, classes, former names, and everything
  /// outside `subjects/`. Worksheets become drafts, unless their release is in the future.
  ///
  /// - Parameters:
  ///   - days: the number of days to shift all times, in the school's calendar.
  ///   - now: the current time.
  /// - Returns: paths that aren't regular files and weren't copied.
  /// - Throws: `ChangeError`, `FaultyFiles` if a file to copy is faulty.
  public func copy(
    _ old: ContextPath, to new: ContextPath, shiftedBy days: Int = 0, at now: Instant
  ) throws -> [String] {
    let files = schoolFiles
    let zone = try files.zone()
    for path in try files.contexts(below: old) {
      try checkLength(
        ContextPath(
          subject: new.subject,
          components: new.components + path.components.dropFirst(old.components.count)))
    }
    if new.isWithin(old) { throw ChangeError.withinItself("\(old)") }
    try checkPlace(of: new, for: old)
    var left: [String] = []
    try copy(
      folder: SchoolPath.folder(old), to: SchoolPath.folder(new), isContent: true, left: &left
    ) { document, fields in
      let copy = try document.asNew().shifted(by: days, fields, in: zone)
      let isWorksheet = fields.contains { $0.name == "draft" }
      return isWorksheet ? try copy.unseen(at: now, in: zone) : copy
    }
    return left
  }

  private func checkPlace(of new: ContextPath, for old: ContextPath) throws {
    guard new.components.isEmpty == old.components.isEmpty else {
      throw ChangeError.unfitPlace("\(new)", for: "\(old)")
    }
    if new.components.isEmpty {
      try checkIdentifier(new.subject, .subject)
      try checkNew(new.subject, among: try schoolFiles.subjectIDs(), path: "\(new)")
    } else {
      _ = try createParents(of: new)
    }
  }

  /// - Parameter isContent: whether it is the folder of a context, not a folder next to one.
  private func copy(
    folder: String, to copy: String, isContent: Bool, left: inout [String],
    _ rewrite: (Document, [Field]) throws -> Document
  ) throws {
    for entry in try entries(in: folder) where entry.name != ".git" {
      let path = "\(folder)/\(entry.name)"
      let place = "\(copy)/\(entry.name)"
      switch entry.kind {
      case .folder:
        try self.copy(
          folder: path, to: place,
          isContent: isContent && !SchoolPath.besides.contains(entry.name), left: &left, rewrite)
      case .other: left.append(path)
      case .file:
        guard let bytes = try bytes(at: path) else { continue }
        switch (entry.name, isContent) {
        case ("participants.yaml", true): continue
        case ("subject.yaml", true): try write(place, bytes, Schema.subject, of: path, rewrite)
        case ("context.yaml", true): try write(place, bytes, Schema.context, of: path, rewrite)
        case ("worksheet.yaml", true): try write(place, bytes, Schema.worksheet, of: path, rewrite)
        default: try write(place, bytes, isProgram: try isProgram(path))
        }
      }
    }
  }

  private func write(
    _ place: String, _ bytes: [UInt8], _ fields: [Field], of file: String,
    _ rewrite: (Document, [Field]) throws -> Document
  ) throws {
    let reading = try FileReading(file: file, bytes: bytes, strictness: .school)
    try write(place, try rewrite(reading.document, fields).bytes)
  }
}

extension Document {
  /// Returns the document without fields that tie it to people and submissions.
  public func asNew() throws(EditError) -> Document {
    var document = self
    for key in ["was", "classes", "invitation"] where document.root[key] != nil {
      document = try document.removing([.key(key)])
    }
    for index in (document.root["exercises"]?.sequence ?? []).indices {
      let place: [Step] = ["exercises", .index(index), "was"]
      if document.node(at: place) != nil { document = try document.removing(place) }
    }
    return document
  }

  /// Returns the document as a draft, unless it has its own future release.
  fileprivate func unseen(at now: Instant, in zone: Zone) throws -> Document {
    let release = root["release"]?.scalar.flatMap { TimeText.read($0, in: zone, .release) }
    if let release, release > now { return self }
    return try setting(["draft"], to: .plain("yes"), order: Schema.worksheet.map(\.name))
  }

  /// Returns the document with all its times shifted by days, in the same notation.
  fileprivate func shifted(by days: Int, _ fields: [Field], in zone: Zone) throws -> Document {
    if days == 0 { return self }
    return try times(root, .fields(fields), []).reduce(self) { document, time in
      guard let text = TimeText.shifted(time.text, by: days, in: zone) else { return document }
      return try document.setting(time.path, to: .scalar(text))
    }
  }

  /// The times in a value, with their paths.
  private func times(
    _ node: Node, _ shape: Shape, _ path: [Step]
  ) -> [(path: [Step], text: String)] {
    switch shape {
    case .time: node.scalar.map { [(path, $0)] } ?? []
    case .fields(let fields):
      (node.mapping ?? []).flatMap { entry in
        fields.first { $0.name == entry.key }.map {
          times(entry.value, $0.shape, path + [.key(entry.key)])
        } ?? []
      }
    case .items(let fields):
      (node.sequence ?? []).enumerated().flatMap { index, item in
        times(item, .fields(fields), path + [.index(index)])
      }
    case .entries(let shape):
      (node.mapping ?? []).flatMap { times($0.value, shape, path + [.key($0.key)]) }
    case .objects(let shape): times(node, shape, path)
    case .text, .word, .list, .texts, .listOrEntries, .fixed: []
    }
  }
}
