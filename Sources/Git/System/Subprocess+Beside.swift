import Glibc

extension Subprocess {
  /// Runs this program next to another: each reads the output of the other.
  ///
  /// The result's output is read from descriptor 3, which the other program doesn't have. Each has
  /// a separate pipe for errors, because either could read from a shared one. If the other program
  /// exits first, this one reads the end of its output and gets no broken pipe. When this program
  /// exits, the other is killed. Neither `input` is used.
  ///
  /// - Throws: the same errors as `run()`.
  public func run(beside other: Subprocess) throws(GitError) -> Result {
    let report = try Pipe()
    let errors = try Pipe()
    let otherErrors = try Pipe()
    let input = try Pipe()
    let back = try Pipe()
    let marked = MarkedProcesses()
    let companion = try other.start(
      Streams(input: input.reading, output: back.writing, errors: otherErrors.writing),
      mark: marked.mark)
    defer {
      kill(-companion, SIGKILL)
      kill(companion, SIGKILL)
      var status: Int32 = 0
      while waitpid(companion, &status, 0) < 0, errno == EINTR {}
    }
    let process = try start(
      Streams(
        input: back.reading, output: input.writing, errors: errors.writing, report: report.writing),
      mark: marked.mark)
    for pipe in [report, errors, otherErrors, input, back] { pipe.closeWriting() }
    return ProcessMonitor(
      process: process, output: report, errors: errors, feed: nil,
      deadline: timeout.map { Backoff.now + $0 }, limit: outputLimit, marked: marked,
      watch: { [watch] process in
        // This program judges how the other one ended.
        if other.watch?(companion) == true { kill(-companion, SIGKILL) }
        return watch?(process) ?? false
      }, otherErrors: otherErrors
    ).attend()
  }
}
