import Model
import Reports
import Storage
import Text

/// A list of students in a file, as rows of a roster.
struct RosterFile {
  let path: String
  let rows: [RosterRow]
  /// What was noticed in reading.
  let notices: [String]
  private let table: DelimitedText

  /// - Parameters:
  ///   - bytes: the file.
  ///   - mapping: what the user says of its columns.
  ///   - schoolClass: the class of all of them; the file's column counts unless given.
  /// - Throws: `Failures` with all that is wrong, each with its place.
  init(
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
      throw Failure(.objectIsFaulty, "there is nothing in it", at: .init(path: path))
    }
    var columns = try RosterColumns(heads.map { $0.text.trimmed }, mapping: mapping)
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
    case .utf8: break
    case .utf16: notices.append("read as UTF-16")
    case .windows1252:
      notices.append("it is no UTF-8, so it was read as Windows-1252 (Latin-1): look at the names")
    }
    if !columns.unknown.isEmpty {
      let heads = columns.unknown.map { "'\($0)'" }.joined(separator: ", ")
      notices.append("passed over: \(heads)")
    }
    return notices
  }

  /// A problem with a row, with its place.
  func failure(_ problem: RosterProblem) -> Failure {
    let place = Failure.Place(path: path, line: problem.line, excerpt: table.line(problem.line))
    switch problem.kind {
    case .twice(let id, let other):
      return Failure(.valueIsFaulty, "'\(id)' is in line \(other) already", at: place)
    case .ambiguous(let name, let candidates):
      return Failure(
        .valueIsFaulty, "'\(name)' could be \(named(candidates))", at: place,
        hint: "a column 'id', 'number' or 'email' tells who is who")
    case .takenByClass(let id):
      return Failure(
        .valueIsFaulty, "'\(id)' names a class already", at: place,
        hint: "choose another identifier")
    case .almostTaken(let id, let other):
      return Failure(
        .valueIsFaulty, "'\(id)' differs from '\(other)' in case alone", at: place,
        hint: "write '\(other)', or choose another identifier")
    }
  }
}

extension Failure {
  /// What is wrong in a table.
  init(_ error: DelimitedTextError, path: String) {
    let place = Place(
      path: path, line: error.line, column: error.column, excerpt: error.excerpt)
    switch error.kind {
    case .openQuote:
      self.init(.objectIsFaulty, "this quote is never closed", at: place)
    case .strayQuote:
      self.init(
        .objectIsFaulty, "a quote stands within a value", at: place,
        hint: "put the whole value into quotes, and write each quote within it twice")
    case .textAfterQuote:
      self.init(
        .objectIsFaulty, "text follows a closing quote", at: place,
        hint: "a quote within quotes is written twice")
    case .notText:
      self.init(
        .objectIsFaulty, "this is no text", at: place,
        hint: "save the list as CSV, in UTF-8")
    case .spreadsheet:
      self.init(
        .objectIsFaulty, "this is a spreadsheet's own format", at: Place(path: path),
        hint: "save the list as CSV, in UTF-8")
    case .tooLarge:
      self.init(
        .objectIsFaulty, "it is larger than \(DelimitedText.largest >> 20) MiB",
        at: Place(path: path))
    }
  }
}

extension String {
  /// Without white space at both ends, and with one space for each run of it within.
  var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
