import Course
import Git
import Glibc
import Model
import Storage
import Substrings
import Text

/// The folder of the demo, in which it runs real commands and shows them.
struct DemoStage {
  let folder: String
  private let session: Session
  private let program: String

  init(_ folder: String, _ session: Session) throws {
    self.folder = folder
    self.session = session
    program = try Surroundings.program()
  }

  /// Prints a remark about the next steps.
  func say(_ text: String) {
    session.output.print("\n# \(text)")
  }

  /// Prints a command as a user would type it, then runs it and prints its output.
  ///
  /// - Parameters:
  ///   - place: the working folder, below that of the demo.
  func run(_ words: String..., in place: String) throws {
    try run(words, in: place)
  }

  func run(_ words: [String], in place: String) throws {
    let shown = words.map(DemoStage.quoted).joined(separator: " ")
    session.output.print("\n\(place)$ teachkit \(shown)")
    // A single stream keeps output and errors in order.
    let result = try Subprocess(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", program] + words,
      folder: folder + "/" + place
    ).run()
    session.output.print(result.outputText, terminator: "")
    session.output.flush()
    guard result.succeeded else {
      throw Failure(
        .internalError, "the demo command 'teachkit \(shown)' failed", at: .init(path: place))
    }
  }

  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./+=:".contains($0))
    }
    return plain && !word.isEmpty ? word : "\"\(word)\""
  }

  /// Copies a folder of the templates, with dates counted from today.
  ///
  /// - Parameter leavingOut: files that aren't copied.
  func copy(_ template: String, to place: String, leavingOut: Set<String> = []) throws {
    for source in Templates.installed(session.surroundings) {
      let tree = WorkTree(root: source + "/" + template)
      guard try !tree.entries(in: "").isEmpty else { continue }
      try copy(tree, "", to: folder + "/" + place, leavingOut)
      return
    }
    throw Failure(
      .notFound, "the demo content isn't installed",
      hint: "run teachkit from its build folder, or install it with 'make install'")
  }

  private func copy(
    _ tree: WorkTree, _ path: String, to target: String, _ leavingOut: Set<String>
  ) throws {
    for entry in try tree.entries(in: path) {
      let inner = path.isEmpty ? entry.name : path + "/" + entry.name
      switch entry.kind {
      case .folder: try copy(tree, inner, to: target, leavingOut)
      case .file where !leavingOut.contains(inner):
        guard let bytes = try tree.bytes(at: inner) else { continue }
        let file = target + "/" + inner
        try DurableFile.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
        try DurableFile.write(
          inner.hasSuffix(".yaml") ? dated(bytes) : bytes, to: file, durability: .deferred)
      default: continue
      }
    }
  }

  /// Replaces each `@date+7@` with the date that many days from now.
  private func dated(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("@date") else { return bytes }
    let today = Zone.utc.civil(session.now).date
    while let open = text.firstRange(of: "@date"),
      let close = text[open.upperBound...].firstIndex(of: "@"),
      let days = Int(text[open.upperBound..<close])
    {
      text.replaceSubrange(
        open.lowerBound...close, with: today.adding(days: days).description)
    }
    return Array(text.utf8)
  }
}
