import ArgumentParser

@main
struct Teachkit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "teachkit",
    abstract: "Version, share, assign and grade course material with Git.")
}
