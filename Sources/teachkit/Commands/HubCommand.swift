import ArgumentParser
import Git
import Text

struct HubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub",
    abstract: "Set up and look after a hub on a server.",
    discussion: """
      For the machine to which a class pushes over SSH. A user of its own, often 'git', keeps the hub; \
      everybody else comes with a key that leads to 'teachkit hub serve', and to nothing else on that \
      machine.
      """,
    subcommands: [
      HubInit.self, HubAddKey.self, HubRemoveKey.self, HubStatus.self, HubRestore.self,
      HubServe.self, HubHook.self,
    ])
}

extension Session {
  /// The folder of a hub that is kept on this machine.
  func hubFolder(_ text: String) throws -> FolderPath {
    if RemoteAddress.isOne(text) {
      throw Failure(
        .valueIsFaulty,
        "'\(visible(text))' is an address, and this is done where the hub's folder is",
        hint: "sign in to the server, and name the folder there")
    }
    return FolderPath(text, from: directory)
  }
}
