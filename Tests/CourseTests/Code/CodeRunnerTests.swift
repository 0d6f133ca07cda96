import Foundation
import Model
import Sandbox
import Testing

@testable import Course

/// Programs that attack the machine while they are compiled, each actually compiled.
@Suite(.serialized) struct CodeRunnerTests {
  private func result(of program: String, _ language: Language) async throws -> CodeResult? {
    let file = "main\(language.suffixes[0])"
    let job = CodeJob(
      language, CodeTask(language: language.name, files: [file], cases: [CodeCase(expect: "1")]),
      files: [file: Array(program.utf8)], tester: nil)
    let runner = try CodeRunner(.bubblewrap, in: NSTemporaryDirectory())
    return try await runner.run([job]) { _ in }.first
  }

  @Test func endlessFilesCannotBeIncluded() async throws {
    let c = Language(
      name: "c", suffixes: [".c"], compile: [["cc", "{file}"]], result: "a.out", run: ["./a.out"])
    let result = try await result(of: "#include \"/dev/zero\"\n", c)
    guard case .notCompiled(let message) = result else {
      Issue.record("\(String(describing: result))")
      return
    }
    #expect(message.contains("/dev/zero: Permission denied"))
  }

  @Test func checkingAProgramHasTheMemoryOfARun() async throws {
    let perl = Language(
      name: "perl", suffixes: [".pl"], compile: [["perl", "-c", "{file}"]],
      run: ["perl", "{file}"])
    let program = "BEGIN { for (1..600) { push @x, 'x' x (1 << 20) } sleep 1 }\n"
    #expect(try await result(of: program, perl) == .notCompiled("compiling took too much memory"))
  }

  @Test func aCompilerHasALimitedMemory() async throws {
    let shell = Language(
      name: "shell", suffixes: [".sh"], compile: [["sh", "{file}"]], result: "made",
      run: ["./made"])
    let program = """
      for n in 1 2 3 4 5; do
        python3 -c 'import time; x = b"x" * (500 << 20); time.sleep(9)' &
      done
      wait
      """
    #expect(try await result(of: program, shell) == .notCompiled("compiling took too much memory"))
  }
}
