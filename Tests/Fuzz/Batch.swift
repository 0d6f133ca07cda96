import Foundation
import PlainYAML

/// A sequence of inputs that run in this process.
struct Batch {
  let options: Options

  init(_ options: Options) { self.options = options }

  /// Runs all inputs and keeps the number of the current one in a file.
  ///
  /// - Returns: whether all inputs passed.
  func run(progress: String) -> Bool {
    let file = open(progress, O_WRONLY | O_CREAT, 0o600)
    var passed = true
    var counts = Checks.Counts()
    alarm(120)
    for number in options.from..<options.from + options.count {
      var current = Int64(number)
      pwrite(file, &current, 8, 0)
      if let finding = Batch.check(options.seed, number, &counts) {
        passed = false
        report(number, finding)
      }
    }
    print(
      "counts", counts.accepted, counts.edited, counts.refusedEdits, counts.entangledEdits,
      counts.ledgers)
    return passed
  }

  /// Runs one input and prints it.
  func runOne(_ number: Int) -> Bool {
    if let input = Batch.input(options.seed, number).input {
      print(String(decoding: input, as: UTF8.self).debugDescription)
    }
    var counts = Checks.Counts()
    guard let finding = Batch.check(options.seed, number, &counts) else { return true }
    print(finding)
    return false
  }

  func report(_ number: Int, _ finding: String) {
    var (input, random) = Batch.input(options.seed, number)
    print("FAILED --seed \(options.seed) --only \(number): \(finding)")
    if let input {
      print("  input: \(String(decoding: input, as: UTF8.self).debugDescription)")
      if let folder = options.keep {
        try? FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(
          atPath: "\(folder)/\(options.seed)-\(number).yaml", contents: Data(input))
      }
    } else {
      print("  tree: \(random.value())")
    }
  }

  /// Returns the input with a number, or nil if a random tree is printed instead.
  private static func input(_ seed: UInt64, _ number: Int) -> (input: [UInt8]?, random: Seeded) {
    var random = Seeded(seed, number)
    if random.oneIn(5) { return (nil, random) }
    let input = random.input()
    return (input, random)
  }

  private static func check(
    _ seed: UInt64, _ number: Int, _ counts: inout Checks.Counts
  ) -> String? {
    let (input, random) = input(seed, number)
    var checks = Checks(random)
    checks.counts = counts
    defer { counts = checks.counts }
    do {
      if let input { try checks.run(input) } else { try checks.runPrinter() }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
