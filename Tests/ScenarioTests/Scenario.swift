/// A Markdown file whose tagged blocks are run; the rest is prose.
///
///     ``` ~ben (fail 77)
///     $ teachkit submit fractions/adding
///     teachkit: error: …
///     ```
///
/// See `Tests/Scenarios/README.md` for the syntax of blocks.
struct Scenario {
  /// The time of the first command, in seconds since 1970 UTC.
  private(set) var time = 1_795_161_600
  /// The user ids of roles.
  private(set) var users: [String: UInt32] = [:]
  /// The group ids of roles; by default the user's own group.
  private(set) var groups: [String: UInt32] = [:]
  /// The programs that the scenario requires.
  private(set) var needs: [String] = []
  private(set) var steps: [Step] = []

  /// One action of a role.
  struct Step: Equatable {
    let role: String
    /// The line number, from 1.
    let line: Int
    let action: Action
    /// The clock setting before the step; nil for a second later.
    var clock: Clock?
  }

  enum Action: Equatable {
    case write(path: String, text: String)
    case run(Command)
  }

  struct Command: Equatable {
    let text: String
    /// The expected output.
    var expected: [String] = []
    /// The position of the expected lines in the file, from 0.
    var range: Range<Int>
    var exitCode: Int32 = 0
  }

  enum Clock: Equatable {
    case at(Int)
    case later(Int)
  }

  struct Mistake: Error, Equatable, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  init(_ text: String) throws(Mistake) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line == "<!-- scenario" {
        index = try readSettings(lines, from: index + 1)
        continue
      }
      let fence = line.prefix { $0 == "`" }
      guard fence.count >= 3 else {
        index += 1
        continue
      }
      let start = index + 1
      guard
        let end = lines[start...].firstIndex(where: {
          $0.count >= fence.count && $0.allSatisfy { $0 == "`" }
        })
      else { throw Mistake(line: start, message: "this block has no end") }
      if let tag = try Tag(line.dropFirst(fence.count), line: start) {
        steps += try Scenario.steps(of: tag, lines, start..<end)
      }
      index = end + 1
    }
  }

  /// Reads `time: …`, `needs: …`, `uid ROLE: …` and `gid ROLE: …` up to `-->`.
  private mutating func readSettings(_ lines: [String], from start: Int) throws(Mistake) -> Int {
    for index in start..<lines.count {
      let line = lines[index]
      if line == "-->" { return index + 1 }
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      let words = parts.first?.split(separator: " ") ?? []
      switch (words.first, words.count, parts.count) {
      case ("time", 1, 2):
        guard let time = seconds(iso: parts[1]) else {
          throw Mistake(line: index + 1, message: "'\(parts[1])' is no time")
        }
        self.time = time
      case ("needs", 1, 2): needs += parts[1].split(separator: " ").map(String.init)
      case ("uid", 2, 2), ("gid", 2, 2):
        guard let number = UInt32(parts[1]) else {
          throw Mistake(line: index + 1, message: "'\(parts[1])' is no user or group id")
        }
        if words[0] == "uid" {
          users[String(words[1])] = number
        } else {
          groups[String(words[1])] = number
        }
      default:
        throw Mistake(
          line: index + 1, message: "expected 'time: …', 'needs: …', 'uid ROLE: …' or 'gid ROLE: …'"
        )
      }
    }
    throw Mistake(line: start, message: "these settings have no end: '-->'")
  }

  private static func steps(
    of tag: Tag, _ lines: [String], _ range: Range<Int>
  ) throws(Mistake) -> [Step] {
    if let path = tag.path {
      let text = lines[range].map { $0 + "\n" }.joined()
      return [
        Step(
          role: tag.role, line: range.lowerBound, action: .write(path: path, text: text),
          clock: tag.clock)
      ]
    }
    var commands: [(line: Int, command: Command)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let line = index + 1
      if lines[index].hasPrefix("$ ") {
        var text = lines[index].dropFirst(2)
        // A backslash continues the line, as in the shell.
        while text.hasSuffix("\\"), index + 1 < range.upperBound {
          index += 1
          text += "\n" + lines[index]
        }
        commands.append((line, Command(text: String(text), range: index + 1..<index + 1)))
      } else if let last = commands.indices.last {
        commands[last].command.expected.append(lines[index])
        commands[last].command.range = commands[last].command.range.lowerBound..<index + 1
      } else {
        throw Mistake(line: line, message: "a block begins with '$ COMMAND'")
      }
      index += 1
    }
    guard let last = commands.indices.last else {
      throw Mistake(line: range.lowerBound, message: "this block has no command")
    }
    commands[last].command.exitCode = tag.exitCode
    return commands.enumerated().map { index, each in
      Step(
        role: tag.role, line: each.line, action: .run(each.command),
        clock: index == 0 ? tag.clock : nil)
    }
  }
}

/// The tag after a block's backticks.
private struct Tag {
  var role = ""
  var path: String?
  var clock: Scenario.Clock?
  var exitCode: Int32 = 0

  /// - Returns: nil if no role is named, because the block is prose.
  init?(_ text: Substring, line: Int) throws(Scenario.Mistake) {
    let words = text.split(separator: " ")
    guard let name = words.first(where: { $0.hasPrefix("~") }) else { return nil }
    role = String(name.dropFirst())
    guard !role.isEmpty, role.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      throw Scenario.Mistake(line: line, message: "'\(name)' is no role")
    }
    for (index, word) in words.enumerated() where !word.hasPrefix("~") {
      if word.hasPrefix("path=") {
        path = String(word.dropFirst(5))
      } else if word.hasPrefix("at=") {
        guard let clock = Scenario.Clock(word.dropFirst(3)) else {
          throw Scenario.Mistake(line: line, message: "'\(word)' is no time and no '+3d'")
        }
        self.clock = clock
      } else if word == "(fail" {
        guard words.indices.contains(index + 1), words[index + 1].hasSuffix(")"),
          let code = Int32(words[index + 1].dropLast()), code != 0
        else { throw Scenario.Mistake(line: line, message: "expected '(fail CODE)'") }
        exitCode = code
      } else if word.contains("=") {
        throw Scenario.Mistake(line: line, message: "'\(word)' means nothing here")
      }
    }
  }
}

extension Scenario.Clock {
  /// Parses `2026-11-20T08:00:00Z`, or `+90s`, `+10m`, `+2h`, `+3d`.
  fileprivate init?(_ text: Substring) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    if text.hasPrefix("+"), let unit = text.last.flatMap({ units[$0] }),
      let count = Int(text.dropFirst().dropLast())
    {
      self = .later(count * unit)
    } else if let time = seconds(iso: text) {
      self = .at(time)
    } else {
      return nil
    }
  }
}
