import Foundation
import Testing

/// Several processes that change one school at the same time.
@Suite struct RacingTests {
  private static let processes = 8

  /// The number of changes per process. `RACES=100` makes eight hundred in total, which needs a
  /// release binary.
  private static let changes =
    ProcessInfo.processInfo.environment["RACES"].flatMap { Int($0) } ?? 5

  private let stage: Stage

  init() throws {
    stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    try expect(
      """
      teachkit init school --name Hof --teacher 'T <t@example.org>' --quiet && cd school &&
      for n in $(seq \(Self.processes)); do teachkit create student s$n --quiet || exit; done
      """, [])
  }

  private func expect(_ script: String, _ lines: [String]) throws {
    let result = try stage.run(script, as: "tina")
    #expect(result.lines == lines)
    #expect(result.exitCode == 0)
  }

  @Test func nothingIsLost() throws {
    defer { stage.clear() }
    let before = 1 + Self.processes
    try expect(
      """
      for n in $(seq \(Self.processes)); do
        (for i in $(seq \(Self.changes)); do
          teachkit set students/s$n number=$i --quiet || echo s$n $i
        done) &
      done
      wait
      """, [])
    let count = Self.processes * Self.changes
    try expect("git rev-list --count HEAD", ["\(before + count)"])
    try expect(
      "cat students.yaml",
      (1...Self.processes).map { "s\($0): {number: \(Self.changes)}" })
    try expect("git status --short; git fsck --strict --no-dangling", [])
    // The lock file remains, but isn't locked.
    try expect("ls .git/teachkit; find .git -name '*.lock'", ["lock"])
    try expect("flock --nonblock .git/teachkit/lock true", [])
  }

  @Test func oneOfSeveralConditionalChangesWins() throws {
    defer { stage.clear() }
    try expect(
      """
      version=$(teachkit show students/s1 --version)
      for n in $(seq \(Self.processes)); do
        (teachkit set students/s1 number=$n --if-version $version > out$n 2>&1; echo $?) &
      done | sort | uniq -c | tr -s ' '
      """, [" 1 0", " \(Self.processes - 1) 75"])
    try expect(
      "cat out* | grep -c \"its version is now $(teachkit show students/s1 --version)\"",
      ["\(Self.processes - 1)"])
  }

  /// The next command completes a change that was killed at any moment, unless it hadn't begun.
  @Test func changesAreAtomic() throws {
    defer { stage.clear() }
    try expect(
      """
      number() { sed -n 's/^s1: {number: \\(.*\\)}$/\\1/p'; }
      teachkit set students/s1 number=0 --quiet; before=0
      for n in $(seq 50); do
        { timeout -s KILL 0.0$((10 + n % 50)) teachkit set students/s1 number=$n --quiet; } 2> /dev/null
        teachkit list students > list && git status --short | grep -v ' list$'
        now=$(number < students.yaml)
        [ "$now" = $before ] || [ "$now" = $n ] || echo "$before, $n: $now"
        [ "$now" = "$(git show HEAD:students.yaml | number)" ] || echo "$now is not committed"
        before=$now
      done
      git fsck --strict --no-dangling
      sleep 3; teachkit set students/s1 number=100 --quiet; find .git -name '.tmp*' -o -name '*.lock'
      """, [])
  }
}
