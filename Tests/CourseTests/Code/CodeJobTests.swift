import Foundation
import Model
import PlainYAML
import Storage
import Testing
import Text

@testable import Course

@Suite struct CodeJobTests {
  private static let python = Language(
    name: "python", suffixes: [".py"], compile: [["check", "{file}"]], run: ["python3", "{file}"],
    folders: ["/opt/py"])

  private func job(
    _ files: [String: [UInt8]] = ["a.py": Array("print(1)\n".utf8)], language: Language = python,
    paths: [String] = ["a.py"], limits: CodeLimits = CodeLimits(), stdin: String = "1\n",
    args: [String] = ["-x"], expect: String? = "1\n", tester: CodeJob.Tester? = nil
  ) -> CodeJob {
    CodeJob(
      language,
      CodeTask(
        language: "python", files: paths, limits: limits,
        cases: [CodeCase(stdin: stdin, args: args, expect: expect)]), files: files, tester: tester)
  }

  private func item(_ text: String) throws -> DocumentStream.Item {
    DocumentStream.Item(name: "jobs.yaml", document: try Document(text: text), above: 10)
  }

  @Test(arguments: [
    Array("print(1)\n".utf8), [], [0], [0xFF, 0xFE], Array("no line end".utf8),
    Array("a\r\nb\rc\n".utf8),
    Array(" \n\n# x: |\n---\n\t'\"\n".utf8), Array("größe 純 e\u{301}\n".utf8), Array("~".utf8),
    Array(" leading and trailing \n\n\n".utf8), Array("null".utf8), [0x1B, 0x5B, 0x41],
    Array(0...255),
  ])
  func filesRoundTrip(_ bytes: [UInt8]) throws {
    let job = job(["a.py": bytes, "lib/größe.txt": bytes, "0": Array("x".utf8)])
    let read = try CodeJob(item(Printer.print(job.value)))
    #expect(read.digest == job.digest)
    #expect(read.files == job.files)
  }

  @Test(arguments: ["", "\n", "a\nb", " x ", "a\r\n", "'", "\"\\", "---", "é純", "a\tb"])
  func inputsSurviveTheText(_ text: String) throws {
    let job = job(stdin: text, args: [text, "", "-"])
    let read = try CodeJob(item(Printer.print(job.value)))
    #expect(read.inputs.map(\.stdin) == [text])
    #expect(read.inputs.map(\.args) == [[text, "", "-"]])
    #expect(read.digest == job.digest)
  }

  @Test func languageAndLimitsSurviveTheText() throws {
    let language = Language(
      name: "java", suffixes: [".java", ".jav"], compile: [["javac", "{files}"], ["jar", "c f"]],
      result: "out.jar", run: ["java", "-jar", "out.jar"], folders: ["/opt/my jdk"],
      limitsItself: true)
    let limits = CodeLimits(time: 1, memory: 64 << 30, output: 7)
    let job = job(language: language, paths: ["src", "a.py"], limits: limits)
    let read = try CodeJob(item(Printer.print(job.value)))
    #expect(read.language == language)
    #expect(read.limits == limits)
    #expect(read.paths == ["src", "a.py"])
    #expect(read.tester == nil)
  }

  @Test func digestDependsOnEveryInputButNotOnTheExpectedOutput() {
    let tester = CodeJob.Tester(language: Self.python, paths: ["t.py"], files: ["t.py": [1]])
    var other = Self.python
    other.folders = []
    let jobs = [
      job(), job(["a.py": []]), job(["b.py": Array("print(1)\n".utf8)]), job(language: other),
      job(paths: ["a.py", "b.py"]), job(limits: CodeLimits(time: 1)),
      job(limits: CodeLimits(memory: 1)),
      job(limits: CodeLimits(output: 1)), job(stdin: "2\n"), job(args: []), job(args: ["-x", ""]),
      job(tester: tester),
    ]
    #expect(Set(jobs.map(\.digest)).count == jobs.count)
    #expect(job(expect: "2\n").digest == job().digest)
    #expect(job(expect: nil).digest == job().digest)
    #expect(!Printer.print(job(expect: "SECRET").value).contains("SECRET"))
  }

  @Test(arguments: [
    ("time: 2000", "time: 0", "missing or invalid limit"),
    ("time: 2000", "time: -1", "missing or invalid limit"),
    ("time: 2000", "time: x", "missing or invalid limit"),
    ("time: 2000", "tim: 2000", "missing or invalid limit"),
    ("time: 2000", "time: 99999999999", "missing or invalid limit"),
    ("time: 2000", "time: 2001", "the job's content doesn't match its digest"),
    ("print(1)", "print(2)", "the job's content doesn't match its digest"),
    ("a.py:", "../a.py:", "a file path leaves the job's folder"),
    ("a.py:", "/a.py:", "a file path leaves the job's folder"),
    ("a.py:", "x/./a.py:", "a file path leaves the job's folder"),
    ("a.py:", "x//a.py:", "a file path leaves the job's folder"),
    ("run: [python3", "rum: [python3", "invalid job"),
  ])
  func changedJobsAreRefused(_ old: String, _ new: String, _ message: String) throws {
    let text = Printer.print(job().value)
    #expect(text.contains(old))
    let found = failures { _ = try CodeJob(item(text.replacingOccurrences(of: old, with: new))) }
    #expect(found.map(\.message.text) == [message])
    #expect(found.first?.id == .objectIsFaulty)
    #expect(found.first?.place?.path == "jobs.yaml")
    #expect(found.first.flatMap { $0.place?.line }.map { $0 > 10 } == true)
  }

  @Test(arguments: ["", "[]\n", "x\n", "job: 1\n"])
  func otherContentIsNotJob(_ text: String) {
    #expect(failures { _ = try CodeJob(item(text)) }.map(\.message) == ["invalid job"])
  }
}
