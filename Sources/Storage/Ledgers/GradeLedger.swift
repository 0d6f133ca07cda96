import Model
import PlainYAML
import Synchronization
import Text

/// The computed grades of a worksheet, as far as they can be read.
///
/// A damaged line is reported, and its student has no grade; all others keep theirs. Only this type
/// reads grades, so no command can use a damaged one.
public struct GradeLedger: Sendable {
  /// The readable lines.
  public let lines: Ledger
  private let grades: [String: Grade]
  /// The damaged lines.
  public let faults: [Fault]

  private static let newline = UInt8(ascii: "\n")

  /// The maximum number of lines that aren't even YAML; a file with more is damaged as a whole.
  private static let most = 100

  public init(_ bytes: [UInt8], file: String) throws {
    let read = try Self.read(bytes, file: file)
    var (lines, faults) = (read.lines, read.faults)
    var grades: [String: Grade] = [:]
    for student in lines.keys {
      if let grade = lines[student].flatMap({ Grade($0) }) {
        grades[student] = grade
      } else if let offset = read.source.offset(of: student) {
        let text = read.source.lineText(at: offset)
        faults.append(Self.fault(text, read.source.position(of: offset), file))
        lines.remove(student)
      }
    }
    self.lines = lines
    self.grades = grades
    self.faults = faults.inPlaceOrder
  }

  /// Reads the lines that are YAML, whether or not they are grades.
  public static func lines(
    _ bytes: [UInt8], file: String
  ) throws -> (lines: Ledger, isDamaged: Bool) {
    let read = try read(bytes, file: file)
    return (read.lines, !read.faults.isEmpty)
  }

  /// - Returns: the lines that are YAML, the same with empty lines in place of the damaged ones, and the
  ///   faults of those.
  private static func read(
    _ bytes: [UInt8], file: String
  ) throws -> (lines: Ledger, source: Ledger, faults: [Fault]) {
    // Lines that aren't YAML are first replaced by empty ones, so that the others keep their
    // positions.
    var source = bytes
    var damaged: [Int] = []
    var faults: [Fault] = []
    var read: Ledger?
    while read == nil {
      do throws(YAMLError) {
        read = try Ledger(source)
      } catch {
        var text = source.split(separator: newline, omittingEmptySubsequences: false)
        let place = error.position.line - 1
        guard damaged.count < most, text.indices.contains(place), !text[place].isEmpty else {
          throw FaultyFiles(faults: [Fault(error, in: bytes, file: file)])
        }
        let words = String(decoding: text[place], as: UTF8.self)
        faults.append(fault(words, Position(line: place + 1, column: 1), file))
        damaged.append(place)
        text[place] = []
        source = [UInt8](text.joined(separator: [newline]))
      }
    }
    let whole = try read ?? Ledger()
    if damaged.isEmpty { return (whole, whole, []) }
    var text = source.split(separator: newline, omittingEmptySubsequences: false)
    for line in damaged.sorted().reversed() { text.remove(at: line) }
    return (try Ledger([UInt8](text.joined(separator: [newline]))), whole, faults)
  }

  private static func fault(_ line: String, _ position: Position, _ file: String) -> Fault {
    let name = line.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
    let owner =
      name.isEmpty || name == line[...] ? "this line" : "the grade of '\(visible(String(name)))'"
    return Fault(
      file: file, position: position, line: line, rule: .brokenGrade,
      message: "cannot read \(owner)", hint: "run 'teachkit grade' to compute it again")
  }

  /// The students with a readable grade.
  public var students: [String] { lines.keys }

  /// Whether the file has no lines, not even damaged ones.
  public var isEmpty: Bool { lines.isEmpty && faults.isEmpty }

  /// A student's grade; nil if there is none, or if it can't be read.
  public subscript(student: String) -> Grade? { grades[student] }

  /// Whether a student has exactly this grade.
  public func holds(_ grade: Grade, for student: String) -> Bool {
    lines.holds(grade.value, for: student)
  }
}

/// The damaged lines of ledgers read during this run, each once.
///
/// Each instance of a school's files has one, so that every command reports the damage it found.
public final class DamageLog: Sendable {
  private let found = Mutex<[Fault]>([])

  public init() {}

  public func add(_ faults: [Fault]) {
    if faults.isEmpty { return }
    found.withLock { found in
      for fault in faults where !found.contains(fault) { found.append(fault) }
    }
  }

  /// Removes the damaged lines of a file that was repaired, and returns them.
  public func removeFaults(_ file: String) -> [Fault] {
    found.withLock { found in
      let removed = found.filter { $0.file == file }
      found.removeAll { $0.file == file }
      return removed
    }
  }

  /// The damaged lines, in the order of reading.
  public var faults: [Fault] { found.withLock { $0 } }
}
