import ArgumentParser
import Course
import Exchange
import Git
import Glibc
import Model
import Storage
import Text

struct Open: Command {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open a file of your work and record the time.",
    discussion: """
      Opens texts in your editor ($VISUAL, $EDITOR, nano or vi) and other files as your desktop does. \
      The time counts until the program ends; with '--no-wait', and for files that the desktop \
      opens, until 'close'. The words of a text are counted. FILE is needed only if the \
      worksheet asks for several files. The program can report progress and results: see \
      docs/activity.md.

      Example: teachkit open essay
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The file in the worksheet's folder.", completion: .file()) var file: String?
  @Option(name: .customLong("with"), help: "The command that opens the file.") var program: String?
  @Flag(name: .customLong("no-wait"), help: "Don't wait; end the time with 'close'.")
  var isDetached = false
  @Flag(help: "Begin a new attempt.") var new = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    let target = try document(at: place, clone)
    let file = "\(clone.root)/\(target)"
    let isProse = FileOpener.isText(file) && Open.isProse(target)
    var opener =
      try program.map { FileOpener(command: $0, isDetached: isDetached) }
      ?? FileOpener(for: file, session.surroundings)
    if isDetached { opener.isDetached = true }
    let (isStarted, ended) = try clone.startActivity(
      place, document: isProse ? target : nil, isNew: new,
      process: opener.isDetached ? nil : getpid())
    session.reportEnded(ended)
    session.sendLive(ended, of: clone)
    try session.announceRecording(at: place, clone)
    session.output.flush()
    if opener.isDetached {
      try check(opener.open(file), opener)
      return session.output.hint("run 'teachkit close' when you have finished")
    }
    try run(opener, file, at: place, isStarted: isStarted, clone, session)
  }

  /// Runs the program until it ends, and saves the session.
  private func run(
    _ opener: FileOpener, _ file: String, at place: ActivityPlace, isStarted: Bool,
    _ clone: StudentClone, _ session: Session
  ) throws {
    let heartbeat = session.heartbeat(of: clone)
    let recorder = ActivityRecorder(clone, place) { [clock = session.clock] in clock.now }
    let server = try ActivityServer(in: session.surroundings.temporaryFolder, recorder.record)
    setenv(ActivityServer.variable, server.path, 1)
    let status = opener.open(file)
    unsetenv(ActivityServer.variable)
    server.stop()
    heartbeat?.stop()
    if isStarted,
      let ended = try clone.stopActivity(
        at: place, of: getpid(), now: session.now)
    {
      session.reportEnded(ended)
      session.sendLive(ended, of: clone)
    }
    try check(status, opener)
  }

  /// Checks a status of `system`.
  private func check(_ status: Int32, _ opener: FileOpener) throws {
    if status == 0 { return }
    let name = visible(opener.command)
    guard status != 127 << 8 else {
      throw Failure(
        .notConfigured, "no program '\(name)'", hint: "install it, or name another with '--with'")
    }
    throw Failure(.ioFailure, "'\(name)' failed; your time is recorded")
  }

  /// The file to open, relative to the clone.
  private func document(at place: ActivityPlace, _ clone: StudentClone) throws -> String {
    let folder = place.path.work
    if let file = place.file { return "\(folder)/\(file)" }
    let worksheet = try clone.files.worksheet(place.path)
    let answers = worksheet.exercises.flatMap(\.question.files)
    guard let file else {
      guard answers.count == 1 else {
        let names = answers.map { "'\(visible($0))'" }.joined(separator: ", ")
        throw Failure(
          .valueIsFaulty,
          answers.isEmpty
            ? "'\(folder)' asks for no file" : "'\(folder)' asks for several files",
          hint: answers.isEmpty
            ? "answer its questions with 'teachkit work \(folder)'" : "name one of \(names)")
      }
      try clone.makeWorkFolder(place.path)
      return "\(folder)/work/\(answers[0])"
    }
    if answers.contains(file) {
      try clone.makeWorkFolder(place.path)
      return "\(folder)/work/\(file)"
    }
    for candidate in ["work/\(file)", file, "files/\(file)"]
    where !file.split(separator: "/").contains("..")
      && DurableFile.isFile("\(clone.root)/\(folder)/\(candidate)")
    {
      return "\(folder)/\(candidate)"
    }
    throw Failure(.notFound, "no file '\(visible(file))' in '\(folder)'")
  }

  /// Whether the words of a text file count: by its name, it is prose and not a program or a table.
  private static func isProse(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return true }
    return proseSuffixes.contains(name[dot...].dropFirst().lowercased())
  }

  private static let proseSuffixes: Set<String> = [
    "txt", "text", "md", "markdown", "rst", "adoc", "org", "tex", "typ", "qmd", "rmd",
  ]
}
