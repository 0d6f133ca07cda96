import Glibc

/// A failed call with a message.
struct Failed: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// Creates the error of a failed system call, including its reason.
  init(call: String) { message = "\(call): \(String(cString: strerror(errno)))" }
}

/// Writes `text` to the file at `path` and creates missing parent folders.
func writeFile(_ path: String, _ text: String) throws {
  var file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  if file < 0, errno == ENOENT, let slash = path.lastIndex(of: "/") {
    try makeFolders(String(path[..<slash]))
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  }
  guard file >= 0 else { throw Failed(call: "open \(path)") }
  defer { close(file) }
  var text = text
  let isWritten = text.withUTF8 { write(file, $0.baseAddress, $0.count) == $0.count }
  guard isWritten else { throw Failed(call: "write \(path)") }
}

func makeFolders(_ path: String) throws {
  if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
  guard errno == ENOENT, let slash = path.lastIndex(of: "/") else {
    throw Failed(call: "mkdir \(path)")
  }
  try makeFolders(String(path[..<slash]))
  try makeFolders(path)
}

/// Creates an empty folder with a unique name.
func temporaryFolder() throws -> String {
  var template = Array("/tmp/teachkit-bench-XXXXXX".utf8CString)
  guard let path = mkdtemp(&template) else { throw Failed(call: "mkdtemp") }
  return String(cString: path)
}
