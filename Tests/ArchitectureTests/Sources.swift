import Foundation

/// A line of Swift in `Sources`, without its comment.
struct SourceLine: CustomStringConvertible {
  let module: String
  let file: String
  let number: Int
  let code: String

  var description: String { "\(file):\(number): \(code.trimmingCharacters(in: .whitespaces))" }

  /// The module that this line imports: the first word after `import` and the kind of a
  /// declaration, up to a dot.
  var imported: String? {
    guard code.contains("import"),
      let match = code.firstMatch(
        of:
          /^\s*(?:@\w+(?:\(\w+\))?\s+|public\s+|package\s+|internal\s+|fileprivate\s+|private\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
      )
    else { return nil }
    return String(match.1)
  }
}

/// All Swift of `Sources`, line by line, read once.
func sourceLines() throws -> [SourceLine] { try everyLine.get() }

private let everyLine = Result { try readLines() }

private func readLines() throws -> [SourceLine] {
  let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let sources = package.appending(path: "Sources", directoryHint: .isDirectory)
  var lines: [SourceLine] = []
  for module in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted() {
    let folder = sources.appending(path: module)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      // A program of another language is a raw string.
      var isRaw = false
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if isRaw {
          isRaw = !line.contains("\"\"\"#")
          continue
        }
        isRaw = line.hasSuffix("#\"\"\"")
        lines.append(
          SourceLine(
            module: module, file: "Sources/\(module)/\(file)", number: index + 1,
            code: withoutComment(line)))
      }
    }
  }
  return lines
}

/// `line` up to a `//` at its start or after a space, which no string of ours contains.
private func withoutComment(_ line: Substring) -> String {
  let bytes = Array(line.utf8)
  let slash = UInt8(ascii: "/")
  for index in bytes.indices.dropLast() where bytes[index] == slash && bytes[index + 1] == slash {
    guard index == 0 || bytes[index - 1] == UInt8(ascii: " ") else { continue }
    return String(decoding: bytes[..<index], as: UTF8.self)
  }
  return String(line)
}
