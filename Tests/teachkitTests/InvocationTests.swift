import ArgumentParser
import Course
import Foundation
import Testing
import Text

@testable import teachkit

@Suite struct InvocationTests {
  private static func words(_ arguments: String...) -> [String] {
    Invocation(arguments, of: Teachkit.self).path.map { $0._commandName }
  }

  /// Every command that takes students accepts `--for`, so that users don't have to know which do.
  @Test func commandsForStudentsAcceptFor() throws {
    let help = try JSONDecoder().decode(Help.self, from: Data(Teachkit._dumpHelp().utf8))
    let commands = help.command.all.filter { command in
      command.arguments?.contains { ["who", "student"].contains($0.valueName) } == true
    }
    #expect(commands.count > 15)
    // The sender of a file isn't a choice of students.
    for command in commands where command.commandName != "collect" {
      let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
      #expect(names.contains("for"), "'\(command.commandName)' has no '--for'")
    }
  }

  private struct Help: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?

      var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
    }

    struct Argument: Decodable {
      let valueName: String?
      let names: [Name]?
    }

    struct Name: Decodable {
      let name: String
    }
  }

  @Test func findsTheCommand() {
    #expect(Self.words() == ["teachkit"])
    #expect(Self.words("doctor") == ["teachkit", "doctor"])
    #expect(Self.words("-C", "x", "--quiet", "--as", "student:x", "doctor").last == "doctor")
    #expect(Self.words("--format=json", "doctor", "x").last == "doctor")
    #expect(Self.words("help", "doctor").last == "doctor")
    #expect(Self.words("-C") == ["teachkit"])
  }

  @Test(arguments: [(["x"], 0), (["-C", "doctor", "x"], 2), (["help", "x"], 1), ([""], 0)])
  func unknownCommandsAreFound(_ arguments: [String], _ place: Int) {
    #expect(Invocation(arguments, of: Teachkit.self).unknown == place)
  }

  @Test(arguments: [["--help"], ["doctor", "x"], ["---completion", "x"], ["help"]])
  func otherArgumentsAreLeftToTheParser(_ arguments: [String]) {
    #expect(Invocation(arguments, of: Teachkit.self).unknown == nil)
  }

  @Test func commonOptionsAreAcceptedOnBothSides() throws {
    let arguments = ["-C", "a", "--quiet", "doctor", "-C", "b", "--as", "student:ada"]
    let doctor = try #require(try Teachkit.parseAsRoot(arguments) as? Doctor)
    #expect(doctor.common.folders == ["a", "b"])
    #expect(doctor.common.quiet)
    #expect(doctor.common.viewer == .student("ada"))
  }

  @Test func jsonFormatIsDetected() {
    #expect(Invocation(["x", "--format", "json"], of: Teachkit.self).wantsJSON)
    #expect(Invocation(["--format=json"], of: Teachkit.self).wantsJSON)
    #expect(!Invocation(["--format", "text", "json"], of: Teachkit.self).wantsJSON)
  }
}

@Suite struct CommandTests {
  private static let all: [any ParsableCommand.Type] = {
    func below(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
      [command] + command.configuration.subcommands.flatMap(below)
    }
    return below(Teachkit.self)
  }()

  @Test func commandsHaveSummariesAndExamples() {
    for command in Self.all.dropFirst() {
      let configuration = command.configuration
      #expect(configuration.abstract.hasSuffix("."), "\(command)")
      #expect(!configuration.abstract.contains("\n"), "\(command)")
      // Without a name, each start of the program spends half a millisecond to derive it.
      #expect(configuration.commandName != nil, "\(command)")
      guard configuration.subcommands.isEmpty else { continue }
      #expect(command is any Verb.Type, "\(command)")
      #expect(configuration.discussion.contains("Example: teachkit "), "\(command)")
    }
  }
}
