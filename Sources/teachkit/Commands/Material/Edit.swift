import ArgumentParser
import Course
import Git
import Storage
import Text

struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit an object in your editor.",
    discussion: """
      Opens $VISUAL, $EDITOR or vi at the line of the object, and validates the \
      text, as 'check' does, when you close the editor. If the text has errors, you \
      can open it again at the error, keep it for later or discard it. Your text is \
      also kept if another user changed the object in the meantime. PATH can also \
      be a file, such as marks/math/fractions/adding.yaml. '--from' continues with \
      a text that was kept, and merges later changes. During a merge, it edits the \
      files that Git couldn't merge, and stages them for 'git commit'.

      Example: teachkit edit math/fractions/adding
      """)

  @Argument(
    help: "The object's path, a unique ending or its title; or a file.",
    completion: Candidates.content.completion)
  var path: String
  @Option(
    help: ArgumentHelp("Start from the contents of this file.", valueName: "file"),
    completion: .file())
  var from: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let root = try session.schoolRoot()
    // A school with an invalid school.yaml can be opened, because the user may want to fix that
    // file.
    let store = try SchoolStore(root: root, damage: session.damage, notify: session.reportRecovery)
    store.protectGroupWork()
    var target = try EditTarget(path, store.files, root: root, directory: session.directory)
    let editor = try ExternalEditor(session.surroundings)
    let kept = from.map { FolderPath($0, from: session.directory).text }
    var text = target.text
    if let kept {
      text = try read(kept)
      if store.openCommit == nil, let opened = try EditedCopy.opened(for: kept),
        opened != target.text
      {
        text = try merge(text, from: opened, into: &target, session)
      }
    }
    let copy = try EditedCopy(text, of: target.file, in: store, kept: kept)
    if let earlier = copy.earlier {
      session.output.notice("the text of an earlier edit is still in '\(earlier)'")
    }
    let edit = EditSession(
      session: session, store: store, target: target, editor: editor, copy: copy, start: text)
    try edit.run()
  }

  /// Merges a kept text with later changes to the file.
  private func merge(
    _ text: [UInt8], from opened: [UInt8], into target: inout EditTarget, _ session: Session
  ) throws -> [UInt8] {
    let merge = try SchoolMerge(target.file, base: opened, ours: target.text, theirs: text)
    if merge.isClean {
      session.output.notice("merged later changes to '\(target.name)' into the text")
    } else {
      session.output.notice(
        """
        conflict in '\(target.name)': the text has both versions between\
         '<<<<<<<' and '>>>>>>>', first the school's
        """)
      target.line = EditTarget.conflict(in: merge.bytes) ?? target.line
    }
    return merge.bytes
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = try DurableFile.read(path) else {
      throw Failure(.notFound, "no file '\(path)'")
    }
    return bytes
  }
}

extension ExternalEditor {
  /// The user's editor, or a standard one on a terminal.
  init(_ surroundings: Surroundings) throws {
    let chosen = surroundings.variable("VISUAL") ?? surroundings.variable("EDITOR")
    let standard = Self.standard.first(where: surroundings.hasProgram) ?? "vi"
    guard let command = chosen ?? (surroundings.inputIsTerminal ? standard : nil)
    else {
      throw Failure(
        .notConfigured, "cannot open an editor: no terminal",
        hint: "set EDITOR to a program that needs no terminal")
    }
    self.init(command: command)
  }
}
