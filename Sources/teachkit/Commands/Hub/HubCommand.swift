import ArgumentParser
import Course
import Git
import Text

struct HubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub",
    abstract: "Set up and manage a hub on a server.",
    discussion: """
      Use these commands on the server to which a class pushes over SSH. The \
      hub belongs to a separate user, often 'git'. Everyone else connects \
      with a key that only runs 'teachkit hub serve' on that server.
      """,
    subcommands: [
      HubInit.self, HubAddKey.self, HubRemoveKey.self, HubStatus.self, HubRestore.self,
      HubServe.self, HubHook.self, HubNotify.self,
    ])
}

extension Session {
  /// The folder of a hub on this machine.
  func hubFolder(_ text: String) throws -> FolderPath {
    if RemoteAddress.isOne(text) {
      throw Failure(
        .valueIsFaulty,
        "'\(visible(text))' is an address, but this command needs the hub's folder",
        hint: "run this command on the server, and name the folder there")
    }
    return FolderPath(text, from: directory)
  }
}
