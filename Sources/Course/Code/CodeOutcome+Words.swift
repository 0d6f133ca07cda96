import Grading
import Model
import Text

extension CodeOutcome {
  /// A description of the outcome for people.
  public func words(_ limits: CodeLimits? = nil) -> Message {
    switch self {
    case .ok: return "correct"
    case .wrong: return "the output differs"
    case .failed: return "it ended with an error"
    case .crashed: return "it crashed"
    case .time:
      return limits.map { "it ran for more than \(Double($0.time) / 1000) s" } ?? "it ran too long"
    case .memory:
      return limits.map { "exceeded the memory limit of \($0.memory >> 20) MB" }
        ?? "exceeded the memory limit"
    case .disk: return "it wrote too much data to files"
    case .processes: return "it started too many processes"
    case .output:
      return limits.map { "it printed more than \($0.output >> 10) KB" } ?? "it printed too much"
    }
  }
}
