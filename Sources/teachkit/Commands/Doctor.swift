import ArgumentParser
import Glibc
import Reports
import Sandbox

struct Doctor: Command {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that this machine has what teachkit needs.",
    discussion: """
      Lists each thing with its state and what it is for. Only what every command needs makes the \
      exit code 1 where it is missing.

      Example: teachkit doctor
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let around = session.surroundings
    let findings = [
      Finding(
        name: "git", purpose: "hubs on a network", remedy: "install git",
        isPresent: program("git", around)),
      Finding(
        name: "tzdata", purpose: "times in the school's zone", remedy: "install tzdata",
        isNeeded: true, isPresent: access("/usr/share/zoneinfo/UTC", R_OK) == 0),
      Finding(
        name: "editor", purpose: "edit, work", remedy: "set EDITOR",
        isPresent: ["VISUAL", "EDITOR"].contains { around.variable($0) != nil }
          || program("editor", around) || program("vi", around)),
      Finding(
        name: "sandbox", purpose: "programs in exercises of type 'code'",
        remedy: "install bubblewrap, and allow user namespaces",
        isPresent: (try? Sandbox()) != nil),
    ]
    var table = Table("checks", [.init("name"), .init("state"), .init("purpose"), .init("remedy")])
    for finding in findings {
      table.append([
        Cell(finding.name),
        finding.isPresent
          ? Cell("ok", tone: .good) : Cell("missing", tone: finding.isNeeded ? .bad : .warning),
        Cell(finding.purpose), Cell(finding.isPresent ? nil : finding.remedy),
      ])
    }
    session.report(table)
    if findings.contains(where: { $0.isNeeded && !$0.isPresent }) { throw AnswerIsNo() }
  }

  private func program(_ name: String, _ surroundings: Surroundings) -> Bool {
    surroundings.variable("PATH")?.split(separator: ":")
      .contains { access("\($0)/\(name)", X_OK) == 0 } ?? false
  }
}

/// Something that teachkit uses, and whether it is there.
private struct Finding {
  let name, purpose, remedy: String
  /// Whether nothing works without it.
  var isNeeded = false
  let isPresent: Bool
}
