import Foundation
import Testing

@Suite struct Scenarios {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of the scenario files in the package's folder; `SCENARIO` selects those of that
  /// name.
  static let files: [String] = {
    let folder = root.appending(path: "Tests/Scenarios")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let all =
      ["README.md"].filter { FileManager.default.fileExists(atPath: root.path + "/" + $0) }
      + names.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted().map {
        "Tests/Scenarios/\($0)"
      }
    guard let only = ProcessInfo.processInfo.environment["SCENARIO"] else { return all }
    return all.filter { $0.hasSuffix("/\(only).md") || $0 == "\(only).md" }
  }()

  /// The path in `TEACHKIT`, or else the newest binary.
  static let binary: String? = {
    if let path = ProcessInfo.processInfo.environment["TEACHKIT"] { return path }
    func age(_ path: String) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    return ["teachkit/bin", "release", "debug"].map { "\(root.path)/.build/\($0)/teachkit" }
      .map { URL(filePath: $0).resolvingSymlinksInPath().path }
      .max { (age($0) ?? .distantPast) < (age($1) ?? .distantPast) }
  }()

  private static let records = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test(arguments: files)
  func runs(_ file: String) throws {
    let path = Self.root.appending(path: file).path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let scenario: Scenario
    do {
      scenario = try Scenario(text)
    } catch {
      Issue.record("\(error.message)", sourceLocation: Self.location(path, error.line))
      return
    }
    if !scenario.users.isEmpty, getuid() != 0 {
      try Test.cancel("\(file) acts as several users, which only root can")
    }
    if let missing = scenario.needs.first(where: { !Self.isInstalled($0) }) {
      try Test.cancel("\(file) needs \(missing)")
    }
    let stage = try Stage(scenario, binary: try #require(Self.binary))
    defer { stage.clear() }

    var found: [(range: Range<Int>, lines: [String])] = []
    for step in scenario.steps {
      let location = Self.location(path, step.line)
      stage.advance(step.clock)
      switch step.action {
      case .write(let path, let text):
        try stage.write(text, to: path, as: step.role)
      case .run(let command):
        let result = try stage.run(command.text, as: step.role)
        let expectation = Expectation(command.expected, found: result.lines)
        if !expectation.isMet {
          let blank = command.expected.reversed().prefix { $0.isEmpty }
          found.append((command.range, expectation.recorded + blank))
          Issue.record(
            "\(file):\(step.line): $ \(command.text)\n\(expectation.difference)",
            sourceLocation: location)
        }
        if result.exitCode != command.exitCode {
          let code = result.exitCode.map { "exit code \($0)" } ?? "killed: it took too long"
          Issue.record(
            "\(file):\(step.line): $ \(command.text)\n\(code), expected \(command.exitCode)",
            sourceLocation: location)
          // Later steps would only fail because of this one.
          if !Self.records { return }
        }
      }
    }
    if Self.records {
      try Self.record(found, in: text, path)
      if found.isEmpty, !scenario.steps.isEmpty {
        Issue.record("\(file): nothing to record; run again without RECORD")
      }
    }
  }

  private static func isInstalled(_ program: String) -> Bool {
    ["", "/usr/bin/", "/usr/sbin/"].contains { access($0 + program, X_OK) == 0 }
  }

  /// Replaces the expected lines of commands whose output differed.
  private static func record(
    _ found: [(range: Range<Int>, lines: [String])], in text: String, _ path: String
  ) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (range, replacement) in found.reversed() { lines.replaceSubrange(range, with: replacement) }
    guard !found.isEmpty else { return }
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func location(_ path: String, _ line: Int) -> SourceLocation {
    SourceLocation(fileID: "Tests/Scenarios", filePath: path, line: line, column: 1)
  }
}
