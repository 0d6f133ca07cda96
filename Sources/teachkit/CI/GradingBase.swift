import Exchange
import Git
import Glibc
import Hub
import Model
import Storage

/// What a submission is graded by: a school, with answers, or what it has published of a subject.
struct GradingBase {
  let files: SchoolFiles
  /// The folder that the files are in.
  let root: String

  var hasAnswers: Bool { files.layout == .school }

  /// Reads from a folder, or from an address for as long as `body` runs.
  static func open<T>(
    school: String?, subject: String?, _ session: Session, _ body: (GradingBase) async throws -> T
  ) async throws -> T {
    guard let text = school ?? subject, school == nil || subject == nil else {
      throw Failure(
        .commandIsFaulty, "a submission is graded by a school or by a subject",
        hint: "give '--school DIR' with answers, or '--subject DIR' for what students can check")
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
        .networkFailure, "'\(address.withoutSecrets)' can't be cloned",
        hint: result.errorText.split(whereSeparator: \.isNewline).last.map(String.init))
    }
    return try await body(try GradingBase(at: clone, isSchool: school != nil))
  }

  private init(at folder: String, isSchool: Bool) throws {
    root = folder
    let file = isSchool ? SchoolPath.school : "subject.yaml"
    guard access("\(folder)/\(file)", F_OK) == 0 else {
      throw Failure(
        .wrongRepository, "there is no \(file) in '\(folder)'",
        hint: isSchool ? "'--school' takes a school" : "'--subject' takes a student's clone")
    }
    let name = folder.split(separator: "/").last.map(String.init) ?? "subject"
    files = SchoolFiles(
      WorkTree(root: folder), layout: isSchool ? .school : .clone(subject: name))
  }

  /// The worksheet that a submission is for.
  ///
  /// - Parameter name: what the submission says where nothing was named; without the subject.
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
    throw Failure(.notFound, "there is no worksheet '\(name)', which the submission is for")
  }
}
