import Course
import Exchange
import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// One submission in a folder or a commit; its content is untrusted.
struct SubmittedWork {
  /// Answers by exercise, or why they are unreadable.
  let answers: SubmittedAnswers
  /// The files below `work/`.
  let files: [String: [UInt8]]
  /// The work according to the commit or branch, such as `fractions/adding`.
  let work: String?
  /// The version that it answers, as far as the commit or clone says.
  let origin: AnswerReader.Origin

  /// The limits of a submission: files, bytes per file, and folder depth.
  private static let most = (files: 200, bytes: 16 << 20, depth: 32)

  /// - Parameters:
  ///   - text: a folder, possibly a student's clone, or a commit of this repository.
  ///   - known: the work, if specified; otherwise the submission has to name it.
  /// - Throws: `Failure` if the work is unknown.
  init(_ text: String, work known: String?, from directory: String) throws {
    let place = FolderPath(text, from: directory)
    let folder = place.text
    if place.isThere {
      let layout = RepositoryLayout(at: folder)
      let (named, origin) = try layout.map { try SubmittedWork.named(by: $0) } ?? (nil, .init())
      work = named
      self.origin = origin
      let source = WorkTree(root: folder)
      let isClone = try source.bytes(at: "subject.yaml") != nil
      let root = isClone ? (known ?? named).map { "\($0)/" } : ""
      guard let root else { throw SubmittedWork.whichWork }
      (answers, files) = try SubmittedWork.read(source, root)
    } else {
      guard let layout = SubmittedWork.layout(above: directory) else {
        throw Failure(
          .notFound, "no folder '\(text)'",
          hint: "name a folder with answers.yaml, or run this in a repository to name a commit")
      }
      let repository = try Repository(layout)
      guard let commit = try SubmittedWork.commit(text, in: repository) else {
        throw Failure(
          .notFound, "no folder or commit '\(text)'",
          hint: "in CI, fetch the branch before grading")
      }
      origin = .init(commit)
      work = commit.trailer("Teachkit-Work") ?? HubBranch.work(of: "refs/heads/\(text)")
      (answers, files) = try SubmittedWork.read(
        CommitTree(repository: repository, tree: commit.tree), "")
    }
  }

  static let whichWork = Failure(
    .commandIsFaulty, "no worksheet specified",
    hint: "name it, as in 'teachkit grade fractions/adding --submission …'")

  /// Reads the work's name from the newest commit of a repository, or from its branch.
  private static func named(
    by layout: RepositoryLayout
  ) throws -> (work: String?, origin: AnswerReader.Origin) {
    let repository = try Repository(layout)
    let head = try repository.head()
    let commit = try head.commit.map { try repository.commit($0) }
    let work =
      commit?.trailer("Teachkit-Work")
      ?? head.branch.flatMap { HubBranch.work(of: "refs/heads/\($0)") }
    return (work, commit.map { .init($0) } ?? .init())
  }

  private static func layout(above directory: String) -> RepositoryLayout? {
    var folder = FolderPath(directory, from: "/")
    while true {
      if let layout = RepositoryLayout(at: folder.text) { return layout }
      if folder.text == "/" { return nil }
      folder = folder.parent
    }
  }

  private static func commit(_ text: String, in repository: Repository) throws -> Commit? {
    if text == "HEAD" { return try repository.headCommit() }
    if let id = ObjectID(text), try repository.contains(id) { return try repository.commit(id) }
    for folder in [
      "", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/", "refs/remotes/origin/",
    ]
    where (folder + text).hasPrefix("refs/") {
      if let id = try? repository.reference(folder + text) { return try repository.commit(id) }
    }
    return nil
  }

  private static func read(
    _ source: any FileSource, _ root: String
  ) throws -> (SubmittedAnswers, [String: [UInt8]]) {
    var files: [String: [UInt8]] = [:]
    try add(source, "\(root)work", as: "", depth: 1, to: &files)
    let name = "\(root)answers.yaml"
    let folder = root.isEmpty ? "" : String(root.dropLast())
    let isThere = try source.entries(in: folder).contains {
      $0.name == "answers.yaml" && $0.kind == .file
    }
    guard isThere, let bytes = try source.bytes(at: name) else { return (.answers([:]), files) }
    return (SubmittedAnswers(bytes), files)
  }

  /// Adds the regular files in a folder and its subfolders; symbolic links are ignored.
  private static func add(
    _ source: any FileSource, _ folder: String, as prefix: String, depth: Int,
    to files: inout [String: [UInt8]]
  ) throws {
    for entry in try source.entries(in: folder) where !entry.name.hasPrefix(".") {
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder where depth < most.depth:
        try add(source, path, as: "\(prefix)\(entry.name)/", depth: depth + 1, to: &files)
      case .file:
        guard let bytes = try source.bytes(at: path) else { continue }
        guard files.count < most.files, bytes.count <= most.bytes else {
          throw Failure(
            .objectIsFaulty, "the submission's files exceed the limit",
            hint: "submit at most \(most.files) files of \(most.bytes >> 20) MB each")
        }
        files[prefix + entry.name] = bytes
      default: break
      }
    }
  }
}

extension AnswerReader.Origin {
  fileprivate init() { self.init(base: nil, claimed: nil) }

  fileprivate init(_ commit: Commit) {
    self.init(
      base: commit.trailer(HubTrailer.base).flatMap { ObjectID($0) },
      claimed: Instant(seconds: commit.committer.seconds))
  }
}
