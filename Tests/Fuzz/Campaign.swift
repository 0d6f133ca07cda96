import Foundation

/// A series of batches in child processes.
struct Campaign {
  let options: Options

  init(_ options: Options) { self.options = options }

  /// - Returns: whether all inputs passed.
  func run() -> Bool {
    let start = Date()
    var next = 0
    var running: [Child] = []
    var passed = true
    var totals = [0, 0, 0, 0, 0]
    while next < options.count || !running.isEmpty {
      while running.count < options.jobs, next < options.count {
        let count = min(options.batch, options.count - next)
        guard let child = Child(options, from: next, count: count) else { return false }
        running.append(child)
        next += count
      }
      let child = running.removeFirst()
      let (output, crashed) = child.wait()
      for line in output.split(separator: "\n") {
        if line.hasPrefix("counts ") {
          for (index, number) in line.split(separator: " ").dropFirst().enumerated()
          where totals.indices.contains(index) { totals[index] += Int(number) ?? 0 }
        } else {
          passed = false
          print(line)
        }
      }
      if let crashed {
        passed = false
        Batch(options).report(crashed, "the process ended: a trap or an endless loop")
        let done = crashed + 1 - child.from
        if done < child.count,
          let rest = Child(options, from: crashed + 1, count: child.count - done)
        {
          running.append(rest)
        }
      }
    }
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    print(
      "\(options.count) inputs in \(seconds) s: \(totals[0]) accepted, \(totals[1]) edits, "
        + "\(totals[2]) edits refused, \(totals[3]) entangled, \(totals[4]) ledgers; "
        + (passed ? "all passed" : "FAILED"))
    return passed
  }
}

/// A child process that runs one batch.
private struct Child {
  let from: Int
  let count: Int
  private let process = Process()
  private let output = Pipe()
  private let progress: URL

  init?(_ options: Options, from: Int, count: Int) {
    self.from = from
    self.count = count
    progress = FileManager.default.temporaryDirectory
      .appendingPathComponent("plainyaml-fuzz-\(UUID().uuidString)")
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      [
        "--seed", "\(Int64(bitPattern: options.seed))", "--from", "\(from)", "--count", "\(count)",
        "--progress", progress.path,
      ] + (options.keep.map { ["--keep", $0] } ?? [])
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
  }

  /// Returns the output and, after a crash, the number of the current input.
  func wait() -> (output: String, crashed: Int?) {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    defer { try? FileManager.default.removeItem(at: progress) }
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationReason == .uncaughtSignal else { return (text, nil) }
    let number = (try? Data(contentsOf: progress)).map { data in
      data.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
    }
    return (text, number ?? from)
  }
}
