import Exchange
import Git
import Hub
import Model
import PlainYAML
import Storage

/// One submission as it lies in a folder or a commit, read as carefully as a letter from a stranger.
struct SubmittedWork {
  /// Answers by exercise, or why they can't be read.
  let answers: SubmittedAnswers
  /// The files below `work/`.
  let files: [String: [UInt8]]
  /// The work that its commit or its branch names, `fractions/adding`.
  let work: String?

  /// As many files as a submission may have, and bytes in one of them.
  private static let most = (files: 200, bytes: 16 << 20, depth: 32)

  /// - Parameters:
  ///   - text: a folder, which may be a student's clone, or a commit of the repository here.
  ///   - known: the work, where it is named; else the submission has to tell.
  /// - Throws: `Failure` where there is neither.
  init(_ text: String, work known: String?, from directory: String) throws {
    let place = FolderPath(text, from: directory)
    let folder = place.text
    if place.isThere {
      let layout = RepositoryLayout(at: folder)
      let told = try layout.flatMap { try SubmittedWork.told(by: $0) }
      work = told
      let source = WorkTree(root: folder)
      let isClone = try source.bytes(at: "subject.yaml") != nil
      let root = isClone ? (known ?? told).map { "\($0)/" } : ""
      guard let root else { throw SubmittedWork.whichWork }
      (answers, files) = try SubmittedWork.read(source, root)
    } else {
      guard let layout = SubmittedWork.layout(above: directory) else {
        throw Failure(
          .notFound, "there is no folder '\(text)'",
          hint: "name the folder with answers.yaml, or a commit inside a repository")
      }
      let repository = try Repository(layout)
      guard let commit = try SubmittedWork.commit(text, in: repository) else {
        throw Failure(
          .notFound, "'\(text)' is neither a folder nor a commit here",
          hint: "in CI, fetch the branch before it is graded")
      }
      work = commit.trailer("Teachkit-Work") ?? HubBranch.work(of: "refs/heads/\(text)")
      (answers, files) = try SubmittedWork.read(
        CommitTree(repository: repository, tree: commit.tree), "")
    }
  }

  static let whichWork = Failure(
    .commandIsFaulty, "which worksheet is it?",
    hint: "name it: 'teachkit grade fractions/adding --submission …'")

  /// What the newest commit of a repository says, or its branch.
  private static func told(by layout: RepositoryLayout) throws -> String? {
    let repository = try Repository(layout)
    let head = try repository.head()
    let trailer = try head.commit.flatMap { try repository.commit($0).trailer("Teachkit-Work") }
    return trailer ?? head.branch.flatMap { HubBranch.work(of: "refs/heads/\($0)") }
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

  /// The regular files in and below a folder; links are no answer.
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
            .objectIsFaulty, "the submission has too many or too large files",
            hint: "\(most.files) files of \(most.bytes >> 20) MB are allowed")
        }
        files[prefix + entry.name] = bytes
      default: break
      }
    }
  }
}
