import Course
import Glibc
import Synchronization

/// A terminal mode that delivers every key at once and echoes nothing.
///
/// The terminal's normal mode is restored when the run ends, is killed by a signal, or is stopped.
enum KeyMode {
  /// The address of two `termios`: the terminal's normal mode and this one; 0 if the mode isn't set.
  private static let modes = Atomic<UInt>(0)
  private static let descriptor = Atomic<Int32>(-1)
  /// The terminal that shows the alternate screen; -1 for none.
  private static let screen = Atomic<Int32>(-1)
  /// The signal that ends a guarded run; 0 before it arrives.
  private static let ending = Atomic<Int32>(0)
  /// The pipe that wakes up a guarded run when the signal arrives: both ends in one number; -1 until
  /// the run is guarded.
  private static let pipe = Atomic<Int64>(-1)
  /// Whether the screen was lost to another program since it was drawn.
  private static let isStale = Atomic(false)

  /// The signals that end a run.
  private static let terminatingSignals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Sets the mode unless it is set already.
  ///
  /// - Returns: false if the descriptor isn't a terminal.
  static func enter(_ terminal: Int32) -> Bool {
    if modes.load(ordering: .relaxed) != 0 { return true }
    var normal = termios()
    guard tcgetattr(terminal, &normal) == 0 else { return false }
    var keys = normal
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    // Ctrl-C becomes a key; the keys for stopping and dumping core remain signals.
    withUnsafeMutableBytes(of: &keys.c_cc) { keys in
      keys[Int(VINTR)] = 0
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    let pair = UnsafeMutablePointer<termios>.allocate(capacity: 2)
    pair.initialize(to: normal)
    (pair + 1).initialize(to: keys)
    descriptor.store(terminal, ordering: .relaxed)
    modes.store(UInt(bitPattern: pair), ordering: .releasing)
    for signal in terminatingSignals + [SIGTSTP] { handle(signal, once: true, restoreAndRaise) }
    handle(SIGCONT, once: false) { _ in
      KeyMode.apply(1)
      KeyMode.handle(SIGTSTP, once: true, KeyMode.restoreAndRaise)
    }
    atexit { KeyMode.leave() }
    apply(1)
    return true
  }

  /// Makes SIGHUP and SIGTERM end the run only after the text typed so far is saved: from now on
  /// they wake up readers of ``wakeup``, and `leave()` ignores them once one has arrived.
  static func guardTyping() {
    guard modes.load(ordering: .relaxed) != 0 else { return }
    if pipe.load(ordering: .relaxed) < 0 {
      var ends: [Int32] = [-1, -1]
      guard Glibc.pipe(&ends) == 0 else { return }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      pipe.store(Int64(ends[1]) << 32 | Int64(ends[0]), ordering: .releasing)
    }
    for signal in guardedSignals { handle(signal, once: false, noteAndWake) }
  }

  /// Becomes readable when a signal ends the guarded run; -1 if the run isn't guarded.
  static var wakeup: Int32 { Int32(truncatingIfNeeded: pipe.load(ordering: .acquiring)) }

  /// The signal that ends the guarded run; nil before it arrives.
  static var endingSignal: Int32? {
    let signal = ending.load(ordering: .acquiring)
    return signal == 0 ? nil : signal
  }

  private static let guardedSignals = [SIGHUP, SIGTERM]

  private static let noteAndWake: @convention(c) (Int32) -> Void = { signal in
    let number = errno
    KeyMode.ending.store(signal, ordering: .releasing)
    var byte: UInt8 = 0
    let end = Int32(truncatingIfNeeded: KeyMode.pipe.load(ordering: .acquiring) >> 32)
    _ = Glibc.write(end, &byte, 1)
    errno = number
  }

  /// Switches a terminal to its alternate screen, without a cursor, until the mode is left.
  static func showScreen(on terminal: Int32) {
    screen.store(terminal, ordering: .releasing)
    switchScreen(true)
  }

  /// Whether the screen has to be drawn again because the run was stopped; only the first call after
  /// that returns true.
  static func screenIsStale() -> Bool { isStale.exchange(false, ordering: .acquiringAndReleasing) }

  /// Restores the terminal's normal mode and screen.
  static func leave() {
    apply(0)
    screen.store(-1, ordering: .releasing)
    guard let pair = pointer else { return }
    modes.store(0, ordering: .relaxed)
    for signal in terminatingSignals + [SIGTSTP, SIGCONT] {
      // Closing a terminal can send several signals; only the first one counts.
      let isSecond = endingSignal != nil && guardedSignals.contains(signal)
      _ = Glibc.signal(signal, isSecond ? SIG_IGN : SIG_DFL)
    }
    pair.deallocate()
  }

  /// Restores the terminal before a signal takes effect.
  private static let restoreAndRaise: @convention(c) (Int32) -> Void = { signal in
    KeyMode.apply(0)
    // The default action is restored by now; it runs when this handler returns.
    raise(signal)
  }

  private static var pointer: UnsafeMutablePointer<termios>? {
    UnsafeMutablePointer(bitPattern: modes.load(ordering: .acquiring))
  }

  private static func apply(_ index: Int) {
    let number = errno
    if let pair = pointer { tcsetattr(descriptor.load(ordering: .relaxed), TCSANOW, pair + index) }
    switchScreen(index == 1)
    errno = number
  }

  /// Also called by signal handlers.
  private static func switchScreen(_ isAlternate: Bool) {
    let terminal = screen.load(ordering: .acquiring)
    guard terminal >= 0 else { return }
    let sequence: StaticString =
      isAlternate ? "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J" : "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    _ = Glibc.write(terminal, sequence.utf8Start, sequence.utf8CodeUnitCount)
    isStale.store(true, ordering: .releasing)
  }

  private static func handle(
    _ signal: Int32, once: Bool, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = once ? Int32(bitPattern: UInt32(SA_RESETHAND)) : 0
    sigaction(signal, &action, nil)
  }
}
