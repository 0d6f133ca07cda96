import Glibc

extension Subprocess {
  /// Runs this program beside another, each reading what the other prints.
  ///
  /// Its result is kept from descriptor 3, which the other program doesn't have. Each has a pipe of
  /// its own for errors: through one pipe, either could read what the other writes. It finds the end of what the other one printed, but no broken pipe: how that one ends is
  /// for it to judge. When it has ended, the other one is ended, too. Neither `input` is used.
  ///
  /// - Throws: what `run()` throws.
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
    return Attendant(
      process: process, output: report, errors: errors, feed: nil,
      deadline: timeout.map { Backoff.now + $0 }, limit: outputLimit, marked: marked,
      watch: { [watch] process in
        // The tester judges how the other program ended.
        if other.watch?(companion) == true { kill(-companion, SIGKILL) }
        return watch?(process) ?? false
      }, otherErrors: otherErrors
    ).attend()
  }
}
