import CGit2

/// A line-by-line merge of two versions of a text, as by `git merge-file`.
public struct LineMerge: Sendable {
  /// The text; conflicting lines of both sides are between Git's conflict markers.
  public let bytes: [UInt8]
  /// Whether the sides merge without conflicts.
  public let isClean: Bool

  /// - Throws: `GitError` if libgit2 refuses, for example for binary files.
  public init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(GitError) {
    var result = git_merge_file_result()
    defer { git_merge_file_result_free(&result) }
    try call {
      base.withUnsafeBytes { base in
        ours.withUnsafeBytes { ours in
          theirs.withUnsafeBytes { theirs in
            var inputs = [base, ours, theirs].map { bytes in
              var input = git_merge_file_input()
              git_merge_file_input_init(&input, UInt32(GIT_MERGE_FILE_INPUT_VERSION))
              // An empty array has no address, but libgit2 needs one.
              input.ptr = bytes.baseAddress.map { $0.assumingMemoryBound(to: CChar.self) }
              input.size = bytes.count
              return input
            }
            var options = git_merge_file_options()
            git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION))
            return "ours".withCString { ourName in
              "theirs".withCString { theirName in
                options.our_label = ourName
                options.their_label = theirName
                return git_merge_file(&result, &inputs[0], &inputs[1], &inputs[2], &options)
              }
            }
          }
        }
      }
    }
    isClean = result.automergeable != 0
    bytes =
      result.ptr.map { pointer in
        Array(UnsafeRawBufferPointer(start: pointer, count: result.len))
      } ?? []
  }
}
