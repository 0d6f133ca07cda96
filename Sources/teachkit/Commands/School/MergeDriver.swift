import ArgumentParser
import Course
import Git
import PlainYAML
import Storage
import Text

/// Git's merge driver for the files of a school, which is set up automatically.
struct MergeDriver: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge a file of a school value by value, for Git.",
    discussion: """
      Git runs this if both sides changed a file; see 'git config merge.teachkit.driver'.

      Example: teachkit merge-driver base.yaml ours.yaml theirs.yaml classes/7b/class.yaml
      """,
    shouldDisplay: false)

  @Argument(help: "The common ancestor of both sides.") var base: String
  @Argument(help: "Our side, which is replaced by the result.") var ours: String
  @Argument(help: "Their side.") var theirs: String
  @Argument(help: "The path of the file in the school.") var path: String
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
        """
        \(worksheet): graded on both sides; run \
        \(shellCommand("teachkit", "grade", String(worksheet))) to combine the marks
        """)
    }
    for rename in merge.renamed {
      session.output.notice(
        """
        \(rename.path): renamed on both sides: kept '\(rename.ours)' from our side instead of \
        '\(rename.theirs)'
        """)
    }
    for order in merge.orders {
      session.output.notice(
        """
        \(SchoolPath.words(for: order.path, in: path)): reordered on both sides: kept our order\
         \(order.ours.joined(separator: ", ")) from our side\
         instead of \(order.theirs.joined(separator: ", "))
        """)
    }
    for conflict in merge.conflicts {
      var (ours, theirs) = (words(conflict.ours), words(conflict.theirs))
      if ours == theirs {
        (ours, theirs) = (words(conflict.ours, whole: true), words(conflict.theirs, whole: true))
      }
      session.output.notice(
        """
        \(SchoolPath.words(for: conflict.path, in: path)): \
        \(ours) on our side, \(theirs) on theirs
        """)
    }
    if merge.isClean { return }
    session.output.hint("resolve them with \(shellCommand("teachkit", "edit", object))")
    throw NegativeAnswer()
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    guard let bytes = try DurableFile.read(file) else {
      throw Failure(.notFound, "no file '\(file)'")
    }
    return bytes
  }

  private func words(_ node: Node?, whole isWhole: Bool = false) -> String {
    node.map { isWhole ? Printer.flow(Value($0)) : shortValue(Value($0)) } ?? "removed"
  }
}
