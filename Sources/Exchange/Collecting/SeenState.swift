import Model
import Storage

extension WorkState {
  /// Creates the state of a student's work as far as the school knows it, from collected
  /// submissions and activity.
  ///
  /// - Parameters:
  ///   - inbox: the student's inbox.
  ///   - names: the worksheet's current and former paths, see ``WorkNames``.
  public init(
    of student: String, _ worksheet: Worksheet, inbox: Inbox, rules: WorkRules, zone: Zone,
    names: [String], in submissions: Submissions, activity: ActivitySummary?
  ) throws {
    let work = worksheet.path.work
    let mailbox = inbox.entries[work]?.mailbox ?? student
    let chain = try submissions.attempts(at: names, of: mailbox)
    var answered = 0
    if let last = chain.last, case .answers(let answers) = try submissions.answers(of: last.commit)
    {
      let files = try submissions.files(of: last.commit)
      answered =
        worksheet.exercises.filter { exercise in
          exercise.question.files.isEmpty
            ? exercise.own(in: answers).map { !$0.isBlank } ?? false
            : !exercise.question.own(of: files).isEmpty
        }.count
    }
    self.init(
      worksheet, terms: inbox.entries[work], rules: rules, zone: zone, answered: answered,
      faults: [],
      submission: chain.last.map {
        LastSubmission(
          attempt: chain.count, at: $0.claimed, commit: $0.commit, isOutdated: false,
          isDelivered: true)
      }, returned: inbox.grades[work], activity: ActivityTimes(activity))
  }

  /// Creates the state of an assigned file, or of an assignment without work.
  public init(handout path: ContextPath, terms: Inbox.Entry, activity: ActivitySummary?) {
    self.init(handout: path, terms: terms, activity: ActivityTimes(activity))
  }
}

extension ActivityTimes {
  fileprivate init(_ summary: ActivitySummary?) {
    self.init(last: summary?.at, done: summary?.done)
  }
}
