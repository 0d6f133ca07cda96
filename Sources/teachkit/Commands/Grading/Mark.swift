import ArgumentParser
import Course
import Exchange
import Model
import Storage
import Text

struct MarkCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Mark by hand: answer by answer, or directly with points.",
    discussion: """
      'mark math/poster' goes through all answers that wait for marks: you see an \
      answer, and type points for it or for each rubric item, and a comment at the end. \
      The marks of each answer are saved at once. Return goes to the next answer, '<' goes \
      back, '!' removes points, 'o' opens submitted files, '?' shows the explanation, 'q' quits. \
      Name an exercise to mark only that one, or a student to mark all of their answers, also \
      on paper.

      Points belong to an answer: if a new attempt changes the answer, it waits for marks again, \
      and '=' gives the old points once more. Marks of unchanged answers stay.

      Points after WHO are set without asking: 'half=1.5', 'essay.clarity=2'; an empty value, \
      'half=', removes them. 'half.comment=…' comments on one exercise. Both also answer the \
      student's question about it.

      Example: teachkit mark math/poster ada idea.content=2 --comment "A good start."
      """)

  @Argument(
    help: "A worksheet or exercise; without points, also a chapter or subject.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(
    help: ArgumentHelp("A student, class or group, and points, 'half=1.5'.", valueName: "who"),
    completion: Candidates.marks.completion)
  var words: [String] = []
  @OptionGroup var forOptions: PeopleOptions
  @Option(
    help: ArgumentHelp(
      "A comment for the student, in Markdown; '@FILE' reads a file, '-' standard input.",
      valueName: "text"))
  var comment: String?
  @Option(
    help: ArgumentHelp("The score of the whole work, overriding its points.", valueName: "score"))
  var override: String?
  @Option(help: ArgumentHelp("The reason for --override, shown to the student.", valueName: "text"))
  var why: String?
  @Flag(name: .customLong("mine"), help: "Only your share, as defined in staff.yaml.")
  var isMine = false
  @Flag(name: .customLong("blind"), help: "Without names, in random order.")
  var isBlind = false
  @Flag(
    name: .customLong("yes"), help: "Don't ask for confirmation of more points than the maximum.")
  var isConfirmed = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  private var isWalk: Bool { points.isEmpty && comment == nil && override == nil }
  private var points: ArraySlice<String> { words.drop { !$0.utf8.contains(UInt8(ascii: "=")) } }

  func validate() throws {
    let people = words.count - points.count + forOptions.people.count
    let named = words.count - points.count
    if named > 1 || !points.allSatisfy({ $0.utf8.contains(UInt8(ascii: "=")) }) {
      throw ValidationError("after PATH and WHO, specify points such as 'half=1.5'")
    }
    if isBlind, people > 0 { throw ValidationError("'--blind' can't be combined with a name") }
    if !isWalk, people == 0 { throw ValidationError("missing student: 'PATH WHO half=1.5'") }
    if override.map({ !$0.isEmpty }) == true, why?.isEmpty != false {
      throw ValidationError("'--override' requires a reason: --why '…'")
    }
    if why != nil, override == nil { throw ValidationError("'--why' requires '--override'") }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let who = words.first.flatMap { points.count == words.count ? nil : $0 }
    let arguments = WorkAndPeople(path, who, for: forOptions.people, in: store.files)
    if isWalk { return try walk(arguments, store, session) }
    let target = try MarkTarget(arguments.path, in: store.files)
    let students = try session.participants(
      arguments.people, in: target.worksheet.path.subject, of: store.files)
    try summarizeUnassigned(target.worksheet, students, in: store.files, session)
    let decisions = try decisions(target, session)
    let excess = decisions.compactMap(target.worksheet.excess)
    for excess in isConfirmed ? excess : Array(excess.dropFirst()) {
      session.output.notice(excess)
    }
    if !isConfirmed, let first = excess.first {
      try session.requireConfirmation(
        despite: first, to: "give them", otherwise: "marked nothing")
    }
    try session.mark(
      [(target.worksheet, students.map { Marking($0, decisions) })], "mark",
      summary: "mark \(target.worksheet.path) of \(arguments.people.joined(separator: " "))",
      in: store)
  }

  /// Reports students who weren't assigned the work, which then counts as extra.
  private func summarizeUnassigned(
    _ worksheet: Worksheet, _ students: [String], in files: SchoolFiles, _ session: Session
  ) throws {
    let recipients = try files.book().allRecipients(of: worksheet.path, withArchived: true)
    let others = students.filter { !recipients.contains($0) }
    if others.isEmpty { return }
    session.output.notice("\(worksheet.path) isn't assigned to \(named(others))")
  }

  /// Goes through the answers that wait for marks.
  private func walk(
    _ arguments: WorkAndPeople, _ store: SchoolStore, _ session: Session
  ) throws {
    guard session.format == .text else {
      throw Failure(.valueIsFaulty, "marking answer by answer only supports '--format text'")
    }
    let files = store.files
    let root = try WorkSelection.root(arguments.path, in: files)
    var choice = MarkingPlan.Choice()
    choice.students =
      arguments.people.isEmpty
      ? nil : try session.participants(arguments.people, in: root.subject, of: files)
    choice.marker = isMine ? try session.staffIdentifier(store) : nil
    var worksheets = try WorkSelection(root.description, in: files).worksheets
    if try files.isWorksheet(root) {
      let target = try MarkTarget(arguments.path, in: files)
      (worksheets, choice.exercise) = ([target.worksheet], target.exercise?.id)
    }
    let submissions = try Submissions(of: root.subject, in: store)
    var plan = try MarkingPlan(
      worksheets, choice, in: files, submissions, CodeLibrary(in: store, files, session))
    if isBlind { plan.shuffle(using: &session.random) }
    guard !plan.works.isEmpty else {
      if plan.failures.isEmpty { session.output.notice("no answers wait for marks") }
      return try session.report(plan.failures, "read")
    }
    var marking = try MarkingSession(session, store, plan, submissions, isBlind: isBlind)
    let isInterrupted = try marking.run()
    let left = plan.steps.enumerated().filter {
      $1.exercise != nil && !marking.marked.contains($0)
    }
    let answers = plan.steps.indices.filter { plan.steps[$0].exercise != nil }
    session.output.notice("\(answers.count - left.count) marked, \(left.count) left")
    if !marking.marked.isEmpty { session.hintToGrade("\(root)") }
    if isInterrupted { session.interrupt() }
    let failures = plan.failures.failures("read") + marking.failures.failures("mark")
    if !failures.isEmpty { throw NegativeAnswer(failures: failures) }
  }

  private func decisions(_ target: MarkTarget, _ session: Session) throws -> [Marking.Decision] {
    var decisions = try points.map { text in
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let field = try target.field(String(sides[0]))
      if field == .override || field == .why {
        throw Failure(
          .commandIsFaulty, "points can't set the score of the whole work",
          hint: "use --override 9 --why '…' to set it, --override '' to remove it")
      }
      return try target.worksheet.decision(field, String(sides[1]))
    }
    if let comment {
      let text = try FieldArguments(session).value(comment, of: "--comment")
      decisions.append(try target.worksheet.decision(.comment, text))
    }
    if let override {
      decisions.append(try target.worksheet.decision(.override, override))
      decisions.append(.init(.why, override.isEmpty ? nil : why))
    }
    return decisions
  }
}
