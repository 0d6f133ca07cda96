import Git
import Glibc

/// A place in which programs of strangers run: with no network, no files but their own, and limits
/// on what they use.
public struct Sandbox: Sendable {
  /// What keeps a program in.
  public enum Confinement: String, CaseIterable, Sendable {
    /// bubblewrap: names of its own for processes, files, users and the network.
    case bubblewrap
    /// Nothing but the limits: the program can read and change whatever this user can.
    case none
  }

  private let confinement: Confinement

  /// A sandbox that was tried out.
  ///
  /// - Throws: ``SandboxMissing`` where this machine doesn't allow it.
  public init(_ confinement: Confinement = .bubblewrap) throws(SandboxMissing) {
    self.confinement = confinement
    if confinement == .bubblewrap { try probe() }
  }

  private func probe() throws(SandboxMissing) {
    let program = SandboxedProgram(
      ["true"], in: "/usr/share/doc/libc6",
      limits: Limits(time: 10, memory: nil, output: 1 << 16))
    let message: String
    do throws(GitError) {
      let result = try subprocess(program, RunWatch(program.limits)).run()
      if result.succeeded { return }
      message = String(decoding: result.errors.prefix(500), as: UTF8.self)
    } catch {
      message = "'\(error.path ?? "bwrap")': \(error.message)"
    }
    throw SandboxMissing(message: message)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `GitError` where nothing can be run at all; whatever the program does is a result.
  public func run(_ program: SandboxedProgram) throws(GitError) -> Run {
    let watch = RunWatch(program.limits)
    return Run(try subprocess(program, watch).run(), program.limits, watch.verdict)
  }

  /// Runs a program that tests another beside that one: each reads what the other prints, and only
  /// `tester` has a descriptor 3, on which it reports. What is printed there is the run's output.
  public func run(_ tester: SandboxedProgram, testing program: SandboxedProgram) throws(GitError)
    -> Run
  {
    let watch = RunWatch(tester.limits)
    let other = try subprocess(program, RunWatch(program.limits))
    return Run(
      try subprocess(tester, watch, reports: true).run(beside: other), tester.limits, watch.verdict)
  }

  private func subprocess(
    _ program: SandboxedProgram, _ watch: RunWatch, reports: Bool = false
  ) throws(GitError) -> Subprocess {
    let words = Confined(program, in: confinement, filter: reports ? 4 : 3).words
    var process = Subprocess(words[0], Array(words.dropFirst()))
    process.environment = ["PATH": Confined.path(besides: [])]
    process.input = program.input
    process.timeout = program.limits.patience
    process.outputLimit = program.limits.output
    process.watch = { watch.isOver($0) }
    if confinement == .bubblewrap { process.handed = SystemCallFilter.bytes }
    return process
  }
}

/// Why no sandbox can be had.
public struct SandboxMissing: Error, Hashable, Sendable {
  /// In the words of the system.
  public let message: String
}

extension Sandbox {
  /// Whether a program can be run by its name alone.
  ///
  /// - Parameter readable: folders besides `/usr` in which it may be.
  public static func finds(_ program: String, readable: [String]) -> Bool {
    Confined.path(besides: readable).split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }
}
