import Glibc
import Model
import PlainYAML
import Storage
import Text

/// Where new things are copied from: the school's own templates, then those that came with the
/// program.
struct Templates {
  /// Folders with templates, in the order of looking.
  private let folders: [WorkTree]

  /// - Parameter school: a school whose own templates come first.
  init(_ session: Session, school: SchoolFiles? = nil) {
    let own = (school?.source as? WorkTree).map { WorkTree(root: $0.root + "/templates") }
    folders =
      [own].compactMap { $0 }
      + Templates.installed(session.surroundings).map { WorkTree(root: $0) }
  }

  /// The folder of the templates that came with the program: what `TEACHKIT_TEMPLATES` names, what
  /// is installed beside the program, or that of the sources it was built from.
  static func installed(_ surroundings: Surroundings) -> [String] {
    var found = [surroundings.variable("TEACHKIT_TEMPLATES")].compactMap { $0 }
    guard let program = realpath("/proc/self/exe", nil) else { return found }
    defer { free(program) }
    var folder = String(cString: program)
    while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
      folder = String(folder[..<slash])
      found += [folder + "/share/teachkit/templates"]
      if access(folder + "/Package.swift", F_OK) == 0 { found += [folder + "/templates"] }
    }
    return found.filter { access($0, F_OK) == 0 }
  }

  /// The text of a new worksheet.
  ///
  /// - Parameters:
  ///   - name: a template's, without `.yaml`.
  ///   - fields: what is set in it; nil leaves what it has.
  func worksheet(_ name: String, with fields: [String: Value?]) throws -> [UInt8] {
    let (bytes, path) = try find(name, in: "worksheet")
    let order = Schema.worksheet.map(\.name)
    do {
      var document = try Document(bytes)
      for field in order {
        guard let value = fields[field] ?? nil else { continue }
        document = try document.setting([.key(field)], to: value, order: order)
      }
      return document.bytes
    } catch let error as YAMLError {
      throw Failure(error, path: path)
    } catch is EditError {
      throw Failure(.objectIsFaulty, "the template can't be filled in", at: .init(path: path))
    }
  }

  private func find(_ name: String, in kind: String) throws -> (bytes: [UInt8], path: String) {
    for folder in folders where !name.contains("/") {
      if let bytes = try folder.bytes(at: "\(kind)/\(name).yaml") {
        return (bytes, "\(folder.root)/\(kind)/\(name).yaml")
      }
    }
    let known = Set(try folders.flatMap { try $0.entries(in: kind) }.map(\.name))
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    let all = known.isEmpty ? "none are installed" : "there are \(known.joined(separator: ", "))"
    throw Failure(
      .notFound, "there is no template '\(name)'", hint: didYouMean(name, among: known) ?? all)
  }
}
