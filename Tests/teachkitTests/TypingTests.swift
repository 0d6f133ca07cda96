import Course
import Foundation
import Testing

@testable import teachkit

@Suite struct TypingTests {
  private func typed(
    _ keys: String, width: Int = 40
  ) -> (line: TypedLine, screen: String, outcome: TypedLine.Outcome) {
    var line = TypedLine(after: "> ", width: width, isPlain: false)
    var screen = ""
    for byte in keys.utf8 {
      let outcome = line.process(byte, &screen)
      if outcome != .goesOn { return (line, screen, outcome) }
    }
    return (line, screen, .goesOn)
  }

  private func text(_ keys: String) -> String {
    String(decoding: typed(keys).line.bytes, as: UTF8.self)
  }

  @Test func keysEditTheLine() {
    #expect(text("half\u{7F}\u{7F}nd") == "hand")
    #expect(text("日本\u{8}") == "日")
    #expect(text("e\u{301}👩‍👩‍👧\u{7F}") == "e\u{301}")
    #expect(text("one two  \u{17}three") == "one three")
    #expect(text("one\u{17}\u{17}") == "")
    #expect(text("one two\u{15}three") == "three")
    #expect(text("\u{7F}a") == "a")
    #expect(text("a\tb") == "a\tb")
  }

  @Test func otherKeysDoNothing() {
    #expect(text("a\u{1B}[Ab\u{1B}[1;5Dc\u{1B}OPd\u{1}\u{C}") == "abcd")
  }

  @Test func returnEndsALine() {
    #expect(typed("ab\ncd").outcome == .done)
    #expect(typed("ab\u{4}").outcome == .done)
    #expect(typed("\u{4}").outcome == .end)
    #expect(typed("ab\u{3}").outcome == .interrupted)
  }

  @Test func theScreenFollows() {
    #expect(typed("ab").screen == "ab")
    #expect(typed("ab\u{7F}").screen == "ab\r\u{1B}[3C\u{1B}[J")
    #expect(typed("日\u{7F}").screen == "日\r\u{1B}[2C\u{1B}[J")
    // Eight columns after the prompt, then a second row.
    #expect(typed("abcdefghi\u{7F}", width: 10).screen == "abcdefghi\r\u{1B}[1A\u{1B}[9C\u{1B}[Jh")
    // Terminal control characters are shown as escapes.
    #expect(!typed("\u{9B}2J\u{202E}").screen.contains("\u{9B}"))
  }

  /// In canonical mode, a terminal drops everything after the first 4095 bytes of a line.
  @Test func longLinesAreNotTruncated() throws {
    let keepingSide = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(keepingSide >= 0)
    defer { close(keepingSide) }
    var (lock, number) = (Int32(0), Int32(0))
    // TIOCSPTLCK and TIOCGPTN unlock the terminal and return its number.
    try #require(
      ioctl(keepingSide, 0x4004_5431, &lock) == 0 && ioctl(keepingSide, 0x8004_5430, &number) == 0)
    let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    #expect(terminal >= 0)
    defer { close(terminal) }
    #expect(KeyMode.enter(terminal))
    var mode = termios()
    tcgetattr(terminal, &mode)
    #expect(mode.c_lflag & tcflag_t(ICANON | ECHO) == 0)

    let long = String(repeating: "wörd ", count: 3000)
    let keys = Data((long + "\nnext\n").utf8)
    let typist = Thread {
      try? FileHandle(fileDescriptor: keepingSide, closeOnDealloc: false).write(contentsOf: keys)
    }
    typist.start()
    let input = Input(descriptor: terminal)
    let line = TypedLine(after: "", width: 80, isPlain: false)
    var screen = ""
    #expect(input.typed(line, after: "") { screen += $0 } == .text(long))
    #expect(screen == long + "\n")
    #expect(input.typed(line, after: "") { _ in } == .text("next"))

    input.endTyping()
    tcgetattr(terminal, &mode)
    #expect(mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
  }

  @Test func invalidUTF8IsKept() {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([0x61, 0xFF, 0x0A, 0x62]))
    try? pipe.fileHandleForWriting.close()
    let input = Input(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(input.next() == .notText)
    #expect(input.next() == .text("b"))
    #expect(input.next() == .end)
  }

  @Test func shellWordsAreQuoted() {
    #expect(shellCommand("cd", "math") == "'cd math'")
    #expect(shellCommand("cd", "分数") == "'cd 分数'")
    #expect(shellCommand("cd", "ada's math") == #"`cd 'ada'\''s math'`"#)
  }
}
