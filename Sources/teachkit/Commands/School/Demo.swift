import ArgumentParser
import Course
import Git
import Glibc
import Storage
import Text

struct Demo: Command {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show the whole workflow in a demo school.",
    discussion: """
      Creates a school with two subjects, a hub in a folder and the clones of three students, \
      and walks through a week: share, submit, collect, grade, return. It shows each command \
      before the output. If you name a folder, the result stays there for you to explore.

      Example: teachkit demo ~/teachkit-demo
      """)

  static var formats: [Format] { [.text] }

  @Argument(
    help: "A new or empty folder for the result; by default, it is deleted.",
    completion: .directory)
  var folder: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    guard let folder else {
      var template = Array(
        "\(session.surroundings.temporaryFolder)/teachkit-demo-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else {
        throw Failure(
          .ioFailure, "cannot create a temporary folder: \(String(cString: strerror(errno)))")
      }
      let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      defer { Demo.remove(made) }
      try play(try DemoStage(made, session))
      session.output.print(
        """

        # Where to look next
        This school is deleted now. Use 'teachkit demo FOLDER' to keep one. 'teachkit help' shows
        the first commands, and with the README you create your own school in ten minutes.
        """)
      return
    }
    let path = folder.hasPrefix("/") ? folder : session.directory + "/" + folder
    if try !WorkTree(root: path).entries(in: "").isEmpty || access(path + "/.git", F_OK) == 0 {
      throw Failure(
        .createOperationFailed, "the folder is not empty", at: .init(path: folder),
        hint: "name a new folder")
    }
    try DurableFile.makeFolder(path)
    try play(try DemoStage(path, session))
    session.output.print(
      """

      # Where to look next
      cd \(folder)/school     you are the teacher: 'teachkit status', 'teachkit list --tree'
      cd \(folder)/ben/math   you are Ben: 'teachkit status', 'teachkit work'
      'teachkit help' shows the first commands; formats.md, installed next to the README in
      share/doc/teachkit, explains the files.
      """)
  }

  private func play(_ stage: DemoStage) throws {
    stage.say("The teacher creates a school. Its content comes from the demo's templates.")
    try stage.run(
      "init", "school", "--name", "Gymnasium am Park", "--zone", "Europe/Berlin", "--teacher",
      "Grace Kimura <grace@example.org>", "--hub", "hub", in: ".")
    try stage.copy("demo", to: "school", leavingOut: ["school.yaml"])
    try stage.run("set", "school", "notify=print", in: "school")
    try stage.run("check", in: "school")
    try stage.run("list", "math", "--tree", in: "school")
    try stage.run("list", "assignments", in: "school")
    for subject in ["math", "japanese"] {
      try stage.run("share", subject, "--with", "7b", in: "school")
    }

    stage.say("Ada clones both subjects and checks her work.")
    for (student, subject) in Demo.clones {
      try DurableFile.makeFolder("\(stage.folder)/\(student)")
      try stage.run("clone", "../hub/\(subject)", "--student", student, in: student)
      try stage.copy("demo-answers/\(student)/\(subject)", to: "\(student)/\(subject)")
      if (student, subject) == ("ada", "math") { try stage.run("status", in: "ada/math") }
    }

    stage.say("The students answer ('teachkit work' asks question by question) and submit.")
    try stage.run("activity", "start", "meaning", in: "ben/math")
    try stage.run("activity", "progress", "meaning", "1", in: "ben/math")
    try stage.run("close", in: "ben/math")
    try stage.run("answer", "adding/punch", "11/8 l", in: "ben/math")
    for (student, subject, works) in Demo.submissions {
      for work in works { try stage.run("submit", work, "--yes", in: "\(student)/\(subject)") }
    }

    stage.say("The teacher collects, grades, marks the essay by hand, and returns the work.")
    for subject in ["math", "japanese"] { try stage.run("collect", subject, in: "school") }
    try stage.copy("demo-marks", to: "school/marks")
    for subject in ["math", "japanese"] { try stage.run("grade", subject, in: "school") }
    for subject in ["math", "japanese"] { try stage.run("return", subject, in: "school") }

    stage.say("Ben looks at his feedback.")
    try stage.run("pull", in: "ben/math")
    try stage.run("feedback", "meaning", in: "ben/math")

    stage.say("Before school closes, the class teacher is reminded of students to speak to.")
    try stage.run("guidance", "add", "ada", "ben", "--reason", "clothing", in: "school")
    try stage.run(
      "remind", "closing", "7b", "--names", "--in", "1s", "--timer", "wait", in: "school")

    stage.say("The gradebook of the red group.")
    try stage.run("grades", "math", "--for", "7b/red", in: "school")

    stage.say(
      "The teacher sees how Ben worked, and shows everyone a leaderboard with aliases.")
    try stage.run("activity", "math/fractions/basics/meaning", "ben", in: "school")
    try stage.run("set", "math", "leaderboard=alias", in: "school")
    try stage.run("leaderboard", "math", in: "school")
    try stage.run("announce", "7b", "Bring your compass.", "--until", "+2d", in: "school")

    stage.say("Ben gets the announcement, and finds himself in the leaderboard.")
    try stage.run("pull", in: "ben/math")
    try stage.run("leaderboard", in: "ben/math")
  }

  private static let clones = [
    ("ada", "math"), ("ada", "japanese"), ("ben", "math"), ("ben", "japanese"), ("noor", "math"),
  ]

  private static let submissions = [
    (
      "ada", "math",
      ["fractions/basics/meaning", "fractions/calculating/adding", "fractions/market-stall"]
    ),
    (
      "ada", "japanese",
      ["first-words/greetings", "first-words/numbers", "everyday/introduction"]
    ),
    ("ben", "math", ["fractions/basics/meaning", "fractions/calculating/adding"]),
    ("ben", "japanese", ["first-words/greetings"]),
    ("noor", "math", ["fractions/basics/meaning", "fractions/basics/equivalent"]),
  ]

  private static func remove(_ folder: String) {
    _ = try? Subprocess("rm", ["-rf", "--", folder]).run()
  }
}
