import Games
import Glibc
import Reports
import Text

/// Plays a game on a full screen.
///
/// `KeyMode` restores the terminal when the run ends in whatever way.
struct ScreenGame {
  /// The time between two frames in milliseconds.
  private static let frame = 50

  let session: Session
  var run: GameRun
  private var typed: TypedLine
  private var escapes = EscapeFilter()
  /// The rows on the screen, and the size of its window.
  private var shown: [String] = []
  private var size = (width: 0, height: 0)

  init(_ session: Session, _ run: GameRun) {
    (self.session, self.run) = (session, run)
    typed = ScreenGame.emptyLine
  }

  private static var emptyLine: TypedLine { TypedLine(after: "", width: 80, isPlain: true) }

  /// Plays until the game is over or the player ends it.
  ///
  /// - Returns: false if the terminal has no such screen.
  mutating func play() -> Bool {
    session.output.flush()
    guard KeyMode.enter(STDIN_FILENO) else { return false }
    KeyMode.showScreen(on: STDOUT_FILENO)
    defer { session.endTyping() }
    var last = monotonicMilliseconds()
    while run.board.phase != .over {
      draw()
      guard let keys = session.input.keys(within: Self.frame) else { break }
      let now = monotonicMilliseconds()
      // After a stop, the game goes on where it was.
      run.tick(milliseconds: Int(min(now - last, 250)))
      last = now
      for key in keys where run.board.phase != .over { press(key) }
    }
    run.handle(.end)
    return true
  }

  // MARK: Keys

  private mutating func press(_ key: UInt8) {
    if key == 0x03 { return run.handle(.end) }
    guard run.board.phase == .asking else { return goOn(key) }
    switch run.game.view?.content {
    case .choices:
      guard !escapes.skips(key) else { return }
      // Some keyboards have the digits behind Shift.
      if let place = [UInt8]("1234".utf8).firstIndex(of: key)
        ?? [UInt8]("abcd".utf8).firstIndex(of: key)
      {
        run.handle(.choose(place))
      } else {
        end(key)
      }
    case .passing:
      guard !escapes.skips(key) else { return }
      switch key {
      case UInt8(ascii: " "): run.handle(.take)
      case UInt8(ascii: "n"): run.handle(.letPass)
      default: end(key)
      }
    case .card(_, nil): type(key)
    case .card:
      if key == UInt8(ascii: "y") { run.handle(.judge(true)) }
      if key == UInt8(ascii: "n") { run.handle(.judge(false)) }
    case nil: break
    }
  }

  /// Handles a key while an answer is shown, or between two rounds.
  private mutating func goOn(_ key: UInt8) {
    guard !escapes.skips(key) else { return }
    let isTyping = run.kind == .cards
    switch key {
    case UInt8(ascii: " "), 0x0A, 0x0D: run.handle(.goOn)
    case UInt8(ascii: "q") where !isTyping || run.board.phase == .pause: run.handle(.end)
    default:
      // The next answer may be typed while the last one is still praised.
      guard isTyping, case .answered(let outcome) = run.board.phase, outcome.isRight else { return }
      run.handle(.goOn)
      if run.board.phase == .asking { type(key) }
    }
  }

  private mutating func end(_ key: UInt8) {
    if key == UInt8(ascii: "q") || key == 0x04 { run.handle(.end) }
  }

  private mutating func type(_ key: UInt8) {
    var ignored = ""
    switch typed.process(key, &ignored) {
    case .goesOn: break
    case .end, .interrupted: run.handle(.end)
    case .done:
      let text = String(decoding: typed.bytes, as: UTF8.self)
      typed = ScreenGame.emptyLine
      run.handle(.write(text))
    }
  }

  // MARK: The screen

  /// Writes the rows that changed; all of them after the window did.
  private mutating func draw() {
    let current =
      Surroundings.windowSize(of: STDOUT_FILENO)
      ?? (session.surroundings.width, session.surroundings.height)
    var bytes = ""
    if KeyMode.screenIsStale() || current != size {
      (shown, size) = ([], current)
      bytes = "\u{1B}[2J"
    }
    let rows = GameScreen(
      run: run, typed: typed.shown, width: size.width, height: size.height,
      paint: session.output.layout.paint
    ).rows
    for (place, row) in rows.enumerated() where place >= shown.count || shown[place] != row {
      bytes += "\u{1B}[\(place + 1);1H\u{1B}[2K\(row)"
    }
    for place in rows.count..<max(rows.count, shown.count) {
      bytes += "\u{1B}[\(place + 1);1H\u{1B}[2K"
    }
    shown = rows
    if !bytes.isEmpty { session.output.draw(bytes) }
  }
}
