/// How much of everything students may send, in one table.
///
/// Each limit is checked where the data enters: when a student submits, when a hub takes a push, and
/// when the school collects. What is made of the data has room for it, as `LimitTests` checks.
public enum SubmissionLimits {
  /// Bytes of `answers.yaml` and of `activity.yaml`. A returned grade quotes the answers, at worst six
  /// bytes for each, and a text file that students read has at most 8 MiB.
  public static let answers = 1 << 20
  /// Files of one attempt.
  public static let files = 200
  /// Bytes of one attempt, and of what is collected of one branch at a time.
  public static let attemptBytes = 64 << 20
  /// Objects of one attempt.
  public static let attemptObjects = 20_000
  /// Pushes of one work that a hub takes, and attempts that `submit` makes.
  public static let attempts = 100
  /// Attempts of one work that are recorded, as one push can bring several commits. An entry takes at
  /// most 400 bytes, and a line of a ledger at most 256 KiB.
  public static let recordedAttempts = 4 * attempts
}
