import ArgumentParser
import Exchange
import Grading
import Model
import PlainYAML
import Reports
import Storage

struct Blame: Command {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show where each number of a student's grade comes from.",
    discussion: """
      Names the submission that counts and how its time is known, the worksheet's version, the \
      marks and who gave them, the rules for lateness and more time given, and for each exercise \
      its points with what they come from.

      Example: teachkit blame math/fractions/adding ben
      """)

  @Argument(help: "A worksheet.", completion: Candidates.worksheets.completion)
  var path: String
  @Argument(help: "The student.", completion: Candidates.students.completion)
  var student: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let worksheet = try MarkTarget(path, in: files).worksheet
    let subject = worksheet.path.subject
    let students = try session.participants(student, in: subject, of: files)
    guard students.count == 1, let student = students.first else {
      throw Failure(.valueIsFaulty, "'\(student)' is no student", hint: "name one of them")
    }
    let run = try GradeRun(
      subject: subject, files, Submissions(of: subject, in: store),
      worksheet.hasCode ? CodeLibrary(in: store, files, session) : nil)
    guard let work = try run.works(on: worksheet).first(where: { $0.student == student }) else {
      return
    }
    let ledger = try files.grades(worksheet.path)
    let grade = ledger[student].flatMap { Grade($0) }
    let assessment = try run.assess(work, Grader(worksheet), worksheet)
    session.report(
      GradeOrigin(
        worksheet: worksheet, work: work, assessment: assessment,
        recorded: grade?.commit == assessment.grade.commit ? grade : nil, zone: try files.zone(),
        versions: try .init(of: worksheet.path, student, in: store)))
    if assessment.verdicts.contains(where: { $0.reason == .notRun }) {
      session.output.notice("some programs were not run on this machine, or not as they are now")
      session.output.hint("'teachkit grade \(worksheet.path)' runs them")
    } else if grade == nil {
      session.output.notice("not graded yet: this is what grading would come to")
    } else if !ledger.holds(assessment.grade.value, for: student) {
      session.output.notice("something has changed since it was graded")
      session.output.hint("'teachkit grade \(worksheet.path) --diff' shows what and why")
    }
  }
}
