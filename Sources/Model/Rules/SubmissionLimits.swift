/// The limits of submissions, in one table.
///
/// Each limit is checked at every entry: when a student submits, when a hub accepts a push, and
/// when the school collects. Files made from the data have room for it, as `LimitTests` checks.
public enum SubmissionLimits {
  /// Bytes of `answers.yaml` and of `activity.yaml`. A returned grade quotes the answers, at worst six
  /// bytes for each, and a text file that students read has at most 8 MiB.
  public static let answers = 1 << 20
  /// Files of one attempt.
  public static let files = 200
  /// Bytes of one attempt, and of the data collected at a time from one branch.
  public static let attemptBytes = 64 << 20
  /// Objects of one attempt.
  public static let attemptObjects = 20_000
  /// Pushes of one work that a hub accepts, and attempts that `submit` makes.
  public static let attempts = 100
  /// Recorded attempts of one work, as one push can contain several commits. An entry needs at most
  /// 400 bytes, and a line of a ledger has at most 256 KiB.
  public static let recordedAttempts = 4 * attempts
}
