import ArgumentParser
import Git
import Storage

struct Edit: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change anything in your own editor.",
    discussion: """
      It opens $VISUAL, else $EDITOR, else vi, at the line of what was named, and looks at the text \
      when you close it, as 'check' does. What has faults is not taken: you can open it again at the \
      faulty line, keep the text for later or give up. If somebody else changed the object \
      meanwhile, your text is kept, too. PATH may also be that of a file, such as \
      marks/math/fractions/adding.yaml. '--from' goes on with a text that was kept, together with \
      what was changed meanwhile. During a merge it is for the files that Git could not \
      merge: they are staged for 'git commit'.

      Example: teachkit edit math/fractions/adding
      """)

  @Argument(
    help: "What to change: its path, a unique ending, its title, or a file.",
    completion: Candidates.content.completion)
  var path: String
  @Option(
    help: ArgumentHelp("Start from the text of this file.", valueName: "file"), completion: .file())
  var from: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let root = try session.schoolRoot()
    // A school whose own file is faulty can be opened, too: it may be what is to be mended.
    let store = try SchoolStore(root: root, notify: session.sayRecovery)
    store.keepGroupNames()
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

  /// Puts a text that was kept together with what others changed since it was begun.
  private func merge(
    _ text: [UInt8], from opened: [UInt8], into target: inout EditTarget, _ session: Session
  ) throws -> [UInt8] {
    let merge = try SchoolMerge(target.file, base: opened, ours: target.text, theirs: text)
    if merge.isClean {
      session.output.notice("what was changed in '\(target.name)' meanwhile is in the text, too")
    } else {
      session.output.notice(
        "'\(target.name)' was changed in the same place meanwhile: both are in the text, between"
          + " '<<<<<<<' and '>>>>>>>', the school's first")
      target.line = EditTarget.conflict(in: merge.bytes) ?? target.line
    }
    return merge.bytes
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let bytes = try DurableFile.read(path) else {
      throw Failure(.notFound, "there is no file '\(path)'")
    }
    return bytes
  }
}

extension ExternalEditor {
  /// The editor that the user has chosen; on a terminal `vi` if none.
  fileprivate init(_ surroundings: Surroundings) throws {
    let chosen = surroundings.variable("VISUAL") ?? surroundings.variable("EDITOR")
    guard let command = chosen ?? (surroundings.inputIsTerminal ? "vi" : nil) else {
      throw Failure(
        .notConfigured, "there is no terminal for an editor",
        hint: "name one that needs none: EDITOR=…, or use 'teachkit set'")
    }
    self.init(command: command)
  }
}
