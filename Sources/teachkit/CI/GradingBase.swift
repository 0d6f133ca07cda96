import Course
import Exchange
import Git
import Glibc
import HubProtocol
import Model
import Storage
import Text

/// The files used for grading a submission: a school with answers, or a published subject.
struct GradingBase {
  let files: SchoolFiles
  /// The folder of the files.
  let root: String

  var hasAnswers: Bool { files.layout == .school }

  /// Opens a folder, or clones an address until `body` returns.
  static func open<T>(
    school: String?, subject: String?, _ session: Session, _ body: (GradingBase) async throws -> T
  ) async throws -> T {
    guard let text = school ?? subject, school == nil || subject == nil else {
      throw Failure(
        .commandIsFaulty, "specify either --school or --subject",
        hint: "use '--school DIR' with answers, or '--subject DIR' for checks without answers")
    }
    let address = try HubAddress(typed: text, from: session.directory)
    if let folder = address.folder, access("\(folder)/\(HubLayout.subjectRepository)", F_OK) != 0 {
      return try await body(try GradingBase(at: folder, isSchool: school != nil))
    }
    let temporary = TemporaryFolder("teachkit-base", in: session.surroundings.temporaryFolder)
    defer { temporary.remove() }
    try temporary.makePrivate()
    let place = subject == nil ? address.text : "\(address.text)/\(HubLayout.subjectRepository)"
    let clone = "\(temporary.path)/clone"
    let result = try Subprocess(
      "git", ["clone", "--quiet", "--depth", "1", "--", place, clone]
    ).run()
    guard result.succeeded else {
      throw Failure(
        .networkFailure, "cannot clone '\(address.withoutSecrets)'",
        hint: result.errorText.split(whereSeparator: \.isNewline).last.map {
          Message(verbatim: String($0))
        })
    }
    return try await body(try GradingBase(at: clone, isSchool: school != nil))
  }

  private init(at folder: String, isSchool: Bool) throws {
    root = folder
    let file = isSchool ? SchoolPath.school : "subject.yaml"
    guard access("\(folder)/\(file)", F_OK) == 0 else {
      throw Failure(
        .wrongRepository, "no \(file) in '\(folder)'",
        hint: isSchool ? "pass a school to '--school'" : "pass a student's clone to '--subject'")
    }
    let name = folder.split(separator: "/").last.map(String.init) ?? "subject"
    files = SchoolFiles(
      WorkTree(root: folder), layout: isSchool ? .school : .clone(subject: name))
  }

  /// Follows answers from earlier versions of the worksheets; nil unless this is a school with a
  /// history.
  func reader(of subject: String) throws -> AnswerReader? {
    guard hasAnswers, let layout = RepositoryLayout(at: root) else { return nil }
    return try AnswerReader(
      WorksheetVersions(school: Repository(layout), outbox: nil),
      WorkNames(of: subject, in: files))
  }

  /// Finds the worksheet of a submission.
  ///
  /// - Parameter name: the name in the submission, without the subject; used if `path` is nil.
  func worksheet(_ path: String?, or name: String?) throws -> Worksheet {
    if let path {
      guard case .context(let found) = try Locator(files).find(path, among: [.context]),
        try files.isWorksheet(found)
      else { throw SubmittedWork.whichWork }
      return try files.worksheet(found)
    }
    guard let name else { throw SubmittedWork.whichWork }
    for subject in try files.subjectIDs() {
      if let found = try WorkNames(of: subject, in: files)[name] {
        return try files.worksheet(found)
      }
    }
    throw Failure(.notFound, "no worksheet '\(name)', which the submission names")
  }
}
