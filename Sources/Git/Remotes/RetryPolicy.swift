import Glibc

/// Retries network failures with increasing delays.
enum RetryPolicy {
  /// A failure, and whether it may be temporary.
  struct Failure: Error {
    let error: GitError
    let isTransient: Bool

    init(_ error: GitError, isTransient: Bool = false) {
      self.error = error
      self.isTransient = isTransient
    }
  }

  /// The delays in seconds before each retry.
  static let delays = [0.3, 1.0]

  /// - Throws: the error of the last attempt, or immediately a permanent failure.
  static func run<Result>(
    _ body: () throws(Failure) -> Result
  ) throws(GitError) -> Result {
    for delay in delays {
      do throws(Failure) {
        return try body()
      } catch {
        if !error.isTransient { throw error.error }
        // Random jitter, so that a whole class doesn't retry at the same moment.
        usleep(UInt32(delay * Double.random(in: 0.5...1.5) * 1_000_000))
      }
    }
    do throws(Failure) {
      return try body()
    } catch {
      throw error.error
    }
  }
}
