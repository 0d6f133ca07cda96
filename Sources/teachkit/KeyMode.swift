import Glibc
import Synchronization

/// The mode of a terminal in which every key is handed on at once and nothing is shown by itself.
///
/// The terminal gets its own mode back however the run ends: by itself, by a signal, or for a while
/// when it is stopped.
enum KeyMode {
  /// The address of two `termios`: the terminal's own mode, and this one; 0 while it has its own.
  private static let modes = Atomic<UInt>(0)
  private static let descriptor = Atomic<Int32>(-1)

  /// What ends a run.
  private static let deadly = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP,
  ]

  /// Sets the mode, unless it is set.
  ///
  /// - Returns: false for what is no terminal.
  static func enter(_ terminal: Int32) -> Bool {
    if modes.load(ordering: .relaxed) != 0 { return true }
    var own = termios()
    guard tcgetattr(terminal, &own) == 0 else { return false }
    var keys = own
    keys.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    // Ctrl-C is a key; what stops the run or makes it dump stays a signal.
    withUnsafeMutableBytes(of: &keys.c_cc) { keys in
      keys[Int(VINTR)] = 0
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    let pair = UnsafeMutablePointer<termios>.allocate(capacity: 2)
    pair.initialize(to: own)
    (pair + 1).initialize(to: keys)
    descriptor.store(terminal, ordering: .relaxed)
    modes.store(UInt(bitPattern: pair), ordering: .releasing)
    for signal in deadly + [SIGTSTP] { handle(signal, once: true, follow) }
    handle(SIGCONT, once: false) { _ in
      KeyMode.apply(1)
      KeyMode.handle(SIGTSTP, once: true, KeyMode.follow)
    }
    atexit { KeyMode.leave() }
    apply(1)
    return true
  }

  /// Gives the terminal its own mode back.
  static func leave() {
    apply(0)
    guard let pair = pointer else { return }
    modes.store(0, ordering: .relaxed)
    for signal in deadly + [SIGTSTP, SIGCONT] { _ = Glibc.signal(signal, SIG_DFL) }
    pair.deallocate()
  }

  /// Before a signal does what it does.
  private static let follow: @convention(c) (Int32) -> Void = { signal in
    KeyMode.apply(0)
    // By now it has its usual effect again, and comes when this returns.
    raise(signal)
  }

  private static var pointer: UnsafeMutablePointer<termios>? {
    UnsafeMutablePointer(bitPattern: modes.load(ordering: .acquiring))
  }

  private static func apply(_ index: Int) {
    let number = errno
    if let pair = pointer { tcsetattr(descriptor.load(ordering: .relaxed), TCSANOW, pair + index) }
    errno = number
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
