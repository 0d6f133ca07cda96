import Glibc
import Reports
import Text

/// Standard output and standard error: results go to the one, everything else to the other.
///
/// Results are kept back until there is something to say on standard error, somebody is asked, or
/// the run ends, so that a command that fails prints nothing on standard output.
final class Output {
  var isQuiet = false
  /// Whether what is printed may go through the pager.
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

  /// How results are laid out.
  var layout: Layout {
    let colors = colorsResults
    return Layout(isTerminal: surroundings.outputIsTerminal) { text, tone in
      colors ? tone.painted(text) : text
    }
  }

  /// Whether nobody reads the results any more: long work may stop.
  var isClosed: Bool { writeError == EPIPE }

  // MARK: Results

  /// Prints a result. Names in it that come from files or hubs go through `visible(_:)` first.
  func print(_ text: String, terminator: String = "\n") {
    guard !isQuiet else { return }
    kept += text.utf8
    kept += terminator.utf8
    if kept.count > 1 << 16, !isPaged { flush() }
  }

  /// Writes what was kept back.
  func flush() {
    guard !kept.isEmpty else { return }
    erase()
    if writeError == 0 { writeError = write(kept, to: results) }
    kept.removeAll(keepingCapacity: true)
  }

  // MARK: Messages

  /// Says something beside the results, such as `committed by-hand changes`.
  func notice(_ text: String) {
    guard !isQuiet else { return }
    say(wrappedMessage(visible(text)))
  }

  /// Says what might be done next.
  func hint(_ text: String) {
    guard !isQuiet else { return }
    say(paintedMessage("hint:", .warning) + wrappedMessage("hint: \(visible(text))").dropFirst(5))
  }

  /// Says what failed, with nothing but the exit code following from it.
  func failure(_ failure: Failure) {
    say(failuresAsJSON ? failure.json.description : failure.text(paint: paintedMessage))
  }

  /// Asks; the answer is read by the caller.
  func ask(_ question: String) {
    flush()
    erase()
    _ = write(Array(question.utf8), to: messages)
  }

  /// Replaces the line that shows how far the work is; on a terminal alone.
  func progress(_ text: String) {
    guard surroundings.errorIsTerminal, !surroundings.isPlainTerminal, !isQuiet else { return }
    flush()
    _ = write(Array("\r\u{1B}[K\(text)".utf8), to: messages)
    showsProgress = true
  }

  /// Removes the line that shows how far the work is.
  func erase() {
    guard showsProgress else { return }
    showsProgress = false
    _ = write(Array("\r\u{1B}[K".utf8), to: messages)
  }

  // MARK: The end

  /// Ends a run that succeeded.
  /// - Returns: the exit code: 0 unless the results can't be written.
  func finish() -> Int32 {
    if isPaged, let pager = surroundings.pager, isLong {
      erase()
      if page(kept, through: pager) { kept = [] }
    }
    flush()
    erase()
    // A reader that went away has what it wanted.
    guard writeError != 0, writeError != EPIPE else { return 0 }
    let reason = String(cString: strerror(writeError))
    let failure = Failure(.ioFailure, "can't write to standard output: \(reason)")
    self.failure(failure)
    return failure.id.exitCode
  }

  /// Ends a run that failed.
  /// - Returns: the exit code.
  func fail(_ explanation: Explanation) -> Int32 {
    if explanation.resultsStand {
      let code = finish()
      if code != 0 { return code }
    }
    kept = []
    for failure in explanation.failures { self.failure(failure) }
    return explanation.exitCode
  }

  private var isLong: Bool {
    kept.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } >= surroundings.height
  }

  private func say(_ text: String) {
    flush()
    erase()
    _ = write(Array((text + "\n").utf8), to: messages)
  }

  /// On a terminal in lines that end between words.
  private func wrappedMessage(_ text: String) -> String {
    guard surroundings.errorIsTerminal else { return text }
    return wrapped(text, to: surroundings.width).joined(separator: "\n")
  }

  private func paintedMessage(_ text: String, _ tone: Tone) -> String {
    colorsMessages ? tone.painted(text) : text
  }
}

/// - Returns: 0, or the error number.
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

/// Shows `text` through a shell command.
/// - Returns: whether it could be started.
private func page(_ text: [UInt8], through command: String) -> Bool {
  // As Git has it: stop at once where one screen is enough, keep colours, leave the screen.
  setenv("LESS", "FRX", 0)
  guard let pipe = popen(command, "w") else { return false }
  fwrite(text, 1, text.count, pipe)
  // 127 is the shell's answer where there is no such command.
  return pclose(pipe) >> 8 & 0xFF != 127
}

extension Tone {
  /// `text` between the escape sequences of this tone.
  func painted(_ text: String) -> String {
    let code: String
    switch self {
    case .plain: return text
    case .strong: code = "1"
    case .quiet: code = "2"
    case .good: code = "32"
    case .warning: code = "33"
    case .bad: code = "1;31"
    }
    return text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
