import Archives
import Model
import Reports
import Storage
import Text

/// A list of students in a file, as rows of a roster.
public struct RosterFile {
  public let path: String
  public let rows: [RosterRow]
  /// Notices about how the file was read.
  public let notices: [String]
  private let table: DelimitedText

  /// - Parameters:
  ///   - bytes: the contents of the file.
  ///   - mapping: the user's assignment of columns to fields.
  ///   - schoolClass: the class of all students; nil to use the file's column.
  /// - Throws: `Failures` with all problems and their places.
  public init(
    _ path: String, _ bytes: [UInt8], mapping: [(target: String, head: String)],
    schoolClass: String?, _ roster: Roster
  ) throws {
    self.path = path
    do throws(DelimitedTextError) {
      table = try DelimitedText(bytes)
    } catch {
      throw Failure(error, path: path)
    }
    guard let heads = table.rows.first else {
      throw Failure(.objectIsFaulty, "the file is empty", at: .init(path: path))
    }
    var columns = try RosterColumns(heads.map { $0.text.singleSpaced }, mapping: mapping)
    if schoolClass != nil { columns.ignore("class") }
    var reader = RosterRowReader(
      path: path, table: table, columns: columns, width: heads.count, roster: roster)
    rows = table.rows.dropFirst().compactMap { reader.row($0, in: schoolClass) }
    guard reader.failures.isEmpty else { throw Failures(list: reader.failures) }
    notices = RosterFile.notices(of: table, columns)
  }

  private static func notices(of table: DelimitedText, _ columns: RosterColumns) -> [String] {
    var notices: [String] = []
    switch table.encoding {
    case .utf8, .spreadsheet: break
    case .utf16: notices.append("read as UTF-16")
    case .windows1252:
      notices.append("not UTF-8, so read as Windows-1252 (Latin-1): check the names")
    }
    if !columns.unknown.isEmpty {
      let heads = columns.unknown.map { "'\($0)'" }.joined(separator: ", ")
      notices.append("ignored columns: \(heads)")
    }
    return notices
  }

  /// The failure for a problem in a row, with its place.
  public func failure(_ problem: RosterProblem) -> Failure {
    let place = Failure.Place(path: path, line: problem.line, excerpt: table.line(problem.line))
    switch problem.kind {
    case .twice(let id, let other):
      return Failure(.valueIsFaulty, "'\(id)' is already in line \(other)", at: place)
    case .ambiguous(let name, let candidates):
      return Failure(
        .valueIsFaulty, "'\(name)' matches \(named(candidates))", at: place,
        hint: "add a column 'id', 'number' or 'email'")
    case .takenByClass(let id):
      return Failure(
        .valueIsFaulty, "'\(id)' is already the id of a class", at: place,
        hint: "choose another identifier")
    case .almostTaken(let id, let other):
      return Failure(
        .valueIsFaulty, "'\(id)' differs from '\(other)' only in case", at: place,
        hint: "write '\(other)', or choose another identifier")
    }
  }
}

extension Failure {
  /// The failure for a problem in the structure of a table.
  public init(_ error: DelimitedTextError, path: String) {
    let place = Place(
      path: path, line: error.line, column: error.column, excerpt: error.excerpt)
    switch error.kind {
    case .openQuote:
      self.init(.objectIsFaulty, "unclosed quote", at: place)
    case .strayQuote:
      self.init(
        .objectIsFaulty, "quote inside an unquoted value", at: place,
        hint: "quote the whole value, and double each quote in it")
    case .textAfterQuote:
      self.init(
        .objectIsFaulty, "text after a closing quote", at: place,
        hint: "double each quote inside a quoted value")
    case .notText:
      self.init(
        .objectIsFaulty, "not a text file", at: place,
        hint: "save the list as CSV, in UTF-8")
    case .spreadsheet:
      self.init(
        .objectIsFaulty, "the file is a spreadsheet of another format", at: Place(path: path),
        hint: "save it as .xlsx, or as CSV in UTF-8")
    case .archive(let error):
      self.init(
        .objectIsFaulty, "cannot read the spreadsheet: \(Self.words(error))",
        at: Place(path: path), hint: "save it again as .xlsx, or as CSV in UTF-8")
    case .tooLarge:
      self.init(
        .objectIsFaulty, "the file is larger than \(DelimitedText.largest >> 20) MiB",
        at: Place(path: path))
    }
  }

  private static func words(_ error: ArchiveError) -> Message {
    switch error {
    case .damaged: "the file is damaged"
    case .tooLarge: "it is too large"
    case .encrypted: "it has a password"
    case .missing(let part): "it has no \(visible(part))"
    case .markup(let part, let line, let reason):
      "\(visible(part)) is invalid in line \(line): \(visible(reason))"
    case .documentType(let part): "\(visible(part)) defines a document type"
    }
  }
}
