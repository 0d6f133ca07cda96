import Model
import Storage

extension WorkState {
  /// Where a student stands, as far as it can be seen from the school: by what was collected. What
  /// is only in the student's clone is not known.
  ///
  /// - Parameters:
  ///   - inbox: what the student is told.
  ///   - names: the paths that the worksheet has or had, see ``WorkNames``.
  public init(
    of student: String, _ worksheet: Worksheet, told inbox: Inbox, rules: WorkRules, zone: Zone,
    names: [String], in submissions: Submissions
  ) throws {
    let work = worksheet.path.work
    let mailbox = inbox.entries[work]?.mailbox ?? student
    let chain = try submissions.attempts(at: names) { $0 == mailbox }[mailbox] ?? []
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
      handIn: chain.last.map {
        HandIn(
          attempt: chain.count, at: $0.claimed, commit: $0.commit, isOutdated: false,
          isDelivered: true)
      }, returned: inbox.grades[work])
  }
}
