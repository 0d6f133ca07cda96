import Course
import Text

/// The progress of long work: one line on the terminal, updated at most ten times a second.
final class Progress {
  private let work: Message
  private let total: Int
  private let output: Output
  private var done = 0
  private var shownAt: UInt64 = 0

  init(_ work: Message, of total: Int, on output: Output) {
    self.work = work
    self.total = total
    self.output = output
  }

  /// Sets the number of finished items.
  ///
  /// - Parameter isLong: whether the work is known to take long; shows the line at once.
  func reach(_ count: Int, isLong: Bool = false) {
    if isLong, shownAt == 0 { shownAt = 1 }
    advance(by: count - done)
  }

  /// Adds `count` finished items.
  func advance(by count: Int = 1) {
    done += count
    let now = monotonicMilliseconds()
    // Show nothing for work that finishes quickly.
    if shownAt == 0 { shownAt = now + 200 }
    guard now >= shownAt else { return }
    shownAt = now + 100
    output.progress("\(work): \(done)/\(total)")
  }

  func finish() { output.erase() }
}
