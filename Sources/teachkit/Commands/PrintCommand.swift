import ArgumentParser
import Model
import Paper
import Reports
import Storage
import Text

struct PrintCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Make worksheets ready to be printed, or the answers to them.",
    discussion: """
      A page (HTML) that any browser prints, on standard output or into a file; a file that ends \
      with '.pdf' is made with Chromium. Of a chapter or subject come all its worksheets. With \
      '--answers' it is the key instead, with explanations, and a table to note points in, which \
      'teachkit mark' takes. '--variants 3' prints it three times, as A, B and C, each in another \
      order; the seed that is told prints the same again, and its key.

      Example: teachkit print math/fractions/adding --output adding.html
      """)

  static var formats: [Format] { [.text, .html] }
  static let showsAsStudent = true

  @Argument(
    help: "Subjects, chapters, worksheets or exercises; the only subject unless given.",
    completion: Candidates.content.completion)
  var paths: [String] = []
  @Flag(help: "Print the answers, points and explanations.") var answers = false
  @Option(help: "Print this many variants, in other orders.") var variants: Int?
  @Option(help: "Make the variants that were made before with this number.") var seed: UInt64?
  @Flag(help: "Leave the exercises of variants in order, and shuffle only what is in them.")
  var inOrder = false
  @Option(
    help: ArgumentHelp(
      "Language of titles and printed words; the school's unless given.", valueName: "tag"))
  var language: String?
  @Option(help: "The size of the paper.") var paper: PaperSize = .a4
  @Option(
    help: ArgumentHelp("Write into a new file, .html or .pdf.", valueName: "file"),
    completion: .file(extensions: ["html", "pdf"]))
  var output: String?
  @Flag(help: "Replace a file that is there.") var force = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let variants, !(1...26).contains(variants) {
      throw ValidationError("'--variants' is a number from 1 to 26")
    }
    if variants == nil, seed != nil || inOrder {
      throw ValidationError("'--\(seed != nil ? "seed" : "in-order")' goes with '--variants'")
    }
    if force, output == nil { throw ValidationError("'--force' goes with '--output'") }
    if let output, !output.hasSuffix(".pdf"), !output.hasSuffix(".html") {
      throw ValidationError("name a file that ends with .html or .pdf")
    }
    if let language, !School.isLanguageTag(language) {
      throw ValidationError("'\(visible(language))' is no language tag such as de or pt-BR")
    }
  }

  func run(_ session: Session) throws {
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
      if session.surroundings.outputIsTerminal {
        session.output.hint("'--output worksheets.html' makes a file of it, for any browser")
      }
    }
    for problem in pictures.problems { session.output.notice(problem) }
  }

  /// - Throws: `Failure` where a student wants answers.
  private func job(_ session: Session) throws -> PrintJob {
    var view: StudentView?
    switch try session.place() {
    case .school(let root):
      guard case .student(let id)? = session.viewer else {
        return try PrintJob(
          SchoolStore.files(at: root, notify: session.sayRecovery), language: language)
      }
      view = try StudentView(of: id, at: paths.first, session)
    case .clone: view = try StudentView(session.openClone())
    }
    if answers {
      throw Failure(
        .noWritePermission, "the answers are with your teacher",
        hint: "'teachkit feedback' shows what came back of work that was returned")
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
          "'\(worksheet.path)' has too little to shuffle: variants are the same")
      }
      sheets += made
      if answers { tables[worksheet.path] = try table(base, made, job) }
    }
    if variants != nil, self.seed == nil {
      session.output.hint("'--seed \(seed)' prints the same variants again, and their answers")
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

/// The sizes of paper, as they are asked for.
enum PaperSize: String, CaseIterable, ExpressibleByArgument {
  case a4, letter

  var size: Printout.Size { self == .a4 ? .a4 : .letter }
}
