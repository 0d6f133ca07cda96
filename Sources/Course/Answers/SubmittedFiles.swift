import Exchange
import Git
import Storage

/// Copies of an attempt's answers and files.
public struct SubmittedFiles {
  /// The files in the order of their paths, such as `work/poster.pdf`, after `answers.yaml`.
  public var files: [(path: String, bytes: [UInt8])] = []

  /// Reads them all, so that an unreadable one fails before any is saved.
  public init(of commit: ObjectID, in submissions: Submissions) throws(GitError) {
    for path in ["answers.yaml"] + (try submissions.files(of: commit).map { "work/" + $0 }) {
      // Names were validated when the work was collected; this check ensures that none is outside
      // the folder.
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !["", ".", "..", ".git"].contains($0) }) else { continue }
      if let bytes = try submissions.bytes(at: path, of: commit) { files.append((path, bytes)) }
    }
  }

  /// Saves the files below a folder.
  public func save(in folder: String) throws(GitError) {
    for (path, bytes) in files {
      let file = "\(folder)/\(path)"
      try DurableFile.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try DurableFile.write(bytes, to: file, durability: .deferred)
    }
  }
}
