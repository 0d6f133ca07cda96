import ArgumentParser
import Git
import PlainYAML
import Storage

/// What Git calls to merge a file of a school. It is set up by itself.
struct MergeDriver: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge a file of a school value by value, for Git.",
    discussion: """
      Git runs it where both sides have changed a file: 'git config merge.teachkit.driver'.

      Example: teachkit merge-driver base.yaml ours.yaml theirs.yaml classes/7b/class.yaml
      """,
    shouldDisplay: false)

  @Argument(help: "The file that both sides come from.") var base: String
  @Argument(help: "Our side; it becomes the result.") var ours: String
  @Argument(help: "Their side.") var theirs: String
  @Argument(help: "What the file is called in the school.") var path: String
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let other = session.surroundings.merged().flatMap { ObjectID($0) }
    let history = Repository.root(above: session.directory).flatMap {
      try? MergeHistory($0, merging: other)
    }
    let merge = try SchoolMerge(
      path, base: try bytes(base), ours: try bytes(ours), theirs: try bytes(theirs),
      history: history)
    try DurableFile.write(merge.bytes, to: ours)
    let object = SchoolPath.name(of: path)
    if merge.isStale {
      let worksheet = path.dropFirst("grades/".count).dropLast(".yaml".count)
      session.output.notice(
        "\(worksheet): both sides have graded: "
          + "\(shellCommand("teachkit", "grade", String(worksheet))) puts their marks together")
    }
    for one in merge.renamed {
      session.output.notice(
        "\(one.path): both sides have renamed it: '\(one.ours)' on our side, which stays; "
          + "'\(one.theirs)' on theirs")
    }
    for order in merge.orders {
      session.output.notice(
        "\(SchoolPath.words(for: order.path, in: path)): both sides have put this in another order:"
          + " \(order.ours.joined(separator: ", ")) on our side, which stays;"
          + " \(order.theirs.joined(separator: ", ")) on theirs")
    }
    for conflict in merge.conflicts {
      var (ours, theirs) = (words(conflict.ours), words(conflict.theirs))
      if ours == theirs {
        (ours, theirs) = (words(conflict.ours, whole: true), words(conflict.theirs, whole: true))
      }
      session.output.notice(
        "\(SchoolPath.words(for: conflict.path, in: path)): "
          + "\(ours) on our side, \(theirs) on theirs")
    }
    if merge.isClean { return }
    session.output.hint("\(shellCommand("teachkit", "edit", object)) shows both, to decide")
    throw AnswerIsNo()
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    guard let bytes = try DurableFile.read(file) else {
      throw Failure(.notFound, "there is no file '\(file)'")
    }
    return bytes
  }

  private func words(_ node: Node?, whole isWhole: Bool = false) -> String {
    node.map { isWhole ? Printer.flow(Value($0)) : shortValue(Value($0)) } ?? "removed"
  }
}
