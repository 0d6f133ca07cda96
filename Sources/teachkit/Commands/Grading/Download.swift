import ArgumentParser
import Course
import Exchange
import Git
import Grading
import Model
import Reports
import Storage
import Text

struct Download: Command {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract: "Save submissions in plain folders.",
    discussion: """
      Creates a folder for each student, or for each group that submitted together, with \
      'answers.yaml' and the files below 'work/' of the attempt that counts. If there are \
      several worksheets, each has its own folder. Existing files are never overwritten.

      With '--anonymous', the folders are called 'student-01' and so on, in random order; \
      only the printed list identifies the students. The students' files are not changed.

      Example: teachkit download math/poster --to poster-work
      """)

  static var formats: [Format] { Format.table }

  @Argument(
    help: "A subject, chapter or worksheet.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "A student, class or group.", completion: Candidates.who.completion)
  var who: String?
  @OptionGroup var forOptions: PeopleOptions
  @Option(
    help: ArgumentHelp("The target folder.", valueName: "dir"), completion: .directory)
  var to: String
  @Flag(help: "Use numbers instead of names.") var anonymous = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  /// An attempt with its target folder.
  private struct Item {
    let worksheet: ContextPath
    let mailbox: String
    let attempt: Int
    let commit: ObjectID
    var folder = ""
  }

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let files = store.files
    let words = WorkAndPeople(path, who, for: forOptions.people, in: files)
    let root = try WorkSelection.root(words.path, in: files)
    let students =
      words.people.isEmpty
      ? nil : try session.participants(words.people, in: root.subject, of: files)
    let submissions = try Submissions(of: root.subject, in: store)
    let run = try GradeRun(
      subject: root.subject, files, submissions, CodeLibrary(in: store, files, session))
    var items: [Item] = []
    var failures = StudentFailures()
    for worksheet in try WorkSelection(root.description, in: files).worksheets {
      items += try attempts(worksheet, of: students, run, &failures)
    }
    guard !items.isEmpty else {
      if failures.isEmpty { session.output.notice("no submissions") }
      return try session.report(failures, "download")
    }
    name(&items, below: root, try files.isWorksheet(root), session)
    let target = FolderPath(to, from: session.directory).text
    // Without a name until all is on the disk
    let unfinished = TemporaryFolder(".teachkit-download", in: target)
    defer { unfinished.remove() }
    var table = Table(
      "downloads",
      [
        .init("folder"), .init("student"), .init("path"), .init("attempt", isNumber: true),
        .init("files", isNumber: true),
      ])
    var saved: [String] = []
    for item in items {
      let folder = "\(target)/\(item.folder)"
      let isNew = !DurableFile.exists(folder)
      let content = try failures.attempt(item.mailbox, at: item.worksheet) {
        let content = try SubmittedFiles(of: item.commit, in: submissions)
        if isNew { try content.save(in: "\(unfinished.path)/\(item.folder)") }
        return content.files
      }
      guard let content else { continue }
      if isNew {
        saved.append(item.folder)
      } else if try !content.allSatisfy({ try DurableFile.read("\(folder)/\($0.path)") == $0.bytes }
      ) {
        throw Failure(
          .createOperationFailed, "'\(to)/\(item.folder)' already exists",
          hint: "choose another folder")
      }
      table.append([
        Cell("\(to)/\(item.folder)"), Cell(item.mailbox), Cell(item.worksheet.description),
        Cell(item.attempt), Cell(content.count),
      ])
    }
    if !saved.isEmpty { try Durability.flush(around: target) }
    for folder in saved {
      try DurableFile.move("\(unfinished.path)/\(folder)", to: "\(target)/\(folder)")
    }
    session.report(table)
    if anonymous {
      session.output.hint("save this list: nothing in '\(to)' identifies the students")
    }
    try session.report(failures, "download")
  }

  /// The attempts that count for students, or the last ones if none counts.
  private func attempts(
    _ worksheet: Worksheet, of students: [String]?, _ run: GradeRun,
    _ failures: inout StudentFailures
  ) throws -> [Item] {
    let grader = try Grader(worksheet)
    var downloaded: Set<ObjectID> = []
    var known: Set<String> = []
    let who = students.map { GradeRun.Who.only(Set($0)) } ?? .counting
    return try run.works(on: worksheet, of: who).compactMap { work in
      guard !work.chain.isEmpty || work.damage != nil,
        let assessment = try failures.attempt(
          work.student, at: worksheet.path, { try run.assess(work, grader, worksheet) }),
        let last = work.chain.last
      else { return nil }
      let counting = assessment.grade.commit.flatMap { ObjectID($0) }
      let number = work.chain.firstIndex { $0.commit == counting } ?? work.chain.count - 1
      let submission = work.chain.indices.contains(number) ? work.chain[number] : last
      guard downloaded.insert(submission.commit).inserted else { return nil }
      // Other attempts of a group may count for members who joined or left.
      let isFirst = known.insert(submission.mailbox).inserted
      let mailbox = isFirst ? submission.mailbox : work.student
      return Item(
        worksheet: worksheet.path, mailbox: mailbox, attempt: number + 1,
        commit: submission.commit)
    }
  }

  private func name(
    _ items: inout [Item], below root: ContextPath, _ holdsRepositoryLock: Bool, _ session: Session
  ) {
    var names: [String: String] = [:]
    if anonymous {
      let mailboxes = Set(items.map(\.mailbox)).sorted().shuffled(using: &session.random)
      let digits = max(2, String(mailboxes.count).count)
      for (index, mailbox) in mailboxes.enumerated() {
        let number = String(index + 1)
        names[mailbox] =
          "student-" + String(repeating: "0", count: digits - number.count) + number
      }
    }
    for index in items.indices {
      let item = items[index]
      let work = item.worksheet.description.dropFirst(root.description.count + 1)
      items[index].folder =
        (holdsRepositoryLock ? "" : "\(work)/") + (names[item.mailbox] ?? item.mailbox)
    }
    items.sort { $0.folder < $1.folder }
  }
}
