/// Wraps `text` to lines of at most `width` columns, keeping its line breaks.
///
/// Lines break at spaces and between East Asian characters; a longer word is split. Continuation
/// lines repeat the indentation of their line.
@_disfavoredOverload
public func wrapped(_ text: String, to width: Int) -> [String] {
  text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    .flatMap { wrapped(line: $0, to: max(width, 8)) }
}

private func wrapped(line: Substring, to width: Int) -> [String] {
  guard displayWidth(String(line)) > width else { return [String(line)] }
  let indentation = String(line.prefix { $0 == " " }.prefix(width / 2))
  var lines: [String] = []
  var current = indentation
  var used = displayWidth(current)
  var isEmpty = true
  for piece in keepingCommands(pieces(of: line.dropFirst(indentation.count)), width - used) {
    let wide = displayWidth(piece)
    if !isEmpty, used + displayWidth(withoutSpacesAtEnd(piece)) > width {
      lines.append(withoutSpacesAtEnd(current))
      (current, used, isEmpty) = (indentation, displayWidth(indentation), true)
    }
    // A part that is longer than a line is split.
    if isEmpty, used + wide > width + 1 {
      for character in piece {
        let next = displayWidth(String(character))
        if used + next > width, !isEmpty {
          lines.append(current)
          (current, used) = (indentation, displayWidth(indentation))
        }
        current.append(character)
        used += next
        isEmpty = false
      }
      continue
    }
    current += piece
    used += wide
    isEmpty = false
  }
  lines.append(withoutSpacesAtEnd(current))
  return lines
}

/// The parts after which a line may break: words with their trailing spaces, and East Asian
/// characters with punctuation that must not begin a line.
private func pieces(of line: Substring) -> [String] {
  var pieces: [String] = []
  var piece = ""
  var last: Character?
  for character in line {
    if let last, mayBreak(after: last, before: character) {
      pieces.append(piece)
      piece = ""
    }
    piece.append(character)
    last = character
  }
  if !piece.isEmpty { pieces.append(piece) }
  return pieces
}

/// Joins the words of a command in quotes, such as `'teachkit share math'`, if it fits on a line, so
/// that it can be copied.
private func keepingCommands(_ pieces: [String], _ width: Int) -> [String] {
  var joined: [String] = []
  var command = ""
  var words: [String] = []
  for piece in pieces {
    let begins = command.isEmpty && piece.hasSuffix("'teachkit ")
    guard begins || !command.isEmpty else {
      joined.append(piece)
      continue
    }
    command += piece
    words.append(piece)
    if !begins, piece.contains("'" as Character) {
      joined += displayWidth(withoutSpacesAtEnd(command)) <= width ? [command] : words
      (command, words) = ("", [])
    }
  }
  return joined + words
}

private func mayBreak(after last: Character, before next: Character) -> Bool {
  if next == " " { return false }
  if last == " " { return true }
  let wide = displayWidth(String(last)) == 2 || displayWidth(String(next)) == 2
  return wide && !neverFirst.contains(next) && !neverLast.contains(last)
}

private let neverFirst: Set<Character> = [
  "。", "、", "，", "．", "：", "；", "！", "？", "）", "」", "』", "】", "〉", "》", "〕", "］", "｝", "ー", "々",
  "…", "ゃ", "ゅ", "ょ", "っ", "ャ", "ュ", "ョ", "ッ", ".", ",", ":", ";", "!", "?", ")", "]", "}",
]
private let neverLast: Set<Character> = [
  "（", "「", "『", "【", "〈", "《", "〔", "［", "｛", "(", "[", "{",
]

private func withoutSpacesAtEnd(_ text: String) -> String {
  var rest = text[...]
  while rest.last == " " { rest.removeLast() }
  return String(rest)
}

/// Renders a message and wraps it.
public func wrapped(_ message: Message, to width: Int) -> [String] {
  wrapped(message.text, to: width)
}
