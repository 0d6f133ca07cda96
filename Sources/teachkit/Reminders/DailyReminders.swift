import Course
import Git
import Glibc
import Model
import PlainYAML
import Storage
import Text

/// The classes whose reminders are set every day: a small file outside of any commit.
///
/// Its first line is the time of the next check, which each command reads.
struct DailyReminders {
  struct Entry: Hashable {
    let schoolClass: String
    let names: Bool
    let timer: TimerKind?
  }

  private let path: String

  /// - Parameter folder: `.git/teachkit` of the school.
  init(folder: String) { path = folder + "/daily" }

  /// - Returns: the next check, and the classes.
  func read() throws -> (next: Instant, entries: [Entry]) {
    guard let bytes = try DurableFile.read(path) else { return (Instant(seconds: 0), []) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let next = lines.first.flatMap { Instant(iso: $0) } ?? Instant(seconds: 0)
    let entries = lines.dropFirst().compactMap { line -> Entry? in
      let words = line.split(separator: "\t").map(String.init)
      guard let id = words.first else { return nil }
      return Entry(
        schoolClass: id, names: words.contains("names"),
        timer: words.dropFirst().compactMap { TimerKind(rawValue: $0) }.first)
    }
    return (next, entries)
  }

  /// Writes the file, or removes it if no class is left.
  func write(_ entries: [Entry], next: Instant) throws {
    if entries.isEmpty {
      unlink(path)
      return
    }
    let lines = entries.map { entry in
      [entry.schoolClass, entry.names ? "names" : nil, entry.timer?.rawValue].compactMap(\.self)
        .joined(separator: "\t")
    }
    let text = (["\(next)"] + lines).joined(separator: "\n") + "\n"
    try DurableFile.write(Array(text.utf8), to: path)
  }

  func add(_ classes: [String], names: Bool, _ timer: TimerKind?, next: Instant) throws {
    let others = try read().entries.filter { !classes.contains($0.schoolClass) }
    let new = classes.map { Entry(schoolClass: $0, names: names, timer: timer) }
    try write(others + new, next: next)
  }

  /// - Returns: whether a class was among them.
  func remove(_ classes: [String]) throws -> Bool {
    let (next, entries) = try read()
    let rest = entries.filter { !classes.contains($0.schoolClass) }
    try write(rest, next: next)
    return rest != entries
  }

  /// Starts a process that sets today's reminders if this is the first command of a day.
  ///
  /// It costs one small file, and never fails.
  static func check(_ session: Session) {
    guard let root = RootSearch.find("school.yaml", above: session.directory) else { return }
    let path = root + "/.git/teachkit/daily"
    guard access(path, R_OK) == 0,
      let next = try? DailyReminders(folder: root + "/.git/teachkit").read().next,
      DailyCheck.isDue(next, at: session.now), let program = try? Surroundings.program()
    else { return }
    try? Subprocess(program, ["remind", "today", "--quiet", "-C", root]).detach()
  }
}
