import Course
import Foundation
import Model
import Reports
import Testing
import Text

@testable import teachkit

@Suite struct SessionTests {
  @Test func theClockCanBeSet() throws {
    let set = Surroundings(variables: ["TEACHKIT_NOW": "2026-11-20T08:00:00Z"])
    #expect(try WallClock(set).now.description == "2026-11-20T08:00:00Z")
    #expect(try WallClock(Surroundings()).now.seconds > 1_700_000_000)
    #expect(throws: Failure.self) {
      try WallClock(Surroundings(variables: ["TEACHKIT_NOW": "soon"]))
    }
  }

  @Test func randomNumbersAreReproducible() throws {
    let clock = try WallClock(Surroundings(variables: ["TEACHKIT_NOW": "2026-11-20T08:00:00Z"]))
    func numbers(_ seed: String, later seconds: Int64 = 0) throws -> [UInt64] {
      var source = try RandomSource(
        Surroundings(variables: ["TEACHKIT_RANDOM": seed]),
        now: clock.now.adding(seconds: seconds))
      return [source.next(), source.next()]
    }
    #expect(try numbers("1") == numbers("1"))
    #expect(try numbers("1") != numbers("2"))
    #expect(try numbers("1") != numbers("1", later: 1))
    #expect(throws: Failure.self) { try numbers("x") }
  }

  @Test func colorsFollowOptionAndTerminal() {
    var terminal = Surroundings(variables: ["TERM": "xterm"])
    #expect(terminal.usesColor(.auto, isTerminal: true))
    #expect(!terminal.usesColor(.auto, isTerminal: false))
    #expect(terminal.usesColor(.always, isTerminal: false))
    #expect(!terminal.usesColor(.never, isTerminal: true))
    terminal = Surroundings(variables: ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(!terminal.usesColor(.auto, isTerminal: true))
    #expect(!Surroundings(variables: ["TERM": "dumb"]).usesColor(.auto, isTerminal: true))
  }
}

@Suite struct StreamTests {
  @Test func readsLines() {
    let pipe = Pipe()
    let long = String(repeating: "x", count: 10_000)
    pipe.fileHandleForWriting.write(Data("one\r\n\n\(long)\nlast".utf8))
    try? pipe.fileHandleForWriting.close()
    let input = Input(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(input.line() == "one")
    #expect(input.line() == "")
    #expect(input.line() == long)
    #expect(input.line() == "last")
    #expect(input.line() == nil)
    #expect(input.line() == nil)
  }

  /// Returns the output of a run on both streams.
  private static func printed(
    in surroundings: Surroundings = Surroundings(), _ body: (Output) -> Int32
  ) throws -> (String, String, Int32) {
    let (results, messages) = (Pipe(), Pipe())
    let output = Output(
      surroundings, results: results.fileHandleForWriting.fileDescriptor,
      messages: messages.fileHandleForWriting.fileDescriptor)
    let code = body(output)
    func text(_ pipe: Pipe) throws -> String {
      try pipe.fileHandleForWriting.close()
      return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (try text(results), try text(messages), code)
  }

  @Test func resultsAndMessagesAreSeparate() throws {
    let (results, messages, code) = try Self.printed { output in
      output.print("a")
      output.notice("b")
      output.hint("c")
      output.progress("d")
      return output.finish()
    }
    #expect(results == "a\n")
    #expect(messages == "b\nhint: c\n")
    #expect(code == 0)
  }

  @Test func failedCommandsPrintNoResults() throws {
    let (results, messages, code) = try Self.printed { output in
      output.print("a")
      return output.fail(explain(Failure(.notFound, "no")))
    }
    #expect(results == "")
    #expect(messages == "teachkit: error: no [notFound]\n")
    #expect(code == 66)
  }

  @Test func negativeAnswersPrintResults() throws {
    let (results, messages, code) = try Self.printed { output in
      output.print("a")
      return output.fail(explain(NegativeAnswer(failures: [Failure(.partlyFailed, "no")])))
    }
    #expect(results == "a\n")
    #expect(messages == "teachkit: error: no [partlyFailed]\n")
    #expect(code == 1)
  }

  @Test func quietPrintsOnlyErrors() throws {
    let (results, messages, _) = try Self.printed { output in
      output.isQuiet = true
      output.print("a")
      output.notice("b")
      output.hint("c")
      return output.fail(explain(NegativeAnswer(failures: [Failure(.partlyFailed, "no")])))
    }
    #expect(results == "")
    #expect(messages == "teachkit: error: no [partlyFailed]\n")
  }

  @Test(arguments: [(2, false), (3, true)])
  func longResultsArePaged(_ lines: Int, _ isPaged: Bool) throws {
    let file = FileManager.default.temporaryDirectory.path + "/teachkit-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var terminal = Surroundings(variables: ["TERM": "xterm", "PAGER": "cat > \(file)"])
    terminal.outputIsTerminal = true
    terminal.height = 3
    let text = String(repeating: "a\n", count: lines)
    let (results, _, code) = try Self.printed(in: terminal) { output in
      output.isPaged = true
      output.print(text, terminator: "")
      return output.finish()
    }
    #expect(code == 0)
    #expect(results == (isPaged ? "" : text))
    #expect((try? String(contentsOfFile: file, encoding: .utf8)) == (isPaged ? text : nil))
  }
}
