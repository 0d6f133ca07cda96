import ArgumentParser
import Hub

struct HubInit: Command {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a hub that is served over SSH.",
    discussion: """
      Run it as the user that people are to connect as. The folder is that user's alone. \
      'hub.yaml' in it holds the limits of what students may push.

      Example: teachkit hub init /srv/hub
      """)

  @Argument(help: "The new folder.", completion: .directory) var folder: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let path = try session.hubFolder(folder)
    _ = try ServedHub.create(path.text)
    session.report(ChangeAnswer(items: [.init(path: path.text, version: nil)]))
    session.output.hint(
      "let yourself in with \(shellCommand("teachkit", "hub", "add-key", folder, "--teacher", "KEY.pub"))"
    )
  }
}
