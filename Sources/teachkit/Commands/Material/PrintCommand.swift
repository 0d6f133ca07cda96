import ArgumentParser
import Course
import Model
import Paper
import Reports
import Storage
import Text

struct PrintCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print worksheets, or their answer keys.",
    discussion: """
      Creates a page (HTML) that any browser can print, on standard output or in a file; a \
      file that ends with '.pdf' is created with Chromium. For a chapter or subject, includes \
      all its worksheets. '--answers' prints the answer key instead, with explanations, and a \
      table for recording points for 'teachkit mark'. '--variants 3' prints variants A, B and \
      C, each in a different order; the reported seed reproduces them and their keys.

      Example: teachkit print math/fractions/adding --output adding.html
      """)

  static var formats: [Format] { [.text, .html] }
  static let showsAsStudent = true

  @Argument(
    help: "Subjects, chapters, worksheets or exercises; by default, the only subject.",
    completion: Candidates.content.completion)
  var paths: [String] = []
  @Flag(help: "Print answers, points and explanations.") var answers = false
  @Option(help: "Print this many variants in different orders.") var variants: Int?
  @Option(help: "Reproduce the variants with this seed.") var seed: UInt64?
  @Flag(help: "Keep the order of exercises in variants; shuffle only their contents.")
  var inOrder = false
  @Option(
    help: ArgumentHelp(
      "The language of titles and labels; by default, the school's.", valueName: "tag"))
  var language: String?
  @Option(help: "The paper size.") var paper: PaperSize = .a4
  @Option(
    help: ArgumentHelp("Write to a new .html or .pdf file.", valueName: "file"),
    completion: .file(extensions: ["html", "pdf"]))
  var output: String?
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let variants, !(1...26).contains(variants) {
      throw ValidationError("'--variants' must be a number from 1 to 26")
    }
    if variants == nil, seed != nil || inOrder {
      throw ValidationError("'--\(seed != nil ? "seed" : "in-order")' requires '--variants'")
    }
    if force, output == nil { throw ValidationError("'--force' requires '--output'") }
    if let output, !output.hasSuffix(".pdf"), !output.hasSuffix(".html") {
      throw ValidationError("the output file must end with .html or .pdf")
    }
    if let language, !School.isLanguageTag(language) {
      throw ValidationError("invalid language tag '\(visible(language))': use one such as de")
    }
  }

  func run(_ session: Session) throws {
    if output == nil, session.surroundings.outputIsTerminal {
      throw Failure(
        .commandIsFaulty, "missing '--output'",
        hint: "add '--output worksheets.html', and print that file from a browser")
    }
    let target = try output.map { try NewFile($0, replaces: force, session) }
    let browser = output?.hasSuffix(".pdf") == true ? try Browser(session.surroundings) : nil
    let job = try job(session)
    let pictures = Pictures(job.files)
    let page = try printout(job, session, picture: pictures.data).page.text
    if let target {
      try target.write(browser?.pdf(of: page) ?? Array(page.utf8))
      session.output.notice("wrote '\(target.name)'")
    } else {
      session.output.print(page, terminator: "")
    }
    for problem in pictures.problems { session.output.notice(problem) }
  }

  /// - Throws: `Failure` if a student asks for answers.
  private func job(_ session: Session) throws -> PrintJob {
    var view: StudentView?
    switch try session.place() {
    case .school(let root):
      guard case .student(let id)? = session.viewer else {
        return try PrintJob(
          SchoolStore.files(at: root, notify: session.reportRecovery), language: language)
      }
      view = try StudentView(of: id, at: paths.first, session)
    case .clone: view = try StudentView(session.openClone())
    }
    if answers {
      throw Failure(
        .noWritePermission, "only your teacher has the answer key",
        hint: "run 'teachkit feedback' to see returned work")
    }
    guard let view else { return try PrintJob(session.schoolFiles(), language: language) }
    return try PrintJob(view.files, seenBy: view, language: language)
  }

  private func printout(
    _ job: PrintJob, _ session: Session, picture: @escaping PictureSource
  ) throws -> Printout {
    let seed = variants == nil ? 0 : self.seed ?? session.random.next() % 1_000_000
    var sheets: [PaperSheet] = []
    var tables: [ContextPath: MarkTable] = [:]
    for worksheet in try job.worksheets(paths) {
      let base = try job.sheet(worksheet)
      let made: [PaperSheet] =
        variants.map { count in
          worksheet.variants(count, seed: seed, keepsOrder: inOrder).enumerated().map {
            var sheet = base
            (sheet.worksheet, sheet.variant) = ($1, Letters.letter($0))
            return sheet
          }
        } ?? [base.onPaper]
      if Set(made.map(\.worksheet)).count < made.count {
        session.output.notice(
          "'\(worksheet.path)' has too little to shuffle: some variants are the same")
      }
      sheets += made
      if answers { tables[worksheet.path] = try table(base, made, job) }
    }
    if variants != nil, self.seed == nil {
      session.output.hint("use '--seed \(seed)' to reproduce the variants and their answer keys")
    }
    return Printout(
      sheets, language: job.language, size: paper.size, showsAnswers: answers, markTables: tables,
      picture: picture)
  }

  private func table(_ base: PaperSheet, _ made: [PaperSheet], _ job: PrintJob) throws -> MarkTable
  {
    let path = "\(base.worksheet.path)"
    let points = base.worksheet.exercises.prefix(2).map { "\($0.id)=\($0.points)" }
    return MarkTable(
      base, variants: variants == nil ? [] : made,
      students: try job.students(of: base.worksheet.path.subject),
      commands: [
        (["teachkit mark", path, "WHO"] + points).joined(separator: " "),
        "teachkit export marks \(path) --blank",
      ])
  }
}

/// The paper sizes for `--paper`.
enum PaperSize: String, CaseIterable, ExpressibleByArgument {
  case a4, letter

  var size: Printout.Size { self == .a4 ? .a4 : .letter }
}
