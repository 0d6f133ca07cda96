import Foundation
import Testing

@testable import Git

struct SubprocessTests {
  private func shell(_ script: String, input: [UInt8]? = nil, timeout: Double? = nil) throws
    -> Subprocess.Result
  {
    try Subprocess("sh", ["-c", script], input: input, timeout: timeout).run()
  }

  @Test func capturesBothStreamsAndTheStatus() throws {
    let result = try shell("echo out; echo err >&2; exit 3")
    #expect(result.status == .exited(3) && !result.succeeded)
    #expect(result.outputText == "out\n" && result.errorText == "err\n")
    #expect(try shell("kill -9 $$").status == .signalled(9))
  }

  @Test func largeInputAndOutputDoNotBlock() throws {
    let input = [UInt8](repeating: 65, count: 3_000_000)
    let result = try shell("tee /dev/stderr", input: input)
    #expect(result.output == input && result.errors == input)
    // Writing ends if the child doesn't read its input.
    #expect(try shell("exit 0", input: input).succeeded)
    var cut = Subprocess("sh", ["-c", "head -c 100000 /dev/zero"])
    cut.outputLimit = 10
    let part = try cut.run()
    #expect(part.isCut && part.output.count == 10 && part.succeeded)
  }

  @Test func timeoutsStopTheProcess() throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try shell("sleep 30 & sleep 30", timeout: 0.3).status == .timedOut)
    // A background process that keeps the streams open doesn't block the caller.
    #expect(try shell("sleep 30 & exit 4", timeout: 60).status == .exited(4))
    #expect(clock.now - start < .seconds(20))
  }

  @Test func processesOfOtherSessionsAreStopped() throws {
    let result = try shell("setsid sleep 31 & echo $!; sleep 31", timeout: 0.5)
    #expect(result.status == .timedOut)
    let number = try #require(pid_t(result.outputText.trimmingCharacters(in: .newlines)))
    // The killed process may still be a zombie.
    let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    #expect(state?.contains(") Z ") ?? true)
  }

  @Test func argumentsAndEnvironmentArePassedUnchanged() throws {
    let result = try Subprocess(
      "printf", ["%s|", "a b", "$HOME", "", "ü'\""], environment: ["PATH": "/usr/bin:/bin"]
    ).run()
    #expect(result.outputText == "a b|$HOME||ü'\"|")
    let seen = try Subprocess("env", [], environment: ["PATH": "/usr/bin:/bin", "X": "1"]).run()
    #expect(seen.outputText.split(separator: "\n").sorted() == ["PATH=/usr/bin:/bin", "X=1"])
    #expect(try Subprocess("pwd", [], folder: "/usr").run().outputText == "/usr\n")
    #expect(code { _ = try Subprocess("no-such-program", []).run() } == .programMissing)
    let open = try Subprocess("ls", ["/proc/self/fd"]).run().outputText
    #expect(open.split(separator: "\n").count == 4)
  }
}
