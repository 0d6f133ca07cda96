import Glibc

/// Times whole commands of the teachkit binary, each next to git on the same work in the same run.
@main
struct Benchmarks {
  let binary: String
  let folder: String
  private var places: [String: String] = [:]
  /// The number of copies made of places.
  private var copies = 0

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == LedgerReading.option {
      exit(LedgerReading.run(arguments[2]))
    }
    guard arguments.count >= 2, let path = realpath(arguments[1], nil) else {
      complain("usage: teachkit-bench BINARY [START OF A ROW]")
      exit(64)
    }
    defer { free(path) }
    let wanted = arguments.dropFirst(2).joined(separator: " ")
    do {
      let folder = try temporaryFolder()
      var benchmarks = Benchmarks(binary: String(cString: path), folder: folder)
      let isWhole = benchmarks.printTable(rows.filter { $0.work.hasPrefix(wanted) })
      try run(["rm", "-rf", folder], in: "/")
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

  /// Measures and prints all rows.
  ///
  /// - Returns: whether every row could be measured. Rows over their bound are only marked,
  ///   because figures depend on the machine's load.
  mutating func printTable(_ rows: [Row]) -> Bool {
    var isWhole = true
    printLine(["work", "min ms", "median", "git", "ratio", "MB", "bound", "compared with"])
    for row in rows {
      if let program = row.needs, !Measurement.hasPeer(program) {
        printLine([row.work, "skipped: 'make peers' installs \(program)"])
        continue
      }
      do {
        printLine([row.work] + (try measure(row)))
      } catch {
        isWhole = false
        printLine([row.work, "failed: \((error as? Failed)?.message ?? "\(error)")"])
      }
    }
    return isWhole
  }

  /// Alternately runs the row's command, git's, and, if the bound needs it, `--help`.
  ///
  /// - Returns: the cells after the first.
  private mutating func measure(_ row: Row) throws -> [String] {
    let place = try path(of: row.place)
    let program = row.program == .teachkit ? binary : try ownPath()
    var ours: [Measurement] = []
    var gits: [Measurement] = []
    var others: [Measurement] = []
    // The first round is a warm-up and doesn't count.
    for round in 0...row.runs {
      let run = try inPlace(row, place) { try Measurement(of: [program] + row.arguments, in: $0) }
      guard run.exitCode == row.exitCode else {
        throw Failed("exit code \(run.exitCode) instead of \(row.exitCode)")
      }
      let git = try inPlace(row, place) { try Measurement(of: row.git.command, in: $0) }
      guard round > 0 else { continue }
      switch row.bound {
      case .aboveHelp: others.append(try Measurement(of: [binary, "--help"], in: place))
      case .timesGitAnd(_, let peer):
        others.append(try inPlace(row, place) { try Measurement(of: peer.command, in: $0) })
      default: break
      }
      ours.append(run)
      gits.append(git)
    }
    let beside = gits.median * row.git.scale
    let limit: (words: String, milliseconds: Double) =
      switch row.bound {
      case .timesGit(let factor): ("\(tenths(factor)) × git", factor * beside)
      case .timesGitAnd(let factor, let peer):
        (
          "\(tenths(factor)) × git + \(peer.words) \(tenths(others.median))",
          factor * beside + others.median
        )
      case .aboveGit(let above): ("git + \(Int(above)) ms", beside + above)
      case .aboveHelp(let above): ("--help + \(Int(above)) ms", others.median + above)
      case .milliseconds(let most): ("\(Int(most)) ms", most)
      }
    let isInside = ours.median <= limit.milliseconds && ours.peakMemory <= row.memory
    let part = row.git.scale == 1 ? "" : ", measured on 1/\(Int(row.git.scale)) of the work"
    return [
      tenths(ours.minimum), tenths(ours.median), tenths(beside), tenths(ours.median / beside),
      tenths(ours.peakMemory),
      "\(limit.words) (\(tenths(limit.milliseconds))): \(isInside ? "ok" : "OVER")",
      row.git.words + part,
    ]
  }

  /// Measures in the place, or in a copy if the command changes it.
  private mutating func inPlace(
    _ row: Row, _ place: String, _ body: (String) throws -> Measurement
  ) throws -> Measurement {
    guard row.changesPlace else { return try body("\(place)/\(row.place.start)") }
    // The copy takes the path of the place, because a school identifies its hub by path.
    copies += 1
    let original = "\(place)-original"
    try run(["mv", place, original], in: folder)
    try run(["cp", "-a", original, place], in: folder)
    // The copy's pending writes must not affect the measurement. The copy is kept until the end:
    // after removing many files, ext4 creates files slowly for minutes.
    sync()
    let measurement = try body("\(place)/\(row.place.start)")
    try run(["mv", place, "\(folder)/copy-\(copies)"], in: folder)
    try run(["mv", original, place], in: folder)
    return measurement
  }

  private func ownPath() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw Failed(call: "realpath") }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the folder of a place, creating it on first use.
  private mutating func path(of place: Place) throws -> String {
    if let path = places[place.name] { return path }
    let path = "\(folder)/\(place.name)"
    if let origin = place.origin.first {
      try run(["cp", "-a", try self.path(of: origin), path], in: folder)
    }
    let start = "\(path)/\(place.start)"
    try makeFolders(start)
    try place.make(Site(folder: path, binary: binary, start: start))
    places[place.name] = path
    return path
  }

  private func printLine(_ cells: [String]) {
    let widths = [46, 7, 7, 7, 6, 6, 26]
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = index < widths.count ? widths[index] : cell.count
      let space = String(repeating: " ", count: max(0, width - cell.count))
      line += (index == 0 || index > 5 ? cell + space : space + cell) + "  "
    }
    print(line)
    fflush(nil)
  }

  private func tenths(_ number: Double) -> String {
    let scaled = Int((number * 10).rounded())
    return "\(scaled / 10).\(scaled % 10)"
  }
}
