import CGit2
import Glibc
import Substrings
import Text

/// libgit2: initialised on first use, never shut down.
enum Library {
  private static let started: Int32 = {
    let count = git_libgit2_init()
    return count < 0 ? count : teachkit_git2_setup()
  }()

  /// Initialises libgit2, once.
  static func start() throws(GitError) {
    if started < 0 { throw GitError(.other(started), "libgit2 can't be started") }
  }
}

/// Calls libgit2. All return codes are checked here.
///
/// The error message is copied immediately, before another call on this thread overwrites it.
/// - Parameter path: the subject of the call, for the error.
/// - Returns: the return code if it isn't a failure: some calls return a count or an answer.
@discardableResult
func call(
  _ path: @autoclosure () -> String? = nil, _ body: () -> Int32
) throws(GitError) -> Int32 {
  try Library.start()
  git_error_clear()
  errno = 0
  let code = body()
  if code >= 0 { return code }
  let number = errno
  var message: Message = "libgit2 failed without a message"
  var kind: Int32 = 0
  if let last = git_error_last()?.pointee {
    if let text = last.message { message = Message(verbatim: String(cString: text)) }
    kind = last.klass
  }
  if message.text.contains("extension: 'sdir'") {
    throw GitError(
      .invalid,
      "teachkit can't read a sparse index: run 'git sparse-checkout reapply --no-sparse-index'",
      path: path())
  }
  throw GitError(libgit2Code(code, kind: kind, errno: number, message.text), message, path: path())
}

/// Like `call`, but returns nil if libgit2 reports that the object doesn't exist.
@discardableResult
func callIfFound(
  _ path: @autoclosure () -> String? = nil, _ body: () -> Int32
) throws(GitError) -> Int32? {
  do {
    return try call(path(), body)
  } catch {
    if error.code == .notFound { return nil }
    throw error
  }
}

private func libgit2Code(
  _ code: Int32, kind: Int32, errno number: Int32, _ words: String
) -> GitError.Code {
  // The message of libgit2 1.5 if the owner check finds no list of exceptions.
  if words.contains("safe.directory") { return .notOwner }
  if words.contains("repository version") || words.contains("unsupported extension") {
    return .unsupportedFormat
  }
  switch git_error_code(code) {
  case GIT_ENOTFOUND: return .notFound
  case GIT_EEXISTS: return .exists
  case GIT_ELOCKED: return .locked
  case GIT_EMODIFIED: return .modified
  case GIT_EOWNER: return .notOwner
  case GIT_EMISMATCH: return .corrupt
  case GIT_EUNBORNBRANCH: return .unborn
  case GIT_EINVALIDSPEC, GIT_EINVALID, GIT_EAMBIGUOUS: return .invalid
  case GIT_EDIRECTORY, GIT_ECONFLICT, GIT_EUNMERGED: return .conflict
  default: break
  }
  switch git_error_t(UInt32(truncatingIfNeeded: kind)) {
  case GIT_ERROR_OS:
    let found = GitError.code(ofErrno: number)
    return number == 0 ? .other(code) : found
  case GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_ODB, GIT_ERROR_INDEX, GIT_ERROR_INDEXER:
    return .corrupt
  default: return .other(code)
  }
}

/// A libgit2 object that is freed with its owner.
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let free: (OpaquePointer) -> Void

  /// Takes ownership of the object that `make` creates.
  init(
    _ path: @autoclosure () -> String? = nil, free: @escaping (OpaquePointer) -> Void,
    _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    try call(path()) { make(&made) }
    guard let made else { throw GitError(.other(0), "libgit2 created nothing", path: path()) }
    pointer = made
    self.free = free
  }

  deinit { free(pointer) }
}
