import PlainYAML
import Testing

/// One broken text, one message.
@Suite struct ErrorTests {
  struct Broken: CustomTestStringConvertible {
    let text: String
    let message: String
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }
  }

  static let broken: [Broken] = [
    Broken("a:\n\tb: 1\n", "2:1: tabs can't be used for indentation (use spaces)"),
    Broken("-\ta\n", "1:2: a tab isn't allowed after `-` (use spaces)"),
    Broken("a: 1\n \t# c\n", "2:2: tabs can't be used for indentation (use spaces)"),
    Broken("a: |\n  x\n\ty\n", "3:1: tabs can't be used for indentation (use spaces)"),
    Broken("a: &b c\n", "1:4: anchors are not allowed (quote a text that starts with `&`)"),
    Broken("a: *b\n", "1:4: aliases are not allowed (quote a text that starts with `*`)"),
    Broken("a: !x b\n", "1:4: tags are not allowed (quote a text that starts with `!`)"),
    Broken("%YAML 1.2\n---\na: 1\n", "1:1: directives are not allowed (remove this line)"),
    Broken("a: 1\n---\nb: 2\n", "2:1: a file has a single document (remove this line)"),
    Broken("a: 1\n...\n", "2:1: a file has a single document (remove this line)"),
    Broken("--- a\n", "1:5: unexpected text after `---` (put it on the next line)"),
    Broken(
      "a: 1\n<<: {b: 2}\n",
      "2:1: merge keys are not allowed (write the entries out, or quote the key)"),
    Broken("? a\n: b\n", "1:1: keys with `?` are not allowed (write `key: value`)"),
    Broken("a: 1\n[b]: 2\n", "2:1: a key must be a text on one line (quote it)"),
    Broken("{a: 1}: 2\n", "1:1: a key must be a text on one line (quote it)"),
    Broken("a: {[b]: c}\n", "1:5: a key must be a text on one line (quote it)"),
    Broken("a: {? b: c}\n", "1:5: keys with `?` are not allowed (write `key: value`)"),
    Broken("a: 1\nb: 2\na: 3\n", "3:1: duplicate key 'a' (remove one)"),
    Broken("\"1\": a\n1: b\n", "2:1: duplicate key '1' (remove one)"),
    Broken("a: {b: 1, b: 2}\n", "1:11: duplicate key 'b' (remove one)"),
    Broken(
      "prompt: one\n  two\n",
      "2:3: a value without `|` can't span several lines (write text of several lines below `|`)"),
    Broken(
      "prompt: one\ntwo\n",
      "2:1: expected a key with `: ` (write text of several lines with `|`)"),
    Broken(
      "- one\n  two\n",
      "2:3: a value without `|` can't span several lines (write text of several lines below `|`)"),
    Broken(
      "a: \"one\n  two\"\n",
      "1:4: the quote is not closed on its line (close it, or write text "
        + "of several lines with `|`)"),
    Broken(
      "a: 'one\n",
      "1:4: the quote is not closed on its line (close it, or write text "
        + "of several lines with `|`)"),
    Broken(
      "a: \"b\"c\n",
      "1:7: unexpected text after the closing quote (put single quotes around the whole value, "
        + "or write `\\\"` for a quote inside)"),
    Broken(
      "a: \"b\" c\n",
      "1:8: unexpected text after the closing quote (quote the whole value)"),
    Broken(
      "a: 'it's'\n",
      "1:8: unexpected text after the closing quote (write `''` for a quote inside)"),
    Broken(
      "a: \"b\"#c\n",
      "1:7: unexpected text after the closing quote (put a space before `#`)"),
    Broken(
      "a: [b]c\n",
      "1:7: unexpected text after the closing bracket (quote the whole value)"),
    Broken(
      "a: [b]#c\n",
      "1:7: unexpected text after the closing bracket (put a space before `#`)"),
    Broken(
      "a: |#\n  b\n",
      "1:5: only `-`, `+` and a digit may follow `|` or `>` (put the text on the lines "
        + "below, or quote it)"),
    Broken(
      "a: |x\n  b\n",
      "1:5: only `-`, `+` and a digit may follow `|` or `>` (put the text on the lines "
        + "below, or quote it)"),
    Broken(
      "a: |0\n  b\n",
      "1:5: only `-`, `+` and a digit may follow `|` or `>` (put the text on the lines "
        + "below, or quote it)"),
    Broken(
      "a: | b\n",
      "1:6: unexpected text after the block header (quote the whole value)"),
    Broken("a: @b\n", "1:4: a text can't start with '@' here (quote the text)"),
    Broken("a: `b`\n", "1:4: a text can't start with '`' here (quote the text)"),
    Broken("a: %b\n", "1:4: a text can't start with '%' here (quote the text)"),
    Broken("a: ,b\n", "1:4: a text can't start with ',' here (quote the text)"),
    Broken("a: ]\n", "1:4: a text can't start with ']' here (quote the text)"),
    Broken("a: ?b\n", "1:4: a text can't start with '?' here (quote the text)"),
    Broken(
      "a: - b\n",
      "1:4: a list can't begin on the line of its key (put its items on the lines "
        + "below, or quote the value)"),
    Broken(
      "a: -\n",
      "1:4: a list can't begin on the line of its key (put its items on the lines "
        + "below, or quote the value)"),
    Broken("a: [- b]\n", "1:5: a list with `- ` can't start here (quote a text that is a dash)"),
    Broken("a: [:b]\n", "1:5: missing key before `:` (quote a text with `:`)"),
    Broken("a: [|]\n", "1:5: a text can't start with '|' here (quote the text)"),
    Broken(
      "colour: #ff0000\n",
      "1:9: a value that starts with `#` is a comment (quote the value, or put the "
        + "comment on a separate line)"),
    Broken(
      "- #1\n",
      "1:3: a value that starts with `#` is a comment (quote the value, or put the "
        + "comment on a separate line)"),
    Broken("a: [b, #c]\n", "1:8: a comment isn't allowed in brackets (quote a text with `#`)"),
    Broken(
      "a: {b, c: 1}\n",
      "1:5: the key 'b' has no value (write `key: value`, or a list in `[` `]`)"),
    Broken("a: {b: , c: 1}\n", "1:8: the key 'b' has no value (write `~` for nothing)"),
    Broken("a: {b: }\n", "1:8: the key 'b' has no value (write `~` for nothing)"),
    Broken("a: [1,, 2]\n", "1:7: missing entry before `,` (write `~` for nothing)"),
    Broken(
      "a: [b: c]\n",
      "1:6: an item of a list can't be a pair (write `[{key: value}]`, or quote the item)"),
    Broken("a: {b:c}\n", "1:6: missing space after `:` (write `key: value`)"),
    Broken("a: {\"b\":c}\n", "1:8: missing space after `:` (write `key: value`)"),
    Broken(
      "a: [b:]\n",
      "1:6: missing space after `:` (write `key: value`, or quote the text)"),
    Broken("a: {b: c: d}\n", "1:9: a value with `: ` needs quotes (quote the value)"),
    Broken(
      "a: [\"b\" c]\n",
      "1:9: expected `,` or the closing bracket (quote the whole text)"),
    Broken(
      "a: [b,\n  c]\n",
      "1:4: `[` is not closed on its line (close it, or write one entry per line without brackets)"),
    Broken(
      "a: {b: 1\n",
      "1:4: `{` is not closed on its line (close it, or write one entry per line without brackets)"),
    Broken(
      "a: b: c\n",
      "1:5: a value with `: ` needs quotes (quote the value, or start a new line)"),
    Broken("a: 1\ntitle:Adding\n", "2:6: missing space after `:` (write `key: value`)"),
    Broken(": a\n", "1:1: missing key before `:` (quote a text with `:`)"),
    Broken(
      "a: 1\n  b: 2\n",
      "2:3: the indentation matches no line above (indent it like the lines it belongs to)"),
    Broken(
      "a:\n    b: 1\n  c: 2\n",
      "3:3: the indentation matches no line above (indent it like the lines it belongs to)"),
    Broken(
      "a:\n  - b\n  c: 1\n",
      "3:3: expected a list item with `- ` (indent this line like the lines it belongs to)"),
    Broken(
      "a: 1\n- b\n",
      "2:1: a list item isn't allowed here (put the list below a key without another value)"),
    Broken(
      "- a\nb: 1\n",
      "2:1: expected a list item with `- ` (indent this line like the lines it belongs to)"),
    Broken(
      "  a: 1\nb: 2\n",
      "2:1: the indentation matches no line above (indent it like the lines it belongs to)"),
    Broken(
      "a: |\n    \n  b\n",
      "2:5: a blank line is indented more than the text below it (remove its spaces)"),
    Broken(
      "a: b\u{85}c\n",
      "1:5: the character U+0085 (NEL) is not allowed (remove it, or write it as an "
        + "escape in double quotes)"),
    Broken(
      "a: b\u{2028}c\n",
      "1:5: the character U+2028 (line separator) is not allowed (remove it, or write "
        + "it as an escape in double quotes)"),
    Broken(
      "a: b\u{2029}c\n",
      "1:5: the character U+2029 (paragraph separator) is not allowed (remove it, or "
        + "write it as an escape in double quotes)"),
    Broken(
      "a: b\u{7F}\n",
      "1:5: the character U+007F (DEL) is not allowed (remove it, or write it as an "
        + "escape in double quotes)"),
    Broken("a: b\0\n", "1:5: the character U+0000 (NUL) is not allowed (remove it)"),
    Broken(
      "a: b\u{1B}[0m\n",
      "1:5: the character U+001B (escape) is not allowed (remove it, or write it as an "
        + "escape in double quotes)"),
    Broken(
      "a: b\u{8}\n",
      "1:5: the character U+0008 (control character) is not allowed (remove it, or "
        + "write it as an escape in double quotes)"),
    Broken(
      "a: b\u{9F}\n",
      "1:5: the character U+009F (control character) is not allowed (remove it, or "
        + "write it as an escape in double quotes)"),
    Broken(
      "a: ünï\u{202E}b\n",
      "1:7: the character U+202E (bidirectional control) is not allowed (remove it, or "
        + "write it as an escape in double quotes)"),
    Broken(
      "a: b\u{2066}\n",
      "1:5: the character U+2066 (bidirectional control) is not allowed (remove it, or "
        + "write it as an escape in double quotes)"),
    Broken(
      "a: b\u{FFFE}\n",
      "1:5: the character U+FFFE is not allowed (remove it, or write it as an escape "
        + "in double quotes)"),
    Broken(
      "a: b\u{FFFF}\n",
      "1:5: the character U+FFFF is not allowed (remove it, or write it as an escape "
        + "in double quotes)"),
    Broken(
      "a: b\u{FEFF}\n",
      "1:5: the character U+FEFF (byte-order mark) is not allowed (remove it, or write "
        + "it as an escape in double quotes)"),
    Broken(
      "a: b\rc: d\n",
      "1:5: the character U+000D (a carriage return without a line feed) is not "
        + "allowed (end lines with a line feed)"),
    Broken("a: \"\\0\"\n", "1:5: a text can't contain NUL (remove `\\0`)"),
    Broken("a: \"b\\x00\"\n", "1:6: a text can't contain NUL (remove it)"),
    Broken(
      "a: \"\\ud83d\\ude00\"\n",
      "1:5: invalid character code (write one `\\U` with 8 digits, or the character itself)"),
    Broken(
      "a: \"\\U00110000\"\n",
      "1:5: invalid character code (write one `\\U` with 8 digits, or the character itself)"),
    Broken("a: \"\\u12\"\n", "1:5: the escape needs 4 hexadecimal digits"),
    Broken(
      "a: \"C:\\dir\"\n",
      "1:7: invalid escape `\\d` (write `\\\\` for a backslash, or use single quotes)"),
    Broken("\u{FEFF}a: &b\n", "1:4: anchors are not allowed (quote a text that starts with `&`)"),
    Broken("a: 1\r\nb: &c\r\n", "2:4: anchors are not allowed (quote a text that starts with `&`)"),
  ]

  @Test(arguments: broken) func refuses(_ broken: Broken) {
    let error = #expect(throws: YAMLError.self) { try Document(text: broken.text) }
    #expect(error?.description == broken.message)
  }

  @Test func limitsAreEnforced() throws {
    func kind(_ bytes: [UInt8]) -> YAMLError.Kind? {
      do { _ = try Document(bytes) } catch { return error.kind }
      return nil
    }
    func kind(_ text: String) -> YAMLError.Kind? { kind(Array(text.utf8)) }
    let key = String(repeating: "ä", count: 1000)
    #expect(kind("\(key): 1\n") == nil)
    #expect(kind("\(key)b: 1\n") == .longKey)
    #expect(kind("{\(key)b: 1}\n") == .longKey)
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "\n"
    }
    #expect(kind(nested(32)) == nil)
    #expect(kind(nested(33)) == .tooDeep)
    #expect(kind("a: " + nested(32)) == .tooDeep)
    #expect(kind(String(repeating: "- ", count: 100_000)) == .tooDeep)
    #expect(kind([UInt8](repeating: 0x61, count: 8 << 20)) == nil)
    #expect(kind([UInt8](repeating: 0xFF, count: 8 << 20 + 1)) == .tooLarge)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x3A, 0x20, 0xC3], [0x80],
      [0x61, 0xC0, 0xAF], [0x61, 0xED, 0xA0, 0x80], [0x61, 0xF4, 0x90, 0x80, 0x80],
      [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func invalidUTF8IsRefused(_ bytes: [UInt8]) {
    let error = #expect(throws: YAMLError.self) { try Document(bytes) }
    #expect(error?.kind == .encoding)
  }

  @Test func errorsQuoteTheRawLine() {
    let error = #expect(throws: YAMLError.self) {
      try Document(text: "\u{FEFF}a: 1\r\nb:\u{1B} 2\r\nc: 3\r\n")
    }
    #expect(error?.line == "b:\u{1B} 2")
    #expect(error?.position == Position(line: 2, column: 3))
    #expect(error?.kind == .character)
  }
}
