import Git
import Glibc

/// Runs untrusted programs without a network, with only their own files, and with resource limits.
public struct Sandbox: Sendable {
  /// The kind of confinement.
  public enum Confinement: String, CaseIterable, Sendable {
    /// bubblewrap: separate namespaces for processes, files, users and the network.
    case bubblewrap
    /// Limits only: the program can read and change everything that this user can.
    case none
  }

  private let confinement: Confinement

  /// Creates a sandbox and tests it.
  ///
  /// - Throws: ``SandboxMissing`` if this machine doesn't allow it.
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
      let result = try subprocess(program, watch(program)).run()
      if result.succeeded { return }
      message = String(decoding: result.errors.prefix(500), as: UTF8.self)
    } catch {
      message = "'\(error.path ?? "bwrap")': \(error.message)"
    }
    throw SandboxMissing(message: message)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `GitError` if no process can be started; every failure of the program itself is a
  ///   result.
  public func run(_ program: SandboxedProgram) throws(GitError) -> Run {
    let watch = watch(program)
    return Run(try subprocess(program, watch).run(), program.limits, watch.verdict)
  }

  /// Runs a test program together with a student's program: each reads the other's output, and only
  /// `tester` has file descriptor 3 for its report, which becomes the run's output.
  public func run(_ tester: SandboxedProgram, testing program: SandboxedProgram) throws(GitError)
    -> Run
  {
    let (watch, testedWatch) = (watch(tester), watch(program))
    let result = try subprocess(tester, watch, reports: true).run(
      beside: subprocess(program, testedWatch))
    return Run(result, tester.limits, watch.verdict, tested: testedWatch.verdict)
  }

  private func watch(_ program: SandboxedProgram) -> RunWatch {
    RunWatch(program.limits, isConfined: confinement == .bubblewrap)
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

/// Why no sandbox is available.
public struct SandboxMissing: Error, Hashable, Sendable {
  /// The system's message.
  public let message: String
}

extension Sandbox {
  /// Whether a program can be found by its name.
  ///
  /// - Parameter readable: readable folders in addition to `/usr`.
  public static func finds(_ program: String, readable: [String]) -> Bool {
    Confined.path(besides: readable).split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }
}
