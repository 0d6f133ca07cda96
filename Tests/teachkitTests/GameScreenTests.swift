import Games
import Model
import Testing
import Text

@testable import teachkit

@Suite struct GameScreenTests {
  private func run(_ kind: GameKind, _ drill: String = "6 x 7") throws -> GameRun {
    var random = SplitMix64(seed: 1)
    let questions = Drill.questions([try Drill(drill)], atMost: 50, &random)
    return GameRun(game: kind.start(questions, seed: 1), kind: kind, title: "Tables") { _ in }
  }

  private func rows(
    _ run: GameRun, width: Int = 40, height: Int = 16, typed: String = ""
  ) -> [String] {
    GameScreen(run: run, typed: typed, width: width, height: height) { text, _ in text }.rows
  }

  private func japanese() throws -> GameRun {
    let words = [("dog", "犬（いぬ）"), ("cat", "猫（ねこ）"), ("long", String(repeating: "長い", count: 40))]
    let exercises = words.map {
      Exercise(id: $0.0, prompt: $0.1, question: .text(accepted: [$0.1], match: .folded))
    }
    let worksheet = Worksheet(
      context: Context(path: try #require(ContextPath("ja/words")), title: "日本語の言葉"),
      isPractice: true, exercises: exercises)
    let game = GameKind.keys.start(worksheet.gameQuestions.questions, seed: 2)
    return GameRun(game: game, kind: .keys, title: worksheet.context.title) { _ in }
  }

  @Test func aQuestionHasItsChoicesTimeAndKeys() throws {
    var run = try run(.keys)
    let rows = rows(run)
    #expect(rows.count == 16)
    #expect(rows[0] == "Tables  (keys)")
    #expect(rows[1] == "1 of 1   score 0   streak 0   lives 3")
    #expect(rows.contains { $0.contains("6 × 7") })
    #expect(rows.filter { $0.contains("42") }.count == 1)
    #expect(rows[14] == "[" + String(repeating: "=", count: 38) + "]")
    run.tick(milliseconds: 5000)
    #expect(self.rows(run)[14].filter { $0 == "=" }.count == 19)
    #expect(rows[15] == "1-4: answer   q: end")
  }

  @Test func theVerdictShowsTheSolution() throws {
    var run = try run(.keys)
    guard case .choices(let choices)? = run.game.view?.content else { return }
    run.handle(.choose(try #require(choices.firstIndex { $0 != "42" })))
    let rows = rows(run)
    #expect(rows.contains { $0.contains("✓") && $0.contains("42") })
    #expect(rows.filter { $0.contains("✗") }.count == 1)
    #expect(rows[13].contains("Wrong: not") && rows[13].contains("but 42."))
  }

  @Test func answersMoveDown() throws {
    var run = try run(.feed)
    func row() -> Int? { rows(run).firstIndex { $0.contains(">") } }
    let first = try #require(row())
    run.tick(milliseconds: 2000)
    #expect(try #require(row()) > first)
  }

  @Test func aCardShowsTheTypedLineAndThenTheSolution() throws {
    var run = try run(.cards)
    #expect(rows(run, typed: "4").contains { $0.contains("> 4_") })
    run.handle(.write(""))
    #expect(rows(run).contains { $0.hasSuffix(" 42") })
    #expect(rows(run).last == "Knew it? y or n   Ctrl-C: end")
  }

  @Test func everyRowFitsEveryWindow() throws {
    for width in [1, 2, 19, 20, 21, 40, 80, 132] {
      for height in [1, 8, 9, 10, 24] {
        for run in [try run(.keys), try run(.feed), try run(.cards), try japanese()] {
          let rows = rows(run, width: width, height: height, typed: "とても長い答え")
          #expect(rows.count <= height)
          for row in rows where displayWidth(row) > width {
            Issue.record("\(width)×\(height): \(row)")
          }
        }
      }
    }
  }

  @Test func aFrameTakesAtMostFiveMilliseconds() throws {
    let run = try japanese()
    let clock = ContinuousClock()
    // The best of some frames: other tests run at the same time.
    let times = (0..<20).map { _ in
      clock.measure { _ = rows(run, width: 200, height: 60) }
    }
    #expect(try #require(times.min()) < .milliseconds(5))
  }

  @Test func theResultNamesTheMistakes() throws {
    var run = try run(.keys)
    #expect(GameSummary(board: run.board, width: 80).lines == ["nothing answered"])
    guard case .choices(let choices)? = run.game.view?.content else { return }
    let wrong = try #require(choices.first { $0 != "42" })
    run.tick(milliseconds: 2000)
    run.handle(.choose(try #require(choices.firstIndex(of: wrong))))
    #expect(
      GameSummary(board: run.board, width: 80).lines == [
        "0 of 1 right, best streak 0, 2 s", "", "To practise:", "  6 × 7: 42, not \(wrong)",
      ])
  }
}
