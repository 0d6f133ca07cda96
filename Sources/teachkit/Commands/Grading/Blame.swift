import ArgumentParser
import Course
import Exchange
import Grading
import Model
import PlainYAML
import Reports
import Storage
import Text

struct Blame: Command {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Explain a student's grade.",
    discussion: """
      Shows the submission that counts and the evidence for its time, the \
      version of the worksheet, the marks and their graders, the late policy and \
      extensions, and the points for each exercise with the reasons for them.

      Example: teachkit blame math/fractions/adding ben
      """)

  @Argument(help: "A worksheet.", completion: Candidates.worksheets.completion)
  var path: String
  @Argument(help: "The student.", completion: Candidates.students.completion)
  var student: String?
  @OptionGroup var forOptions: PeopleOptions
  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if student == nil, forOptions.people.isEmpty { throw ValidationError("missing student") }
  }

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let store = try session.openSchool()
    let files = store.files
    let words = WorkAndPeople(path, student, for: forOptions.people, in: files)
    let worksheet = try MarkTarget(words.path, in: files).worksheet
    let subject = worksheet.path.subject
    let students = try session.participants(words.people, in: subject, of: files)
    guard students.count == 1, let student = students.first else {
      throw Failure(
        .valueIsFaulty, "'\(words.people.joined(separator: " "))' is not a single student",
        hint: "name only one")
    }
    let run = try GradeRun(
      subject: subject, files, Submissions(of: subject, in: store),
      worksheet.hasCode ? CodeLibrary(in: store, files, session) : nil)
    guard let work = try run.works(on: worksheet, of: .only([student])).first else {
      return
    }
    let ledger = try files.grades(worksheet.path)
    let grade = ledger[student]
    let assessment = try run.assess(work, Grader(worksheet), worksheet)
    session.report(
      GradeOrigin(
        worksheet: worksheet, work: work, assessment: assessment,
        recorded: grade?.commit == assessment.grade.commit ? grade : nil, zone: try files.zone(),
        versions: try .init(of: worksheet.path, student, in: store)))
    if assessment.verdicts.contains(where: { $0.reason == .notRun }) {
      session.output.notice("some programs were not run on this machine, or have changed since")
      session.output.hint("run 'teachkit grade \(worksheet.path)' to run them")
    } else if grade == nil {
      session.output.notice("not graded yet: this is a preview")
    } else if !ledger.holds(assessment.grade, for: student) {
      session.output.notice("something changed after it was graded")
      session.output.hint("run 'teachkit grade \(worksheet.path) --diff' to see the changes")
    }
  }
}
