import Course
import Git
import Model
import Storage
import Testing

@Suite struct TimerJobTests {
  private let job = TimerJob(
    name: "closing-7b",
    words: ["/usr/bin/teachkit", "remind", "fire", "7b", "-C", "/home/a b/100%"],
    time: Instant(iso: "2026-11-20T15:35:00Z")!)

  @Test func systemdUnderstandsTheCalendarTime() throws {
    #expect(job.calendar == "2026-11-20 15:35:00 UTC")
    let result = try Subprocess(
      "systemd-analyze", ["calendar", "--base-time=2026-01-01", job.calendar],
      environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C"]
    ).run()
    #expect(result.outputText.contains("Next elapse: Fri 2026-11-20 15:35:00 UTC"))
  }

  @Test func unitNamesEscapeOtherCharacters() {
    #expect(job.unit == "teachkit-closing-7b")
    #expect(TimerJob.unit("closing-7ä") == "teachkit-closing-7\\xc3\\xa4")
  }

  @Test func cronAcceptsTheLine() throws {
    let berlin = try #require(try ZoneFile.zone("Europe/Berlin"))
    let line = job.crontab(in: berlin)
    #expect(
      line
        == #"35 16 20 11 * /usr/bin/teachkit remind fire 7b -C '/home/a b/100\%' # teachkit-closing-7b"#
    )
    // Debian's crontab checks a file without installing it.
    let check = try Subprocess("crontab", ["-n", "-"], input: Array((line + "\n").utf8)).run()
    #expect(check.succeeded, "\(check.errorText)")
    let bad = try Subprocess("crontab", ["-n", "-"], input: Array("35 25 * * * x\n".utf8)).run()
    #expect(!bad.succeeded)
  }

  @Test func onlyTheLineOfTheTimerIsRemoved() {
    let table =
      "# mine\n0 1 * * * backup\n35 16 20 11 * x # teachkit-closing-7b\n0 2 * * * y # teachkit-closing-7c\n"
    #expect(
      TimerJob.crontab(table, without: "closing-7b")
        == "# mine\n0 1 * * * backup\n0 2 * * * y # teachkit-closing-7c\n")
    #expect(TimerJob.crontab(table, without: "closing") == table)
  }

  @Test func atTakesLocalTime() throws {
    let seoul = try #require(try ZoneFile.zone("Asia/Seoul"))
    #expect(job.atTime(in: seoul) == "202611210035")
  }
}
