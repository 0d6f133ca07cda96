import Git
import Text

/// The administrator's program that a served hub runs for new data.
public struct NotifyProgram: Sendable {
  /// The program and its arguments.
  let words: [String]
  let folder: String
  /// The time limit in seconds; then the program and its children are killed.
  let limit: Double

  /// - Parameter words: the setting `notify`; nil without a program.
  public init?(_ words: [String], in folder: String, limit: Double = 60) {
    if words.isEmpty { return nil }
    (self.words, self.folder, self.limit) = (words, folder, limit)
  }

  /// Runs the program until it ends.
  ///
  /// - Returns: the problem for the hub's log; nil for success.
  /// - Throws: `GitError` if it can't be started.
  public func run(input: [UInt8]) throws -> String? {
    let result = try Subprocess(
      words[0], Array(words.dropFirst()), folder: folder, input: input, timeout: limit
    ).run()
    if result.succeeded { return nil }
    let reason =
      switch result.status {
      case .exited(let code): "exit code \(code)"
      case .signalled(let signal): "signal \(signal)"
      case .timedOut: "no end after \(Int(limit)) seconds"
      }
    let line = result.errorText.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
    return "'\(words[0])': \(reason)\(line)"
  }
}
