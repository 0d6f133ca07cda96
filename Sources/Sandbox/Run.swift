import Git
import Glibc
import Substrings

/// The result of running a program.
public struct Run: Hashable, Sendable {
  /// How the program ended.
  public enum Ending: Hashable, Sendable {
    case exited(Int)
    /// Killed by a signal, such as 11 for an invalid memory access.
    case signalled(Int)
    /// It exceeded its CPU or wall-clock limit.
    case outOfTime
    case outOfMemory
    /// It exceeded its disk limit.
    case outOfDisk
    /// It exceeded its process limit.
    case outOfProcesses
    /// It exceeded its output limit.
    case tooMuchOutput
  }

  public let ending: Ending
  /// The limit that the tested program exceeded; nil for none, or without a test program.
  public let testedLimit: Ending?
  /// Its output, up to the limit.
  public let output: [UInt8]
  /// The beginning of its standard error.
  public let errors: [UInt8]
  public var succeeded: Bool { ending == .exited(0) }

  /// - Parameters:
  ///   - verdict: the limit that all its processes together exceeded.
  ///   - tested: the same for the tested program.
  init(
    _ result: Subprocess.Result, _ limits: Limits, _ verdict: Ending? = nil,
    tested: Ending? = nil
  ) {
    testedLimit = tested
    let peak = ShellPeak(endOf: result.errors)
    let times = ShellTimes(endOf: result.errors.dropLast(peak?.length ?? 0))
    output = result.output
    let programErrors = result.errors.dropLast((times?.length ?? 0) + (peak?.length ?? 0))
    // The tested program's report precedes the tester's output.
    errors = ShellTimes.removed(from: result.otherErrors[...]) + programErrors
    let time = times?.children ?? 0
    ending = verdict ?? Run.ending(of: result, Array(programErrors), time, peak?.bytes ?? 0, limits)
  }

  private static func ending(
    of result: Subprocess.Result, _ errors: [UInt8], _ time: Double, _ peak: Int,
    _ limits: Limits
  ) -> Ending {
    if result.isCut { return .tooMuchOutput }
    if time > limits.time { return .outOfTime }
    let status: Int
    switch result.status {
    case .timedOut: return .outOfTime
    case .exited(0): return .exited(0)
    case .exited(let code): status = Int(code)
    case .signalled(let signal): status = 128 + Int(signal)
    }
    if status == 128 + Int(SIGXCPU) { return .outOfTime }
    if status == 128 + Int(SIGXFSZ) { return .outOfDisk }
    if let ending = told(by: errors) { return ending }
    guard status > 128, status <= 128 + 64 else { return .exited(status) }
    // A program that fails to allocate memory usually uses most of its limit.
    if let memory = limits.memory, peak > memory / 10 * 8 {
      return .outOfMemory
    }
    return .signalled(status - 128)
  }

  /// The resource that a failed program reports as exhausted, recognized by the messages of its
  /// language or of the system.
  private static func told(by errors: [UInt8]) -> Ending? {
    let text = String(decoding: errors.suffix(4000), as: UTF8.self)
    return words.first { text.contains($0.word) }?.ending
  }

  private static let words: [(word: String, ending: Ending)] = [
    ("MemoryError", .outOfMemory), ("OutOfMemoryError", .outOfMemory), ("bad_alloc", .outOfMemory),
    ("Cannot allocate memory", .outOfMemory), ("ut of memory", .outOfMemory),
    ("not enough memory", .outOfMemory), ("failed to allocate memory", .outOfMemory),
    ("memory allocation of", .outOfMemory),
    ("No space left on device", .outOfDisk), ("File too large", .outOfDisk),
    ("Resource temporarily unavailable", .outOfProcesses), ("Cannot fork", .outOfProcesses),
    ("can't start new thread", .outOfProcesses),
  ]
}

/// The peak memory of a crashed program, printed after its own errors: `peak 63792`.
private struct ShellPeak {
  let bytes: Int
  /// The length of the line in bytes.
  let length: Int

  init?(endOf errors: [UInt8]) {
    guard errors.last == 0x0a else { return nil }
    let line = errors.dropLast().suffix(30).split(separator: 0x0a).last ?? []
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 2, words[0] == "peak", let kilobytes = Int(words[1]) else { return nil }
    bytes = min(max(0, kilobytes), 1 << 40) << 10
    length = line.count + 1
  }
}

/// The shell's final lines: the CPU time of itself and of its children.
///
/// A program that keeps printing errors in the background can hide or forge these lines; then only
/// the system's limits apply.
private struct ShellTimes {
  /// Seconds used by the children.
  let children: Double
  /// The length of the lines in bytes.
  let length: Int

  /// Parses two lines like `0m0.000000s 0m0.010000s`.
  init?(endOf errors: ArraySlice<UInt8>) {
    let text = String(decoding: errors.suffix(200), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.last?.isEmpty == true else { return nil }
    let (own, last) = (lines[lines.count - 3], lines[lines.count - 2])
    guard ShellTimes.sum(own) != nil, let children = ShellTimes.sum(last) else { return nil }
    self.children = children
    length = own.utf8.count + last.utf8.count + 2
  }

  /// Returns standard error without the shell's `times` output.
  static func removed(from errors: ArraySlice<UInt8>) -> [UInt8] {
    let lines = errors.split(separator: 0x0a, omittingEmptySubsequences: false)
    return Array(
      lines.filter { sum(String(decoding: $0, as: UTF8.self)[...]) == nil }
        .joined(separator: [0x0a]))
  }

  private static func sum(_ line: Substring) -> Double? {
    let words = line.split(separator: " ")
    guard words.count == 2 else { return nil }
    var sum = 0.0
    for word in words {
      let parts = word.split(separator: "m")
      guard parts.count == 2, word.last == "s", let minutes = Double(parts[0]),
        let seconds = Double(parts[1].dropLast())
      else { return nil }
      sum += minutes * 60 + seconds
    }
    return sum
  }
}
