import Foundation
import Testing

/// Commands with a fault at one of their disk operations, in any of their processes, on folder and
/// served hubs: a process is killed in the middle of the operation, the disk is full, or the power
/// fails.
///
/// No fault may need manual repair: later commands must work, and repeating the command must lead
/// to its normal result.
@Suite struct DiskFaultTests {
  /// The distance between tested operations. `STRESS=1` tests each one, which needs a release
  /// binary and hours; the default is one operation of each command.
  private static let stride =
    ProcessInfo.processInfo.environment["STRESS"].flatMap { Int($0) }

  /// The folder `Tests/Faults`.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Faults").path

  private static let modes = ["kill", "fail", "data", "names"]

  private func stage(_ hub: String) throws -> Stage {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    let result = try stage.run("sh \(Self.folder)/school.sh \(hub)", as: "tina")
    try #require(result.exitCode == 0, "\(result.lines)")
    return stage
  }

  /// - Returns: a line for each state that needs a hand.
  private func run(
    _ command: TriedCommand, _ modes: [String], _ stride: String, on stage: Stage
  ) throws -> [String] {
    let again = command.completion.map { "\(command.text) || \($0)" } ?? command.text
    func quoted(_ text: String) -> String {
      "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
    let result = try stage.run(
      """
      READS=\(command.reads ? 1 : 0) sh \(Self.folder)/campaign.sh '\(modes.joined(separator: " "))' \
      \(stride) \(command.folder) \(quoted(command.text)) \(quoted(again))
      """, as: "tina", limit: 7200)
    return result.lines + (result.exitCode == 0 ? [] : ["exit code \(result.exitCode ?? -1)"])
  }

  @Test(arguments: ["folder", "served"]) func noRepairIsNeededAfterDiskFaults(hub: String) throws {
    let stage = try stage(hub)
    defer { stage.clear() }
    for (index, command) in TriedCommand.changing.enumerated()
    where hub == "served" || !command.isForServers {
      let modes = Self.stride == nil ? [Self.modes[index % Self.modes.count]] : Self.modes
      let stride = Self.stride.map { "\($0)" } ?? "one"
      let found = try run(command, modes, stride, on: stage)
      #expect(found == [], "\(hub): \(command.text)")
    }
  }

  @Test func readingCommandsChangeNothing() throws {
    let stage = try stage("served")
    defer { stage.clear() }
    for command in TriedCommand.reading {
      #expect(try run(command, [], "one", on: stage) == [])
    }
  }

  /// A new command must be added to the table, or be excepted with a reason.
  @Test func everyCommandIsTried() throws {
    let stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    defer { stage.clear() }
    let text = try stage.run("teachkit --experimental-dump-help", as: "tina").lines.joined()
    let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
    let names = help.command.names.map { $0.dropFirst().joined(separator: " ") }
    #expect(names.count > 60)
    let tried = TriedCommand.changing + TriedCommand.reading
    for name in names where TriedCommand.exceptions[name] == nil {
      #expect(tried.contains { $0.runs(name) }, "'\(name)' is in no list of TriedCommand")
    }
  }

  private struct Help: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?

      /// The words of each command without subcommands.
      var names: [[String]] {
        guard let subcommands, !subcommands.isEmpty else { return [[commandName]] }
        return subcommands.flatMap(\.names).map { [commandName] + $0 }
      }
    }
  }
}
