import Glibc

/// Times the teachkit binary on whole commands, each beside git on the same work in the same run.
@main
struct Benchmarks {
  /// What no command may use more of, in megabytes.
  static let memoryBound = 150.0

  let binary: String
  let folder: String
  private var places: [String: String] = [:]

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, let path = realpath(arguments[1], nil) else {
      complain("usage: teachkit-bench BINARY [START OF A ROW]")
      exit(64)
    }
    defer { free(path) }
    let wanted = arguments.dropFirst(2).joined(separator: " ")
    do {
      var benchmarks = Benchmarks(binary: String(cString: path), folder: try temporaryFolder())
      let isWhole = benchmarks.printTable(rows.filter { $0.work.hasPrefix(wanted) })
      try run(["rm", "-rf", benchmarks.folder], in: "/")
      exit(isWhole ? 0 : 1)
    } catch {
      complain("teachkit-bench: \((error as? Failed)?.message ?? "\(error)")")
      exit(1)
    }
  }

  private static func complain(_ message: String) {
    let bytes = Array("\(message)\n".utf8)
    write(STDERR_FILENO, bytes, bytes.count)
  }

  init(binary: String, folder: String) {
    self.binary = binary
    self.folder = folder
  }

  /// - Returns: whether every row could be measured. A row over its bound is shown, not failed:
  ///   figures depend on what else the machine does.
  mutating func printTable(_ rows: [Row]) -> Bool {
    var isWhole = true
    printLine(["work", "min ms", "median", "git", "ratio", "MB", "bound"])
    for row in rows {
      do {
        printLine([row.work] + (try measure(row)))
      } catch {
        isWhole = false
        printLine([row.work, "failed: \((error as? Failed)?.message ?? "\(error)")"])
      }
    }
    return isWhole
  }

  /// Runs the row's command, git's, and where the bound asks for it `--help`, by turns.
  /// - Returns: the cells after the first.
  private mutating func measure(_ row: Row) throws -> [String] {
    let place = try path(of: row.place)
    var ours: [Measurement] = []
    var gits: [Measurement] = []
    var helps: [Measurement] = []
    // The first round warms up and isn't counted.
    for round in 0...row.runs {
      let copy = row.changesPlace ? "\(folder)/copy/\(row.place.name)" : place
      if row.changesPlace {
        try makeFolders("\(folder)/copy")
        try run(["cp", "-a", place, copy], in: folder)
      }
      let one = try Measurement(of: [binary] + row.arguments, in: copy)
      guard one.exitCode == row.exitCode else {
        throw Failed("exit code \(one.exitCode) instead of \(row.exitCode)")
      }
      if row.changesPlace { try run(["rm", "-rf", "\(folder)/copy"], in: folder) }
      let git = try Measurement(of: ["git"] + row.git, in: place)
      if case .aboveHelp = row.bound, round > 0 {
        helps.append(try Measurement(of: [binary, "--help"], in: place))
      }
      guard round > 0 else { continue }
      ours.append(one)
      gits.append(git)
    }
    let limit: (words: String, milliseconds: Double) =
      switch row.bound {
      case .timesGit(let factor): ("\(Int(factor)) × git", factor * gits.median)
      case .aboveHelp(let above): ("--help + \(Int(above)) ms", helps.median + above)
      case .milliseconds(let most): ("\(Int(most)) ms", most)
      }
    let isInside = ours.median <= limit.milliseconds && ours.peakMemory <= Self.memoryBound
    return [
      tenths(ours.minimum), tenths(ours.median), tenths(gits.median),
      tenths(ours.median / gits.median), tenths(ours.peakMemory),
      "\(limit.words) (\(tenths(limit.milliseconds))): \(isInside ? "ok" : "OVER")",
    ]
  }

  private mutating func path(of place: Place) throws -> String {
    if let path = places[place.name] { return path }
    let path = "\(folder)/\(place.name)"
    try makeFolders(path)
    try place.make(path)
    places[place.name] = path
    return path
  }

  private func printLine(_ cells: [String]) {
    let widths = [44, 7, 7, 7, 6, 6]
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = index < widths.count ? widths[index] : cell.count
      let space = String(repeating: " ", count: max(0, width - cell.count))
      line += (index == 0 ? cell + space : space + cell) + "  "
    }
    print(line)
    fflush(nil)
  }

  private func tenths(_ number: Double) -> String {
    let scaled = Int((number * 10).rounded())
    return "\(scaled / 10).\(scaled % 10)"
  }
}
