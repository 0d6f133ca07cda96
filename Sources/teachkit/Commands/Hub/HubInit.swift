import ArgumentParser
import Course
import HubProtocol
import HubServer
import Text

struct HubInit: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a hub that is served over SSH.",
    discussion: """
      Run this as the user that clients will connect as. Only that user can \
      access the folder. Its file 'hub.yaml' defines limits for students' pushes.

      Example: teachkit hub init /srv/hub
      """)

  @Argument(help: "The new folder.", completion: .directory) var folder: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let path = try session.hubFolder(folder)
    _ = try ServedHub.create(path.text)
    session.report(ChangeAnswer(items: [.init(path: path.text, version: nil)]))
    session.output.hint(
      "authorize yourself: \(shellCommand("teachkit", "hub", "add-key", folder, "--teacher", "KEY.pub"))"
    )
  }
}
