import Testing

@Suite struct ScenarioParserTests {
  @Test func readsBlocksOfRoles() throws {
    let scenario = try Scenario(
      """
      <!-- scenario
      time: 2026-01-01T00:00:10Z
      uid ben: 2001
      gid ben: 2000
      -->
      # Title
      ```
      $ prose
      ```
      ``` ~ben (fail 77) at=+2h
      $ one \\
          more
      out

      $ two
      ```
      ````yaml file path=a/b.yaml ~tina
      ```
      x: 1
      ````
      """)
    #expect(scenario.time == 1_767_225_610)
    #expect(scenario.users == ["ben": 2001] && scenario.groups == ["ben": 2000])
    #expect(
      scenario.steps == [
        .init(
          role: "ben", line: 11,
          action: .run(
            .init(text: "one \\\n    more", expected: ["out", ""], range: 12..<14)),
          clock: .later(7200)),
        .init(
          role: "ben", line: 15,
          action: .run(.init(text: "two", expected: [], range: 15..<15, exitCode: 77))),
        .init(
          role: "tina", line: 17, action: .write(path: "a/b.yaml", text: "```\nx: 1\n")),
      ])
  }

  @Test(arguments: [
    ("``` ~ben\n$ x", 1), ("``` ~\n```", 1), ("``` ~ben\nout\n```", 2), ("``` ~ben\n```", 1),
    ("``` ~ben (fail x)\n$ x\n```", 1), ("\n``` ~ben at=soon\n$ x\n```", 2),
    ("``` ~ben to=x\n$ x\n```", 1), ("<!-- scenario\ntime: soon\n-->", 2),
    ("<!-- scenario\nuid ben: x\n-->", 2), ("<!-- scenario\nwho: x\n-->", 2),
    ("<!-- scenario", 1),
  ])
  func mistakesAreFound(_ text: String, _ line: Int) {
    let mistake = #expect(throws: Scenario.Mistake.self) { try Scenario(text) }
    #expect(mistake?.line == line)
  }
}

@Suite struct ExpectationTests {
  @Test(arguments: [
    (["a", "..."], ["a"]), (["a", "..."], ["a", "b", "c"]), (["...", "c"], ["a", "b", "c"]),
    (["a", "...", "c"], ["a", "c", "c"]), (["a", ""], ["a"]), ([], []), (["..."], []),
    (["id [..] of [..]!"], ["id 12 of a!"]), (["[..]x"], ["x"]),
  ])
  func matchingOutputIsAccepted(_ expected: [String], _ found: [String]) {
    #expect(Expectation(expected, found: found).isMet)
  }

  @Test(arguments: [
    (["a"], []), ([], ["a"]), (["a", "...", "c"], ["a", "b"]), (["a", "b"], ["b", "a"]),
    (["...", "x"], ["y"]), (["ab[..]ba"], ["aba"]), (["[..]x[..]"], ["y"]),
  ])
  func differingOutputIsReported(_ expected: [String], _ found: [String]) {
    #expect(!Expectation(expected, found: found).isMet)
  }

  @Test func showsAndRecordsTheDifference() {
    let expectation = Expectation(["a", "b", "id [..]", ""], found: ["a", "c", "id 1", "d"])
    #expect(
      expectation.difference == """
          a
        - b
        + c
          id 1
        + d
        """)
    #expect(expectation.recorded == ["a", "c", "id [..]", "d"])
  }
}

@Suite struct StageTests {
  private static func stage(_ text: String = "") throws -> Stage {
    try Stage(Scenario(text), binary: "/bin/true")
  }

  @Test func rolesAreSeparate() throws {
    let stage = try Self.stage("<!-- scenario\ntime: 2026-01-01T00:00:10Z\n-->")
    defer { stage.clear() }
    stage.advance(nil)
    #expect(
      try stage.run("mkdir x && cd x && pwd; echo $TEACHKIT_NOW", as: "ada").lines == [
        "[HOME]/x", "2026-01-01T00:00:10Z",
      ])
    stage.advance(.later(60))
    let other = try stage.run("pwd; cd ..; pwd; echo $HOME-1; echo $TEACHKIT_NOW", as: "ad").lines
    #expect(other.first == "[HOME]")
    #expect(other.dropFirst().first == "[TMP]")
    #expect(other.last == "2026-01-01T00:01:10Z")
    #expect(try stage.run("pwd; echo ${PWD%/*}", as: "ada").lines == ["[HOME]/x", "[HOME]"])
    try stage.write("1\n", to: "new/file", as: "ada")
    let result = try stage.run("cat new/file; env | wc -l; exit 3", as: "ada")
    #expect(result.lines.first == "1")
    #expect(result.exitCode == 3)
  }

  @Test func outputAndErrorsAreMixed() throws {
    let stage = try Self.stage()
    defer { stage.clear() }
    let result = try stage.run("echo a; echo b >&2; sh -c 'echo c; kill -9 $$'", as: "ada")
    #expect(result.lines == ["a", "b", "c", "Killed"])
    #expect(result.exitCode == 137)
  }

  @Test func slowCommandsAreStopped() throws {
    let result = try Shell.run(
      ["/bin/sh", "-c", "echo a; sleep 100"], environment: [:], limit: 1)
    #expect(result.exitCode == nil)
    #expect(result.output == "a\n")
  }
}
