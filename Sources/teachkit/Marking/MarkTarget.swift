import Exchange
import Model
import Storage
import Text

/// What a command for marks is about: a worksheet, or one of its exercises.
struct MarkTarget {
  let worksheet: Worksheet
  let exercise: Exercise?

  /// - Throws: `Failure` for what is not graded.
  init(_ path: String, in files: SchoolFiles) throws {
    let object = try Locator(files).find(path, among: [.subject, .context, .exercise])
    guard let context = object.context, try files.isWorksheet(context) else {
      throw Failure(
        .valueIsFaulty, "'\(object)' is no worksheet",
        hint: "'teachkit list \(object)' shows what is in it")
    }
    worksheet = try files.worksheet(context)
    exercise = if case .exercise(_, let id) = object { worksheet.exercise(id) } else { nil }
    if worksheet.isPractice {
      throw Failure(.valueIsFaulty, "'\(context)' is for practice, and never graded")
    }
  }

  /// What a name stands for: `essay.clarity`, or `clarity` where the essay is meant anyway.
  func field(_ name: String) throws -> MarkField {
    if let exercise, let field = worksheet.markField("\(exercise.id).\(name)") { return field }
    if let field = worksheet.markField(name) { return field }
    throw Failure(
      .valueIsFaulty, "'\(worksheet.path)' has nothing called '\(name)' to mark",
      hint: didYouMean(name, among: worksheet.markFieldNames)
        ?? "it has \(worksheet.markFieldNames.joined(separator: ", "))")
  }
}

extension Worksheet {
  /// What is decided by what was typed for a field; nothing typed takes back what was decided.
  ///
  /// - Throws: `Failure` for what is no number of points.
  func decision(_ field: MarkField, _ text: String) throws -> Marking.Decision {
    if text.allSatisfy(\.isWhitespace) { return .init(field, nil) }
    guard field.isNumber else { return .init(field, text.trimmingLineEnds) }
    guard let points = Rational(text: text), !text.utf8.contains(UInt8(ascii: "%")) else {
      throw Failure(
        .valueIsFaulty, "'\(text)' is no number of points", hint: "write a number such as 1.5")
    }
    if points.isNegative, !takesPoints(field) {
      throw Failure(.valueIsFaulty, "'\(field.name)' can't get less than 0 points")
    }
    // Thirds are kept as they are written.
    let exact = points.description
    let written = String(text.map { $0 == "," ? "." : $0 })
    return .init(field, Rational(text: exact) == points ? exact : written)
  }

  /// Whether a wrong answer costs points anyway.
  private func takesPoints(_ field: MarkField) -> Bool {
    if case .points(let id) = field { exercise(id)?.wrong.isZero == false } else { false }
  }

  /// What is to be said of more points than there are.
  func excess(_ decision: Marking.Decision) -> String? {
    guard let most = most(for: decision.field),
      let points = decision.text.flatMap({ Rational(text: $0) }), points > most
    else { return nil }
    return "\(decision.field.name): \(points) points, of \(most) that there are"
  }
}

extension Session {
  /// The students that a word means, who all take part in a subject.
  func participants(_ word: String, in subject: String, of files: SchoolFiles) throws -> [String] {
    let all = try files.participants(of: subject).filter { $0.state != .removed }.map(\.id)
    let meant = try People(files).students([word], everyone: all)
    let known = Set(all)
    let strangers = meant.filter { !known.contains($0) }
    if meant.isEmpty { throw Failure(.notFound, "there is nobody in '\(word)'") }
    guard strangers.isEmpty else {
      throw Failure(
        .notFound,
        "\(named(strangers)) \(strangers.count == 1 ? "takes" : "take") no part in '\(subject)'",
        hint: "'teachkit add \(word) --to \(subject)' lets them in")
    }
    return meant
  }

  /// Who a marker is called: by the identifier in `staff.yaml`, else by name.
  func marker(_ committer: Committer, in files: SchoolFiles) throws -> String {
    try files.staff().member(Person(name: committer.name, mail: committer.mail))?.id
      ?? committer.name
  }

  /// Writes marks in one commit, and answers with each worksheet and the version of its marks.
  ///
  /// - Parameter summary: what the commit says.
  func mark(
    _ works: [(worksheet: Worksheet, markings: [Marking])], _ command: String, summary: String,
    in store: SchoolStore, dryRun: Bool = false
  ) throws {
    let committer = try committer(of: store)
    let marker = try marker(committer, in: store.files)
    let root = works.count == 1 ? works[0].worksheet.path.description : works.first?.0.path.subject
    let works = try works.map { worksheet, markings in
      (worksheet, try pinned(markings, to: worksheet, in: store))
    }
    var touched: [ContextPath] = []
    let committed = try store.change(command, root ?? "", by: committer, dryRun: dryRun) { change in
      change.summary = summary
      for (worksheet, markings) in works {
        let worksheet = try SchoolFiles(change).worksheet(worksheet.path)
        let before = try change.bytes(at: SchoolPath.marks(worksheet.path))
        try change.mark(worksheet, markings, by: marker)
        if try change.bytes(at: SchoolPath.marks(worksheet.path)) != before {
          touched.append(worksheet.path)
        }
      }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { tellHandEdits(edits) }
    let changed = touched.map {
      ChangeAnswer.Item(path: "\($0)", version: committed?.versions[SchoolPath.marks($0)] ?? nil)
    }
    report(ChangeAnswer(items: changed))
    if dryRun {
      output.notice("nothing was changed: this was a dry run")
    } else if changed.isEmpty {
      output.notice("nothing to change: it is so already")
    } else {
      hintToGrade(root ?? "")
    }
  }

  /// Markings that name the submission that their points are for.
  private func pinned(
    _ markings: [Marking], to worksheet: Worksheet, in store: SchoolStore
  ) throws -> [Marking] {
    let students = markings.filter { $0.decisions.contains { $0.field.isPoints } }.map(\.student)
    if students.isEmpty { return markings }
    let (subject, files) = (worksheet.path.subject, store.files)
    let submissions = try GradeRun(
      subject: subject, files, Submissions(of: subject, in: store),
      CodeLibrary(in: store, files, self)
    ).submissions(toMark: worksheet, of: Set(students))
    return markings.map { Marking($0.student, $0.decisions, for: submissions[$0.student] ?? [:]) }
  }

  func hintToGrade(_ path: String) {
    output.hint("'teachkit grade \(path)' computes the grades with these marks")
  }
}
