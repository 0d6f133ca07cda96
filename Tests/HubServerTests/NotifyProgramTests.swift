import Testing

@testable import HubServer

@Suite struct NotifyProgramTests {
  private func run(_ script: String, limit: Double = 60) throws -> String? {
    let program = try #require(NotifyProgram(["/bin/sh", "-c", script], in: "/", limit: limit))
    return try program.run(input: Array("news".utf8))
  }

  @Test func withoutASettingNothingRuns() {
    #expect(NotifyProgram([], in: "/") == nil)
    #expect(NotifyProgram(["true"], in: "/")?.limit == 60)
  }

  @Test(
    arguments: [
      ("test \"$(cat)\" = news", nil), ("exit 3", "'/bin/sh': exit code 3"),
      ("echo no mail >&2; echo more >&2; exit 1", "'/bin/sh': exit code 1: no mail"),
      ("kill -TERM $$", "'/bin/sh': signal 15"),
    ] as [(String, String?)])
  func problemsAreReported(_ script: String, _ problem: String?) throws {
    #expect(try run(script) == problem)
  }

  /// Also if it ignores its input and SIGTERM, or only its child is left.
  @Test(arguments: ["sleep 60", "trap '' TERM; while :; do sleep 1; done", "sleep 60 & wait"])
  func programsThatHangAreKilled(_ script: String) throws {
    let start = ContinuousClock.now
    #expect(try run(script, limit: 1) == "'/bin/sh': no end after 1 seconds")
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
