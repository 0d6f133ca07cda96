import Glibc

/// Tries again what the network failed, a little later each time.
enum Patience {
  /// Why something went wrong, and whether that may pass.
  struct Failure: Error {
    let error: GitError
    let isPassing: Bool

    init(_ error: GitError, isPassing: Bool = false) {
      self.error = error
      self.isPassing = isPassing
    }
  }

  /// How many seconds to wait before each try but the first.
  static let delays = [0.3, 1.0]

  /// - Throws: what the last try threw; a failure that won't pass at once.
  static func run<Result>(
    _ body: () throws(Failure) -> Result
  ) throws(GitError) -> Result {
    for delay in delays {
      do throws(Failure) {
        return try body()
      } catch {
        if !error.isPassing { throw error.error }
        // With chance in it, so that a whole class doesn't come back at the same moment.
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
