import Foundation
import PlainYAML

/// The options `plainyaml-fuzz [--count N] [--seed N] [--batch N] [--jobs N] [--keep FOLDER]
/// [--only N]`.
///
/// Batches run in child processes, so that traps and endless loops are detected. Failing inputs are
/// printed and, with `--keep`, saved.
struct Options {
  var count = 20_000
  var seed: UInt64 = 1
  var batch = 5_000
  var jobs = ProcessInfo.processInfo.activeProcessorCount
  var from = 0
  var only: Int?
  var keep: String?
  var progress: String?

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { return nil }
      switch (name, Int(text)) {
      case ("--keep", _): keep = text
      case ("--progress", _): progress = text
      case ("--count", let number?) where number >= 0: count = number
      case ("--seed", let number?): seed = UInt64(bitPattern: Int64(number))
      case ("--batch", let number?) where number > 0: batch = number
      case ("--jobs", let number?) where number > 0: jobs = number
      case ("--from", let number?) where number >= 0: from = number
      case ("--only", let number?) where number >= 0: only = number
      default: return nil
      }
    }
  }
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print("usage: plainyaml-fuzz [--count N] [--seed N] [--batch N] [--jobs N] [--keep FOLDER]")
  print("                      [--only N]")
  exit(64)
}
if let number = options.only {
  exit(Batch(options).runOne(number) ? 0 : 1)
} else if let progress = options.progress {
  exit(Batch(options).run(progress: progress) ? 0 : 1)
} else {
  exit(Campaign(options).run() ? 0 : 1)
}
