import Course
import Exchange
import Git
import Glibc
import HubProtocol
import Model
import Storage
import Text

/// The source of an import: another school's folder, or a published subject.
struct ImportSource {
  let material: Material
  /// The school's folder, or the address of the published subject.
  let place: String
  /// The part of the path within the school: `math/fractions`.
  let within: String
  /// The school's name, or the address without a password.
  private let from: String
  private let uid: String

  private init(_ material: Material, place: String, within: String = "") throws {
    self.material = material
    self.place = place
    self.within = within
    let school = try ImportSource.naming(place) { try material.files.school() }
    from = material.isPublished ? place : school.name
    uid = school.uid
  }

  /// Opens a source while `body` runs.
  static func open<T>(
    _ text: String, _ session: Session, _ store: SchoolStore, _ body: (ImportSource) throws -> T
  ) throws -> T {
    let address = try HubAddress(typed: text, from: session.directory)
    if let (root, within) = school(at: address) {
      guard let material = try Material.school(at: root) else {
        throw Failure(
          .noSharedData, "no commits in '\(visible(root))'",
          hint: "run run 'git add -A && git commit' there")
      }
      return try body(ImportSource(material, place: root, within: within))
    }
    let place = address.folder.flatMap(realPath) ?? address.withoutSecrets
    do {
      return try Material.published(HubLayout(root: address), within: store.folder) {
        try body(ImportSource($0, place: place))
      }
    } catch CloneError.noSubject(_, let nearby) {
      throw Failure(
        .noSharedData, "no school or published subject in '\(visible(place))'",
        hint: nearby.isEmpty
          ? "specify a school's folder, or a subject's address as for 'teachkit clone'"
          : closest(address.text, in: nearby).map { "did you mean '\(visible($0))'?" }
            ?? "published subjects: \(named(nearby))")
    } catch CloneError.unexpectedFile(let path) {
      throw Failure(
        .objectIsFaulty, "unexpected published file '\(visible(path))'", at: .init(path: place),
        hint: refused)
    } catch let fault as TreeFault {
      throw refusal(fault, place)
    }
  }

  private static let refused: Message = "nothing was imported; ask the subject's teacher to fix it"

  private static func refusal(_ fault: TreeFault, _ place: String) -> Failure {
    Failure(
      .objectIsFaulty, "cannot import the published content: \(fault.words)",
      at: .init(path: place), hint: refused)
  }

  /// Returns the school that contains a folder, and the rest of the path. A subject on a hub isn't
  /// a school, even if the hub is inside one.
  private static func school(at address: HubAddress) -> (root: String, within: String)? {
    guard let folder = address.folder,
      access("\(folder)/\(HubLayout.subjectRepository)", F_OK) != 0
    else { return nil }
    let path = FolderPath(folder, from: "/")
    let existing = path.existing
    guard let root = SchoolStore.root(above: existing), let real = realPath(existing) else {
      return nil
    }
    var parts =
      real.dropFirst(root.utf8.count).split(separator: "/")
      + path.text.dropFirst(existing.utf8.count).split(separator: "/")
    if parts.last?.hasSuffix(".yaml") == true { parts.removeLast() }
    return (root, parts.joined(separator: "/"))
  }

  // MARK: Finding objects

  /// Returns the named subject, or the only one if none was named.
  func subject() throws -> ContextPath {
    if material.isPublished || !within.isEmpty {
      let path = try find(within, among: [.subject, .context])
      guard path.components.isEmpty else {
        throw Failure(
          .valueIsFaulty, "'\(path)' isn't a subject but a part of one",
          hint: "import a single worksheet with 'teachkit import worksheet'")
      }
      return path
    }
    let ids = try material.files.subjectIDs()
    guard let id = ids.first, ids.count == 1 else {
      throw Failure(
        ids.isEmpty ? .notFound : .valueIsFaulty,
        ids.isEmpty ? "'\(from)' has no subject" : "'\(from)' has \(ids.count) subjects",
        hint: ids.isEmpty ? nil : "specify one as '\(place)/\(ids[0])', out of \(named(ids))")
    }
    return ContextPath(subject: id)
  }

  func worksheet(_ path: String) throws -> ContextPath {
    let found = try find(within.isEmpty ? path : "\(within)/\(path)", among: [.context])
    guard try material.files.isWorksheet(found) else {
      let below = try material.files.worksheets(below: found).map { shown($0) }
      throw Failure(
        .valueIsFaulty, "'\(shown(found))' isn't a worksheet",
        hint: below.isEmpty ? nil : "it contains the worksheets \(named(below))")
    }
    return found
  }

  private func find(_ text: String, among kinds: Set<ObjectPath.Kind>) throws -> ContextPath {
    let files = material.files
    let text = text.isEmpty ? try files.subjectIDs().first ?? "" : text
    do {
      guard case .context(let path) = try Locator(files).find(text, among: kinds) else {
        throw LookupError.unknown(text, suggestion: nil)
      }
      return path
    } catch LookupError.unknown(let name, let suggestion) {
      throw Failure(
        .notFound, "no '\(visible(name))' in '\(visible(from))'",
        hint: suggestion.map { "did you mean '\($0)'?" })
    }
  }

  private func shown(_ path: ContextPath) -> String {
    Locator(material.files).shown(.context(path))
  }

  /// The recorded origin of an imported object.
  func origin(of path: ContextPath) -> Origin {
    Origin(from: from, uid: uid, path: path.description, commit: "\(material.commit)")
  }

  // MARK: Errors

  /// Runs a read of the source; positions in its errors refer to the source.
  func reading<T>(_ read: () throws -> T) throws -> T { try ImportSource.naming(place, read) }

  private static func naming<T>(_ place: String, _ read: () throws -> T) throws -> T {
    do {
      return try read()
    } catch let error as FaultyFiles {
      throw Failures(
        list: error.failures.map { failure in
          var found = failure.place
          if let path = found?.path { found?.path = "\(place)/\(path)" }
          return Failure(failure.id, failure.message, at: found, hint: failure.hint)
        })
    } catch let fault as TreeFault {
      throw refusal(fault, place)
    }
  }
}
