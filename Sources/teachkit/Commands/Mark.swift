import ArgumentParser
import Exchange
import Model
import Storage

struct Mark: Command {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Mark by hand: question by question, or one student's points at once.",
    discussion: """
      'mark math/poster' goes through all that waits for a person: you see an answer, type its \
      points, or those of each line of its rubric, and a comment at the end. The marks of an answer \
      are kept before the next one; Enter goes on, '<' goes back, '!' takes points away, '?' shows \
      the explanation, 'q' leaves. Points belong to the answer that they were given for: if a new \
      attempt has another one, it waits again with the old points, and '=' gives them once more. With an exercise it is that one alone, with a student all of \
      theirs that a person marks, also on paper.

      Points given behind WHO are set without questions: 'half=1.5', 'essay.clarity=2'; an empty \
      value, 'half=', takes them back. 'half.comment=…' is a word about one exercise. Either answers \
      what the student asked about it. Marks of answers that stay the same stay, too.

      Example: teachkit mark math/poster ada idea.content=2 --comment "A good start."
      """)

  @Argument(
    help: "A worksheet or exercise; without points also a chapter or subject.",
    completion: Candidates.content.completion)
  var path: String
  @Argument(
    help: ArgumentHelp("A student, class or group, and points as 'half=1.5'.", valueName: "who"),
    completion: Candidates.marks.completion)
  var words: [String] = []
  @Option(
    help: ArgumentHelp(
      "What the student reads, in Markdown; '@FILE' reads a file, '-' standard input.",
      valueName: "text"))
  var comment: String?
  @Option(
    help: ArgumentHelp("The score of the whole work, whatever the rest says.", valueName: "score"))
  var override: String?
  @Option(help: ArgumentHelp("The reason for --override; the student reads it.", valueName: "text"))
  var why: String?
  @Flag(name: .customLong("mine"), help: "Only the part that staff.yaml gives you.")
  var isMine = false
  @Flag(name: .customLong("blind"), help: "Without names, in an order that tells nothing.")
  var isBlind = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  private var isWalk: Bool { points.isEmpty && comment == nil && override == nil }
  private var points: ArraySlice<String> { words.drop { !$0.utf8.contains(UInt8(ascii: "=")) } }

  func validate() throws {
    let people = words.count - points.count
    if people > 1 || !points.allSatisfy({ $0.utf8.contains(UInt8(ascii: "=")) }) {
      throw ValidationError("after PATH and WHO come points such as 'half=1.5'")
    }
    if isBlind, people > 0 { throw ValidationError("'--blind' and a name don't go together") }
    if !isWalk, people == 0 { throw ValidationError("say who: 'teachkit mark PATH WHO half=1.5'") }
    if override.map({ !$0.isEmpty }) == true, why?.isEmpty != false {
      throw ValidationError("'--override' wants a reason: --why '…'")
    }
    if why != nil, override == nil { throw ValidationError("'--why' goes with '--override'") }
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    if isWalk { return try walk(store, session) }
    let target = try MarkTarget(path, in: store.files)
    guard let who = words.first else { return }
    let students = try session.participants(
      who, in: target.worksheet.path.subject, of: store.files)
    let decisions = try decisions(target, session)
    for excess in decisions.compactMap(target.worksheet.excess) { session.output.notice(excess) }
    try session.mark(
      [(target.worksheet, students.map { Marking($0, decisions) })], "mark",
      summary: "mark \(target.worksheet.path) of \(who)", in: store)
  }

  /// Goes through what is to be marked, answer by answer.
  private func walk(_ store: SchoolStore, _ session: Session) throws {
    guard session.format == .text else {
      throw Failure(.valueIsFaulty, "answer by answer is for people, so it has no other format")
    }
    let files = store.files
    let root = try WorkSelection.root(path, in: files)
    var choice = MarkingPlan.Choice()
    choice.students = try words.first.map {
      try session.participants($0, in: root.subject, of: files)
    }
    choice.marker = isMine ? try session.memberOfStaff(store) : nil
    var worksheets = try WorkSelection(root.description, in: files).worksheets
    if try files.isWorksheet(root) {
      let target = try MarkTarget(path, in: files)
      (worksheets, choice.exercise) = ([target.worksheet], target.exercise?.id)
    }
    let submissions = try Submissions(of: root.subject, in: store)
    var plan = try MarkingPlan(
      worksheets, choice, in: files, submissions, CodeLibrary(in: store, files, session))
    if isBlind { plan.shuffle(using: &session.random) }
    guard !plan.works.isEmpty else {
      return session.output.notice("nothing waits to be marked")
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
  }

  private func decisions(_ target: MarkTarget, _ session: Session) throws -> [Marking.Decision] {
    var decisions = try points.map { text in
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let field = try target.field(String(sides[0]))
      if field == .override || field == .why {
        throw Failure(
          .commandIsFaulty, "the score of the whole work has an option of its own",
          hint: "--override 9 --why '…' sets it, --override '' takes it back")
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
