import PlainYAML
import Storage
import Substrings

/// A starting point for new worksheets, or for new chapters with what is below them.
///
/// It is one file, `worksheet/quiz.yaml`, or a folder that is built as what is made of it:
/// `context/unit/context.yaml`, `context/unit/practice/worksheet.yaml`, `…/files/sheet.pdf`.
struct Template {
  enum Kind: String, CaseIterable {
    case worksheet, context

    /// The file that everything made of it has.
    var file: String { "\(rawValue).yaml" }
  }

  /// Whose it is, in the order of looking.
  enum Origin: String { case school, user, installed }

  let name: String
  let kind: Kind
  let origin: Origin
  /// The folder that holds templates.
  let root: String
  /// Whether it is a folder with several files.
  let isFolder: Bool

  /// Where it is, below `root`.
  var place: String { "\(kind.rawValue)/\(name)\(isFolder ? "" : ".yaml")" }
  /// Its main file, as messages name it.
  var path: String { path(of: kind.file) }

  /// One of its files, by its path below what is made of it.
  func path(of file: String) -> String {
    isFolder ? "\(root)/\(place)/\(file)" : "\(root)/\(place)"
  }

  /// Its files by path below what is made of it.
  func files() throws -> [String: [UInt8]] {
    let tree = WorkTree(root: root)
    guard isFolder else {
      return [kind.file: try tree.bytes(at: place) ?? []]
    }
    return try tree.files(below: place)
  }

  /// Its main file.
  func document() throws -> Document {
    let bytes = try WorkTree(root: root).bytes(at: isFolder ? "\(place)/\(kind.file)" : place) ?? []
    do throws(YAMLError) {
      return try Document(bytes)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Everything in it that is YAML, by path below what is made of it.
  func documents() throws -> [String: Document] {
    var found: [String: Document] = [:]
    for (file, bytes) in try files() where Template.isFilled(file) {
      do throws(YAMLError) {
        found[file] = try Document(bytes)
      } catch {
        throw Failure(error, path: path(of: file))
      }
    }
    return found
  }

  /// Whether placeholders in a file are filled: in contexts and worksheets, not beside them.
  static func isFilled(_ file: String) -> Bool {
    let name = file.split(separator: "/").last ?? ""
    return Kind.allCases.contains { $0.file == name }
      && !file.split(separator: "/").contains { SchoolPath.besides.contains(String($0)) }
  }

  /// What its first comment says of it, up to the first full stop.
  func about() throws -> String {
    let lines = try document().text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("#") }
    let text = lines.map { $0.dropFirst().drop { $0 == " " } }.joined(separator: " ")
    return text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) }
      ?? (text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}

extension FileSource {
  /// All files of a folder and below it, by path from there.
  func files(below folder: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for entry in try entries(in: folder) {
      switch entry.kind {
      case .file: found[entry.name] = try bytes(at: "\(folder)/\(entry.name)")
      case .folder:
        for (path, bytes) in try files(below: "\(folder)/\(entry.name)") {
          found["\(entry.name)/\(path)"] = bytes
        }
      case .other: break
      }
    }
    return found
  }
}
