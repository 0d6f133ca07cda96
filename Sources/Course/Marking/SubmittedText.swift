import Exchange
import Git
import Model
import Storage
import Text

/// An answer as a marker sees it, with control characters made visible.
public struct SubmittedText {
  public let submissions: Submissions
  public let width: Int
  /// The limits of a displayed file.
  private static let (mostBytes, mostLines) = (256 << 10, 300)

  public init(_ submissions: Submissions, width: Int) {
    self.submissions = submissions
    self.width = width
  }

  /// - Parameter commit: the attempt in hexadecimal; nil without a submission.
  /// - Returns: the lines, or a line that explains the absence.
  public func lines(of exercise: Exercise, in commit: String?) throws -> [String] {
    var failures = StudentFailures()
    return try failures.attempt("", { try readableLines(of: exercise, in: commit) })
      ?? failures.items.map { "Cannot read the submission: \(visible("\($0.error)"))." }
  }

  private func readableLines(
    of exercise: Exercise, in commit: String?
  ) throws(GitError) -> [String] {
    guard let commit = commit.flatMap({ ObjectID($0) }) else {
      return ["No submission."]
    }
    if case .file(let name) = exercise.question {
      return try file("work/" + name, of: commit)
    }
    if case .code = exercise.question {
      let names = exercise.question.own(of: try submissions.files(of: commit))
      var lines: [String] = []
      for name in names {
        lines.append("work/\(visible(name)):")
        lines += try file("work/" + name, of: commit)
      }
      return names.isEmpty ? ["No program was submitted."] : lines
    }
    switch try submissions.answers(of: commit) {
    case .unreadable(let reason): return ["Cannot read the answers: \(visible(reason))."]
    case .answers(let answers):
      guard let answer = exercise.own(in: answers), !answer.isBlank else { return ["No answer."] }
      return text(AnswerText.line(answer, to: exercise.question))
    }
  }

  private func file(_ path: String, of commit: ObjectID) throws(GitError) -> [String] {
    let bytes: [UInt8]?
    do {
      bytes = try submissions.bytes(at: path, of: commit, limit: Self.mostBytes)
    } catch {
      guard error.code == .limit else { throw error }
      return ["\(visible(path)) is too large to show: use 'teachkit download'."]
    }
    guard let bytes else { return ["\(visible(path)) wasn't submitted."] }
    guard !bytes.contains(0), let content = String(validating: bytes, as: UTF8.self) else {
      return ["\(visible(path)), \(bytes.count) bytes, isn't text: use 'teachkit download'."]
    }
    let lines = text(content)
    if lines.count <= Self.mostLines { return lines }
    return lines.prefix(Self.mostLines) + ["… \(lines.count - Self.mostLines) more lines"]
  }

  private func text(_ text: String) -> [String] {
    var rest = text[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .flatMap { line in
        let words = line.split(separator: "\t", omittingEmptySubsequences: false)
        return wrapped(visible(words.joined(separator: "    ")), to: width - 2)
      }.map { "  " + $0 }
  }
}
