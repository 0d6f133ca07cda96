import Model
import Storage
import Text

/// The guidance records of some classes.
public struct GuidanceBook {
  public struct Entry: Hashable, Sendable {
    public let schoolClass: String
    public let record: GuidanceRecord
    /// Today's date in the class's time zone.
    public let today: CivilDate
  }

  /// By class, in the order of the files.
  public private(set) var entries: [Entry] = []
  /// The classes whose records can't be read.
  public private(set) var unreadable: [(schoolClass: String, error: any Error)] = []

  private let files: SchoolFiles

  /// - Parameter classes: by default all.
  public init(_ files: SchoolFiles, classes: [String]? = nil, at now: Instant) throws {
    self.files = files
    for id in try classes ?? files.classIDs() {
      do {
        let records = try files.guidance(of: id)
        if records.isEmpty { continue }
        let today = try files.zone(of: files.schoolClass(id)).civil(now).date
        entries += records.map { Entry(schoolClass: id, record: $0, today: today) }
      } catch {
        unreadable.append((id, error))
      }
    }
  }

  /// Finds the record with an id such as `g12`, or `7b/g12` if several classes have one.
  public func find(_ word: String) throws -> Entry {
    let found = entries.filter {
      $0.record.id == word || "\($0.schoolClass)/\($0.record.id)" == word
    }
    guard let first = found.first else {
      if let error = unreadable.first?.error { throw error }
      throw Failure(
        .notFound, "no guidance record '\(visible(word))'",
        hint: "run 'teachkit guidance list --all' to list the records")
    }
    if found.count > 1 {
      let names = found.map { "\($0.schoolClass)/\($0.record.id)" }
      throw Failure(
        .valueIsFaulty, "several classes have a guidance record '\(visible(word))'",
        hint: "choose one: \(names.joined(separator: ", "))")
    }
    return first
  }

  /// The next unused id.
  public var nextID: String { GuidanceRecord.nextID(after: entries.map(\.record.id)) }
}

/// The classes that a command is about.
public struct ClassSelection: Sendable {
  public var schoolClass: String?
  public var year: Int?
  /// The user, for the classes that they are the teacher of.
  public var teacher: Person?

  public init(schoolClass: String? = nil, year: Int? = nil, teacher: Person? = nil) {
    (self.schoolClass, self.year, self.teacher) = (schoolClass, year, teacher)
  }

  /// - Throws: `Failure` if no class matches.
  public func classes(in files: SchoolFiles) throws -> [String] {
    if let schoolClass {
      let found = try Locator(files).find(schoolClass, among: [.schoolClass])
      if case .schoolClass(let id) = found { return [id] }
    }
    let ids = try files.classIDs()
    if year == nil, teacher == nil { return ids }
    let found = try ids.filter { id in
      let schoolClass = try files.schoolClass(id)
      if let year { return schoolClass.year == year }
      return schoolClass.teacher.map { $0.isSame(as: teacher) } ?? false
    }
    if !found.isEmpty { return found }
    if let year { throw Failure(.notFound, "no class of year \(year)") }
    let name = teacher.map { "\($0)" } ?? ""
    throw Failure(
      .notFound, "no class has the teacher '\(visible(name))'",
      hint: "name the teacher: 'teachkit set classes/7b \"teacher=\(visible(name))\"'")
  }
}

extension Person {
  /// Whether a name means the same person: by mail address if both have one.
  fileprivate func isSame(as other: Person?) -> Bool {
    guard let other else { return false }
    if mail.isEmpty || other.mail.isEmpty { return name == other.name }
    return mail.lowercased() == other.mail.lowercased()
  }
}

extension SchoolFiles {
  /// The time zone of a class.
  public func zone(of schoolClass: SchoolClass) throws -> Zone {
    guard let name = schoolClass.zone else { return try zone() }
    return try zone(name, in: SchoolPath.schoolClass(schoolClass.id))
  }
}
