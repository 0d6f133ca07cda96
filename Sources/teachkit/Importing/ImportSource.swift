import Exchange
import Git
import Glibc
import Hub
import Model
import Storage
import Text

/// Where material is taken over from: another school's folder, or what is published of a subject.
struct ImportSource {
  let material: Material
  /// The school's folder, or the address of what is published.
  let place: String
  /// What of the place that was named lies within the school: `math/fractions`.
  let within: String
  /// The school's name, or the address, without a password.
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

  /// Reads from a place while `body` runs.
  static func open<T>(
    _ text: String, _ session: Session, _ store: SchoolStore, _ body: (ImportSource) throws -> T
  ) throws -> T {
    let address = try HubAddress(typed: text, from: session.directory)
    if let (root, within) = school(at: address) {
      guard let material = try Material.school(at: root) else {
        throw Failure(
          .noSharedData, "nothing is committed in '\(visible(root))' yet",
          hint: "'git add -A && git commit' there")
      }
      return try body(ImportSource(material, place: root, within: within))
    }
    let place = address.folder.flatMap(real) ?? address.withoutSecrets
    do {
      return try Material.published(HubLayout(root: address), within: store.folder) {
        try body(ImportSource($0, place: place))
      }
    } catch CloneError.noSubject(_, let nearby) {
      throw Failure(
        .noSharedData, "there is neither a school nor a published subject in '\(visible(place))'",
        hint: nearby.isEmpty
          ? "name a school's folder, or the subject's place on a hub as 'teachkit clone' takes it"
          : closest(address.text, in: nearby).map { "did you mean '\(visible($0))'?" }
            ?? "what is published is in \(named(nearby))")
    } catch CloneError.unexpectedFile(let path) {
      throw Failure(
        .objectIsFaulty, "no school publishes '\(visible(path))'", at: .init(path: place),
        hint: refused)
    } catch let fault as TreeFault {
      throw refusal(fault, place)
    }
  }

  private static let refused = "nothing was taken over; tell the teacher whose it is"

  private static func refusal(_ fault: TreeFault, _ place: String) -> Failure {
    Failure(
      .objectIsFaulty, "what is there can't be taken over: \(fault.words)",
      at: .init(path: place), hint: refused)
  }

  /// The school that a folder is in, and the rest of the path. A subject on a hub is none, even
  /// where the hub is within a school.
  private static func school(at address: HubAddress) -> (root: String, within: String)? {
    guard let folder = address.folder,
      access("\(folder)/\(HubLayout.subjectRepository)", F_OK) != 0
    else { return nil }
    let path = FolderPath(folder, from: "/")
    let existing = path.existing
    guard let root = SchoolStore.root(above: existing), let real = real(existing) else {
      return nil
    }
    var parts =
      real.dropFirst(root.utf8.count).split(separator: "/")
      + path.text.dropFirst(existing.utf8.count).split(separator: "/")
    if parts.last?.hasSuffix(".yaml") == true { parts.removeLast() }
    return (root, parts.joined(separator: "/"))
  }

  /// The path from the root of the file system, without links.
  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  // MARK: What is asked for

  /// The subject that was named; the only one where none was.
  func subject() throws -> ContextPath {
    if material.isPublished || !within.isEmpty {
      let path = try find(within, among: [.subject, .context])
      guard path.components.isEmpty else {
        throw Failure(
          .valueIsFaulty, "'\(path)' is no subject, but a part of one",
          hint: "'teachkit import worksheet' takes over a single worksheet")
      }
      return path
    }
    let ids = try material.files.subjectIDs()
    guard let id = ids.first, ids.count == 1 else {
      throw Failure(
        ids.isEmpty ? .notFound : .valueIsFaulty,
        ids.isEmpty ? "'\(from)' has no subject" : "'\(from)' has \(ids.count) subjects",
        hint: ids.isEmpty ? nil : "name one as '\(place)/\(ids[0])': there is \(named(ids))")
    }
    return ContextPath(subject: id)
  }

  func worksheet(_ path: String) throws -> ContextPath {
    let found = try find(within.isEmpty ? path : "\(within)/\(path)", among: [.context])
    guard try material.files.isWorksheet(found) else {
      let below = try material.files.worksheets(below: found).map { shown($0) }
      throw Failure(
        .valueIsFaulty, "'\(shown(found))' is no worksheet",
        hint: below.isEmpty ? nil : "those in it are \(named(below))")
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
        .notFound, "there is no '\(visible(name))' in '\(visible(from))'",
        hint: suggestion.map { "did you mean '\($0)'?" })
    }
  }

  private func shown(_ path: ContextPath) -> String {
    Locator(material.files).shown(.context(path))
  }

  /// What is kept of where something came from.
  func origin(of path: ContextPath) -> Origin {
    Origin(from: from, uid: uid, path: path.description, commit: "\(material.commit)")
  }

  // MARK: Faults

  /// Runs something that reads there: places in faults are of there.
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
