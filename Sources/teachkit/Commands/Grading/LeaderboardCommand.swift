import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct LeaderboardCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard",
    abstract: "Rank students by points.",
    discussion: """
      In a school: ranks the participants of a subject by the points of their returned grades, \
      including hidden students. Ties go to those who reached the points earlier. Students see \
      it if 'leaderboard' of the subject is 'alias' or 'names'; 'leaderboard: no' in \
      students.yaml hides a student from the others. In a clone: shows the leaderboard with your \
      own rank. '--hide' hides you from the others.

      Example: teachkit leaderboard math --range 1-10
      """)

  static var formats: [Format] { Format.table }
  static let showsAsStudent = true

  @Argument(
    help: "The subject; optional if there is only one.",
    completion: Candidates.subjects.completion)
  var subject: String?

  @Option(
    help: ArgumentHelp(
      "The points to count: 'points' (all), 'practice', or a type of exercise such as 'number'.",
      valueName: "criterion"),
    completion: .list(LeaderboardCriterion.all.map(\.name)))
  var by = LeaderboardCriterion.points.name

  @Option(help: ArgumentHelp("Only these ranks, such as 1-10.", valueName: "ranks"))
  var range: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Rank only this student, class or group.", valueName: "who"),
    completion: Candidates.who.completion)
  var who: [String] = []

  @Flag(help: "In a clone: hide you from the others.") var hide = false
  @Flag(help: "In a clone: show you to the others again.") var show = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if hide, show { throw ValidationError("'--hide' can't be combined with '--show'") }
    if hide || show, range != nil || !who.isEmpty || by != LeaderboardCriterion.points.name {
      throw ValidationError(
        "'--hide' and '--show' can't be combined with '--by', '--range' and '--for'")
    }
  }

  func run(_ session: Session) throws {
    guard let criterion = LeaderboardCriterion(by) else {
      let names = LeaderboardCriterion.all.map(\.name)
      throw Failure(
        .valueIsFaulty, "cannot rank by '\(visible(by))'",
        hint: didYouMean(by, among: names) ?? "use \(names.joined(separator: ", "))")
    }
    let ranks = try range.map { try RankRange($0) }
    let place = try session.place()
    if hide || show { return try setHidden(place, session) }
    session.output.isPaged = true
    if session.viewer != nil || place.isClone {
      return try showStudent(criterion, ranks, session)
    }
    try showSchool(criterion, ranks, session)
  }

  private func showSchool(
    _ criterion: LeaderboardCriterion, _ ranks: RankRange?, _ session: Session
  ) throws {
    let school = try session.openSchool()
    let files = school.files
    let id = try WorkSelection.root(subject, in: files).subject
    let exchange = SubjectExchange(id, in: school, by: try session.committer(of: school))
    let everyone = try files.participants(of: id).counting.map(\.id)
    let students =
      who.isEmpty ? nil : Set(try People(files).students(who, everyone: everyone))
    let board = try exchange.leaderboard(by: criterion, among: students)
    let report = SchoolLeaderboard(
      rows: try ranks?.select(from: board.rows, rank: \.rank) ?? board.rows,
      students: try files.students(), mode: try files.subject(id).leaderboard)
    session.report(report.table)
    for note in report.notes(subject: id, criterion, isPart: students != nil) {
      session.output.notice(note)
    }
    if board.rows.isEmpty {
      session.output.hint(report.firstStep(subject: id, criterion))
    } else if report.mode == .off {
      session.output.hint("'teachkit set \(id) leaderboard=alias' shows it to them")
    }
  }

  private func showStudent(
    _ criterion: LeaderboardCriterion, _ ranks: RankRange?, _ session: Session
  ) throws {
    if criterion != .points || !who.isEmpty {
      throw Failure(
        .commandIsFaulty, "students see the leaderboard of all participants by points only",
        hint: "leave out '--by' and '--for'")
    }
    let views = try session.studentViews(at: subject)
    if views.count > 1 {
      throw Failure(
        .commandIsFaulty, "no subject specified",
        hint: "name one of \(views.map(\.subject).joined(separator: ", "))")
    }
    guard let view = views.first else { return }
    if let subject, session.viewer == nil, subject != view.subject {
      throw Failure(.notFound, "this is a clone of '\(view.subject)', not of '\(visible(subject))'")
    }
    if try view.files.subject(view.subject).leaderboard == .off {
      throw Failure(.notFound, "this subject has no leaderboard for students")
    }
    let rows = view.inbox.leaderboard
    let report = StudentLeaderboard(
      rows: try ranks?.select(from: rows, rank: \.rank) ?? rows)
    session.report(report.table)
    if rows.isEmpty {
      return session.output.notice("no ranks yet: nothing was returned")
    }
    let wish = session.viewer == nil ? try session.openClone().wantsToBeHidden() : nil
    if let note = StudentLeaderboard(rows: rows).note(wantsToBeHidden: wish) {
      session.output.notice(note)
    }
  }

  private func setHidden(_ place: Place, _ session: Session) throws {
    if !place.isClone {
      throw Failure(
        .commandIsFaulty, "'--hide' and '--show' are for students, in their clones",
        hint: "'teachkit set students/ID leaderboard=no' hides a student")
    }
    let clone = try session.openClone()
    try clone.setHidden(hide)
    session.report(
      Statement(
        kind: "leaderboard",
        sentence: hide
          ? "you will be hidden on the leaderboard after your teacher's next collect and share"
          : "others will see you on the leaderboard again after your teacher's next collect and share",
        fields: [("hidden", .boolean(hide))]))
    session.sendActivity(of: clone)
    if show, try clone.inbox().leaderboard.first(where: \.isOwn)?.hiding == .teacher {
      session.output.notice("your teacher hides you, too: ask them to change that")
    }
  }
}
