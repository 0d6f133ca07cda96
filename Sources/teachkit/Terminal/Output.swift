import Course
import Glibc
import PlainYAML
import Reports
import Storage
import Text

/// Standard output for results, standard error for everything else.
///
/// Results are buffered until a message or question is printed or the run ends, so that a failing
/// command prints nothing on standard output.
final class Output {
  var isQuiet = false
  /// Whether results may go through the pager.
  var isPaged = false
  let surroundings: Surroundings
  private let failuresAsJSON: Bool
  private let results: Int32
  private let messages: Int32
  private var kept: [UInt8] = []
  private var writeError: Int32 = 0
  private var colorsResults = false
  private var colorsMessages = false
  private var showsProgress = false

  /// - Parameter results, messages: descriptors of standard output and error.
  init(
    _ surroundings: Surroundings, failuresAsJSON: Bool = false, results: Int32 = STDOUT_FILENO,
    messages: Int32 = STDERR_FILENO
  ) {
    self.surroundings = surroundings
    self.failuresAsJSON = failuresAsJSON
    self.results = results
    self.messages = messages
    setColors(.auto)
  }

  func setColors(_ use: ColorUse) {
    colorsResults = surroundings.usesColor(use, isTerminal: surroundings.outputIsTerminal)
    colorsMessages = surroundings.usesColor(use, isTerminal: surroundings.errorIsTerminal)
  }

  /// The damaged lines of the school's grades that the command read. They are reported at its end.
  let damage = DamageLog()

  /// The layout of results.
  var layout: Layout {
    let colors = colorsResults
    return Layout(
      isTerminal: surroundings.outputIsTerminal, width: surroundings.width, hasColors: colors
    ) { text, tone in
      colors ? tone.painted(text) : text
    }
  }

  /// Whether the reader of the results closed the pipe; long work may stop then.
  var isClosed: Bool { writeError == EPIPE }

  // MARK: Results

  /// Prints a result. Pass names from files or hubs through `visible(_:)` first.
  @_disfavoredOverload
  func print(_ text: String, terminator: String = "\n") {
    guard !isQuiet else { return }
    kept += text.utf8
    kept += terminator.utf8
    if kept.count > 1 << 16, !isPaged { flush() }
  }

  /// Prints a result in words.
  /// Adds bytes that aren't text to the results.
  func print(bytes: [UInt8]) { if !isQuiet { kept += bytes } }

  func print(_ message: Message) { print(message.text, terminator: "\n") }

  /// Writes the buffered results, through the pager if they are longer than the screen.
  func flush() {
    guard !kept.isEmpty else { return }
    erase()
    if isPaged, let pager = surroundings.pager, isLong, page(kept, through: pager) {
      kept.removeAll(keepingCapacity: true)
      return
    }
    if writeError == 0 { writeError = write(kept, to: results) }
    kept.removeAll(keepingCapacity: true)
  }

  // MARK: Messages

  /// Prints a notice, such as `committed manual changes`.
  func notice(_ message: Message) {
    guard !isQuiet else { return }
    say(wrappedMessage(visible(message.text)))
  }

  /// Prints a suggestion for the next step.
  func hint(_ message: Message) {
    guard !isQuiet else { return }
    say(
      paintedMessage("hint:", .warning)
        + wrappedMessage("hint: \(visible(message.text))").dropFirst(5))
  }

  /// Prints a failure; only the exit code depends on it.
  func failure(_ failure: Failure) {
    say(
      failuresAsJSON
        ? failure.json.description : failure.text(paint: paintedMessage, wrap: wrappedMessage))
  }

  /// Prints a question; the caller reads the answer.
  func ask(_ question: Message) {
    let text = question.text
    show(text.hasSuffix(" ") ? wrappedMessage(String(text.dropLast())) + " " : wrappedMessage(text))
  }

  /// Writes text to the terminal of messages.
  func show(_ text: String) {
    flush()
    erase()
    _ = write(Array(text.utf8), to: messages)
  }

  /// Replaces the progress line, only on a terminal.
  func progress(_ message: Message) {
    guard surroundings.errorIsTerminal, !surroundings.isPlainTerminal, !isQuiet else { return }
    flush()
    _ = write(Array("\r\u{1B}[K\(message.text)".utf8), to: messages)
    showsProgress = true
  }

  /// Removes the progress line.
  func erase() {
    guard showsProgress else { return }
    showsProgress = false
    _ = write(Array("\r\u{1B}[K".utf8), to: messages)
  }

  /// Writes to the screen of results at once, for programs that fill it.
  func draw(_ text: String) {
    flush()
    _ = write(Array(text.utf8), to: results)
  }

  // MARK: Ending a run

  /// Ends a run that succeeded.
  ///
  /// - Returns: the exit code: 0 unless the results can't be written.
  func finish() -> Int32 {
    flush()
    erase()
    reportDamage()
    // A reader that closed the pipe isn't an error.
    guard writeError != 0, writeError != EPIPE else { return 0 }
    let reason = String(cString: strerror(writeError))
    let failure = Failure(.ioFailure, "cannot write to standard output: \(reason)")
    self.failure(failure)
    return failure.id.exitCode
  }

  /// Ends a run that failed.
  ///
  /// - Returns: the exit code.
  func fail(_ explanation: Explanation) -> Int32 {
    if explanation.resultsAreValid {
      let code = finish()
      if code != 0 { return code }
    } else {
      reportDamage()
    }
    kept = []
    for failure in explanation.failures { self.failure(failure) }
    return explanation.exitCode
  }

  private func reportDamage() {
    let faults = damage.faults
    for fault in faults { notice(fault.notice) }
    if !faults.isEmpty { hint("run 'teachkit grade' to compute them again") }
  }

  private var isLong: Bool {
    kept.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } >= surroundings.height
  }

  private func say(_ text: String) {
    flush()
    erase()
    _ = write(Array((text + "\n").utf8), to: messages)
  }

  /// Wraps a message between words, only on a terminal.
  private func wrappedMessage(_ text: String) -> String {
    guard surroundings.errorIsTerminal else { return text }
    return wrapped(text, to: surroundings.width).joined(separator: "\n")
  }

  private func paintedMessage(_ text: String, _ tone: Tone) -> String {
    colorsMessages ? tone.painted(text) : text
  }
}

/// - Returns: 0 or the error number.
private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? errno : EIO }
    rest = rest.dropFirst(count)
  }
  return 0
}

/// Shows `text` with a shell command.
///
/// - Returns: whether the command could be started.
private func page(_ text: [UInt8], through command: String) -> Bool {
  // Git's defaults: quit if the text fits on one screen, keep colors, don't clear the screen.
  setenv("LESS", "FRX", 0)
  guard let pipe = popen(command, "w") else { return false }
  // Ctrl-C belongs to the pager until it ends.
  let interrupt = signal(SIGINT, SIG_IGN)
  defer { _ = signal(SIGINT, interrupt) }
  fwrite(text, 1, text.count, pipe)
  // The shell exits with 127 if the command doesn't exist.
  return pclose(pipe) >> 8 & 0xFF != 127
}

extension Tone {
  /// Returns `text` between the escape sequences of this tone.
  func painted(_ text: String) -> String {
    let code: String
    switch self {
    case .plain: return text
    case .strong: code = "1"
    case .quiet: code = "2"
    case .good: code = "32"
    case .warning: code = "33"
    case .bad: code = "1;31"
    case .emphasis: code = "3"
    case .code: code = "36"
    }
    return text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

extension Fault {
  /// A damaged line as a notice: `grades/math/adding.yaml:3: cannot read the grade of 'ada'`.
  var notice: Message {
    position.map { "\(file):\($0.line): \(message)" } ?? "\(file): \(message)"
  }
}
