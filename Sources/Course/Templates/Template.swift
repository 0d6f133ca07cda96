import PlainYAML
import Storage
import Substrings

/// A starting point for new worksheets, or for new chapters with their content.
///
/// Either one file, `worksheet/quiz.yaml`, or a folder with the structure of the new object:
/// `context/unit/context.yaml`, `context/unit/practice/worksheet.yaml`, `…/files/sheet.pdf`.
public struct Template {
  public enum Kind: String, CaseIterable {
    case worksheet, context

    /// The main file of every object of this kind.
    public var file: String { "\(rawValue).yaml" }
  }

  /// The owner, in lookup order.
  public enum Origin: String { case school, user, installed }

  public let name: String
  public let kind: Kind
  public let origin: Origin
  /// The folder of templates.
  public let root: String
  /// Whether it is a folder with several files.
  public let isFolder: Bool

  public init(name: String, kind: Kind, origin: Origin, root: String, isFolder: Bool) {
    self.name = name
    self.kind = kind
    self.origin = origin
    self.root = root
    self.isFolder = isFolder
  }

  /// The location below `root`.
  public var place: String { "\(kind.rawValue)/\(name)\(isFolder ? "" : ".yaml")" }
  /// The main file for messages.
  public var path: String { path(of: kind.file) }

  /// Returns the path of a file, given by its path below the new object.
  public func path(of file: String) -> String {
    isFolder ? "\(root)/\(place)/\(file)" : "\(root)/\(place)"
  }

  /// Returns the files by path below the new object.
  public func files() throws -> [String: [UInt8]] {
    let tree = WorkTree(root: root)
    guard isFolder else {
      return [kind.file: try tree.bytes(at: place) ?? []]
    }
    return try tree.files(below: place)
  }

  /// Reads the main file.
  public func document() throws -> Document {
    let bytes = try WorkTree(root: root).bytes(at: isFolder ? "\(place)/\(kind.file)" : place) ?? []
    do throws(YAMLError) {
      return try Document(bytes)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Reads all YAML files, by path below the new object.
  public func documents() throws -> [String: Document] {
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

  /// Whether placeholders in a file are filled: only in contexts and worksheets.
  public static func isFilled(_ file: String) -> Bool {
    let name = file.split(separator: "/").last ?? ""
    return Kind.allCases.contains { $0.file == name }
      && !file.split(separator: "/").contains { SchoolPath.besides.contains(String($0)) }
  }

  /// Returns the description: the first comment up to its first full stop.
  public func about() throws -> String {
    let lines = try document().text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("#") }
    let text = lines.map { $0.dropFirst().drop { $0 == " " } }.joined(separator: " ")
    return text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) }
      ?? (text.hasSuffix(".") ? String(text.dropLast()) : text)
  }
}

extension FileSource {
  /// Returns all files in a folder and its subfolders, by relative path.
  public func files(below folder: String) throws -> [String: [UInt8]] {
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
