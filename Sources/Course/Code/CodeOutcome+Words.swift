import Grading
import Model

extension CodeOutcome {
  /// A description of the outcome for people.
  public func words(_ limits: CodeLimits? = nil) -> String {
    switch self {
    case .ok: return "correct"
    case .wrong: return "the output differs"
    case .failed: return "it ended with an error"
    case .crashed: return "it crashed"
    case .time:
      let most = limits.map { " for more than \(Double($0.time) / 1000) s" } ?? " too long"
      return "it ran\(most)"
    case .memory:
      return "it exceeded the memory limit" + (limits.map { " of \($0.memory >> 20) MB" } ?? "")
    case .disk: return "it wrote too much data to files"
    case .processes: return "it started too many processes"
    case .output:
      return "it printed too much" + (limits.map { ", more than \($0.output >> 10) KB" } ?? "")
    }
  }
}
