import ArgumentParser
import Course
import Exchange
import Git
import Glibc
import Model
import PlainYAML
import Storage
import Text

struct Preview: Command {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show what students will see after the next 'share'.",
    discussion: """
      For a subject, lists the worksheets that students will find; for a worksheet, \
      shows its content, even if it is a draft. '--as student:ID' adds that student's \
      due dates. '--to' writes the files as they will be in a clone. Nothing is shared.

      Example: teachkit preview math/fractions/adding
      """)

  @Argument(
    help: "A subject, or part of one; optional if there is only one subject.",
    completion: Candidates.content.completion)
  var path: String?
  @Option(help: "A new folder for the files.", completion: .directory) var to: String?
  static let showsAsStudent = true

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    let store = try session.openSchool()
    let files = store.files
    let path = try place(files)
    let source = PreviewSource(store.root, showing: path)
    var student: String?
    if case .student(let id)? = session.viewer { student = id }
    let view = try StudentView(
      of: student, in: path.subject, store, session, files: SchoolFiles(source))
    try reportVisibility(
      of: path, in: files, session,
      isSeen: StudentView(of: student, in: path.subject, store, session, files: files)
        .files.isWorksheet(path))
    if let to { return try write(view, to: to, session) }
    if try !view.files.isWorksheet(path) {
      let content = try ContentListings(view.files, StudentStates(view, at: session.now))
      let paths = try view.files.worksheets(below: path)
      session.report(try content.worksheets(paths).table(sortedBy: []))
      if paths.isEmpty { session.output.hint("only worksheets that aren't drafts are published") }
    } else {
      let object = ObjectPath.context(path)
      try session.show(object, in: view.files, entry: view.entry(of: object), showsAnswers: false)
    }
  }

  /// Reports a worksheet that students can't see yet.
  private func reportVisibility(
    of path: ContextPath, in files: SchoolFiles, _ session: Session,
    isSeen: @autoclosure () throws -> Bool
  ) throws {
    guard try files.isWorksheet(path) else { return }
    let worksheet = try files.worksheet(path)
    if worksheet.isDraft {
      return session.output.notice("'\(path)' is a draft: students can't see it yet")
    }
    if try isSeen() { return }
    let releases = try files.assignments()
      .filter { $0.state == .active && $0.work.contains { path.isWithin($0) } }.map(\.release)
    let first = (releases + [worksheet.release]).compactMap { $0 }.filter { $0 > session.now }.min()
    let time = try first.map { ", only from \(try files.zone().text($0)) on" } ?? ""
    session.output.notice("students can't see '\(path)' yet\(time)")
  }

  private func place(_ files: SchoolFiles) throws -> ContextPath {
    if let path {
      let found = try Locator(files).find(path, among: [.subject, .context, .exercise])
      if let context = found.context { return context }
    }
    let subjects = try files.subjectIDs()
    guard let only = subjects.first, subjects.count == 1 else {
      throw Failure(
        .commandIsFaulty, "missing subject",
        hint: subjects.isEmpty
          ? "run 'teachkit create subject'" : "one of \(subjects.joined(separator: ", "))")
    }
    return ContextPath(subject: only)
  }

  private func write(_ view: StudentView, to folder: String, _ session: Session) throws {
    let root = FolderPath(folder, from: session.directory).text
    guard access(root, F_OK) != 0 else {
      throw Failure(.createOperationFailed, "'\(folder)' already exists")
    }
    for (path, bytes) in view.published.sorted(by: { $0.key < $1.key }) {
      let target = root + "/" + path
      if let slash = target.lastIndex(of: "/") {
        try DurableFile.makeFolder(String(target[..<slash]))
      }
      try DurableFile.write(bytes, to: target)
    }
    session.report(ChangeAnswer(items: [.init(path: folder, version: nil)]))
    session.output.notice("wrote \(view.published.count) files")
  }
}

/// A view of the school's files in which one worksheet, including its assignments, is released and
/// not a draft.
private struct PreviewSource: FileSource {
  private let tree: WorkTree
  private let worksheet: ContextPath

  init(_ root: String, showing path: ContextPath) {
    tree = WorkTree(root: root)
    worksheet = path
  }

  func bytes(at path: String) throws -> [UInt8]? {
    let bytes = try tree.bytes(at: path)
    let isAssignment = path.hasPrefix(SchoolPath.assignments + "/")
    guard isAssignment || path == SchoolPath.worksheet(worksheet), let bytes,
      var document = try? Document(bytes)
    else { return bytes }
    if isAssignment {
      let work = (document.root["work"]?.sequence ?? []).compactMap { $0.scalar }
      guard work.contains(where: { ContextPath($0).map(worksheet.isWithin) == true }) else {
        return bytes
      }
    }
    for field in ["draft", "release"] where document.root[field] != nil {
      document = try document.removing([.key(field)])
    }
    return document.bytes
  }

  func entries(in folder: String) throws -> [FolderEntry] { try tree.entries(in: folder) }
}
