import Course
import Exchange
import Git
import Model
import PlainYAML
import Reports
import Storage
import Text

/// A student's submission for the teacher to read: answers, and the content of text files.
struct SubmittedWorkReport: Report {
  /// A file of the submission.
  struct File {
    let size: Int
    /// Nil if the file isn't text.
    let text: String?
  }

  let worksheet: Worksheet
  /// The exercises to show.
  let exercises: [Exercise]
  let student: String
  let attempt: Int
  let of: Int
  let at: Instant
  let zone: Zone
  let commit: ObjectID
  let answers: SubmittedAnswers
  /// The files by path below `work/`.
  let files: [String: File]
  let width: Int

  func text(_ layout: Layout) -> String {
    var lines = [
      layout.paint("\(worksheet.path)", .strong) + " of \(student): attempt \(attempt) of \(of), "
        + zone.text(at)
    ]
    if case .unreadable(let why) = answers { lines.append(layout.paint(visible(why), .bad)) }
    for exercise in exercises {
      lines += ["", layout.paint(visible(exercise.id), .strong)]
      var text = words(of: exercise)
      while text.last?.isNewline == true { text.removeLast() }
      // Keep the line breaks of files.
      let isFile = !exercise.question.files.isEmpty
      lines += (isFile ? text : wrapped(text, to: width - 2).joined(separator: "\n"))
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(of exercise: Exercise) -> String {
    if !exercise.question.files.isEmpty {
      let submitted = exercise.question.own(of: files.keys).compactMap { name in
        files[name].map { words(of: $0, name) }
      }
      return submitted.isEmpty ? "not answered" : submitted.joined(separator: "\n")
    }
    return answer(to: exercise).map {
      visible(AnswerText.line($0, to: exercise.question), keepingLines: true)
    } ?? "not answered"
  }

  private func words(of file: File, _ name: String) -> String {
    guard let text = file.text else {
      return """
        work/\(visible(name)), \(file.size) bytes: \
        save it with 'teachkit download \(worksheet.path) \(student) --to DIR'
        """
    }
    return "work/\(visible(name)):\n" + visible(text, keepingLines: true)
  }

  private func answer(to exercise: Exercise) -> AnswerValue? {
    guard case .answers(let all) = answers else { return nil }
    return exercise.own(in: all).flatMap { $0.isBlank ? nil : $0 }
  }

  var json: JSONValue {
    Self.envelope(
      "handed-in", "item",
      [
        "path": .string("\(worksheet.path)"), "student": .string(student),
        "attempt": .integer(attempt), "at": .string(at.description),
        "commit": .string(commit.description),
        "exercises": .array(
          exercises.map { exercise -> JSONValue in
            let names = exercise.question.own(of: files.keys)
            let name = names.first
            return [
              "id": .string(exercise.id), "answer": AnswerText.json(answer(to: exercise)),
              "file": .text(name), "text": .text(name.flatMap { files[$0]?.text }),
              "files": .array(
                names.map { ["name": .string($0), "text": .text(files[$0]?.text)] }),
            ]
          }),
      ])
  }
}

extension SubmittedWorkReport {
  /// The maximum number of bytes to show of a file.
  private static var most: Int { 1 << 18 }

  /// Loads the attempt that counts for the grade, or else the last one.
  ///
  /// - Parameter exercise: the only exercise to show; nil for all.
  /// - Throws: `Failure` if nothing was collected.
  init(
    of student: String, _ path: ContextPath, only exercise: String?, in store: SchoolStore,
    width: Int
  ) throws {
    let files = store.files
    let worksheet = try files.worksheet(path)
    let rules = try files.subject(path.subject).rules
    let mailbox = try files.book().terms(for: student, worksheet, rules: rules).mailbox
    let names = try WorkNames(of: path.subject, in: files).names(of: path)
    let submissions = try Submissions(of: path.subject, in: store)
    let attempts = try Submissions.attempts(
      of: student, today: mailbox, among: try submissions.attempts(at: names),
      ReceivedWork(try files.received(path)))
    let counted = try files.grades(path)[student]?.commit
    let place = attempts.firstIndex { $0.commit.description == counted } ?? attempts.count - 1
    guard attempts.indices.contains(place) else {
      throw Failure(
        .notFound, "no submission of \(path) from '\(student)'",
        hint: "run 'teachkit collect \(path.subject)' to collect new submissions")
    }
    let commit = attempts[place].commit
    let exercises = worksheet.exercises.filter { exercise == nil || $0.id == exercise }
    var found: [String: File] = [:]
    let paths = try submissions.files(of: commit)
    for name in exercises.flatMap({ $0.question.own(of: paths) }) {
      guard let bytes = try submissions.bytes(at: "work/\(name)", of: commit) else { continue }
      let text = bytes.count <= Self.most ? String(validating: bytes, as: UTF8.self) : nil
      found[name] = File(
        size: bytes.count, text: text.flatMap { $0.contains("\0") ? nil : $0 })
    }
    self.init(
      worksheet: worksheet, exercises: exercises, student: student, attempt: place + 1,
      of: attempts.count, at: attempts[place].claimed, zone: try files.zone(), commit: commit,
      answers: try submissions.answers(of: commit), files: found, width: width)
  }
}
