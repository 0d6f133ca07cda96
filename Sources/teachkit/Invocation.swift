import ArgumentParser
import Glibc
import Substrings

/// The arguments of a run, looked through for the command that they name before they are parsed.
struct Invocation {
  let arguments: [String]
  /// From the root to the command that was named.
  private(set) var path: [any ParsableCommand.Type]
  /// The place of a word that stands where a command is expected and names none.
  private(set) var unknown: Int?

  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    self.arguments = arguments
    path = [root]
    // The shell asks what could come next.
    guard arguments.first != "---completion" else { return }
    var rest = arguments.indices.dropFirst(Invocation.firstWord(in: arguments))
    var asksForHelp = false
    while let index = rest.popFirst(), let current = path.last,
      !current.configuration.subcommands.isEmpty
    {
      let word = arguments[index]
      if path.count == 1, word == "help", !asksForHelp {
        asksForHelp = true
      } else if let next = Invocation.command(word, below: current) {
        path.append(next)
      } else {
        if !word.hasPrefix("-") { unknown = index }
        return
      }
    }
  }

  /// Whether failures are told in JSON.
  var wantsJSON: Bool {
    arguments.contains("--format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  /// Parses the arguments, or runs the program that they name instead.
  /// - Throws: `TextRequest` where a text is all that was asked for, `Failure`.
  func parse(in surroundings: Surroundings) throws -> any ParsableCommand {
    guard let root = path.first else { throw Failure(.internalError, "no command") }
    if let unknown {
      if path.count == 1, unknown == Invocation.firstWord(in: arguments) {
        try runProgram(at: unknown, in: surroundings)
      }
      throw unknownCommand(arguments[unknown])
    }
    let command: any ParsableCommand
    do {
      command = try parsedAlone() ?? root.parseAsRoot(arguments)
    } catch {
      guard root.exitCode(for: error) != .success else {
        throw TextRequest(text: completingHelp(shortened(root.message(for: error))))
      }
      throw usageFailure(root.message(for: error))
    }
    if let option = RepeatedOption.first(in: arguments, of: command) {
      throw Failure(
        .commandIsFaulty, "'\(option)' is given twice", hint: "it takes one value: give it once")
    }
    return command
  }

  /// The command made of the words behind its name, without parsing for all that lead to it, which
  /// takes half of the time of a short run.
  ///
  /// - Returns: nil where options stand before the name, and where the words ask for help or don't
  ///   make a command: why, is told from the root.
  private func parsedAlone() -> (any ParsableCommand)? {
    let names = path.dropFirst()
    guard let command = names.last, command.configuration.subcommands.isEmpty,
      arguments.count >= names.count,
      arguments.prefix(names.count).allSatisfy({ !$0.hasPrefix("-") && $0 != "help" })
    else { return nil }
    let made = try? command.parseAsRoot(Array(arguments.dropFirst(names.count)))
    return made.flatMap { type(of: $0) == command ? $0 : nil }
  }

  /// What a command that only leads to others prints.
  func help(by command: any ParsableCommand) throws -> String {
    guard let root = path.first else { return "" }
    do {
      var command = command
      try command.run()
      return ""
    } catch {
      return shortened(root.message(for: error))
    }
  }

  /// The options that every command has, once by name in a usage line rather than one by one.
  private func shortened(_ help: String) -> String {
    var help = help
    if let formats {
      let all = Format.allValueStrings.joined(separator: ", ")
      help = help.replacing("(values: \(all);", with: "(values: \(formats);")
    }
    guard let root = path.first, let start = help.firstRange(of: "USAGE: ") else { return help }
    let words = root.usageString().split(separator: " ")
    let common = words.filter { $0 != root._commandName && $0 != "<subcommand>" }
      .joined(separator: " ")
    guard let range = help[start.upperBound...].firstRange(of: common) else { return help }
    let short = help[..<range.lowerBound] + "[common options]" + help[range.upperBound...]
    // A command's own '--version' goes before that of the program.
    let versions = "\n  --version "
    guard let own = short.firstRange(of: versions),
      let other = short[own.upperBound...].firstRange(of: versions)
    else { return String(short) }
    return String(
      short[..<other.lowerBound] + short[other.upperBound...].drop { $0 != "\n" })
  }

  /// A script of completions in which `help` offers the names of commands, as the parser's own doesn't.
  private func completingHelp(_ text: String) -> String {
    guard let root = path.first, arguments.contains("--generate-completion-script") else {
      return text
    }
    let shown = root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let names = shown.map { $0._commandName }
    let words = names.joined(separator: " ")
    let bash = "_teachkit_help() {\n"
    return
      text.replacing(
        bash + "    repeating",
        with: bash + "    __teachkit_add_completions -W '"
          + names.joined(separator: "'$'\\n''") + "'\n    repeating"
      )
      .replacing("'*:subcommands:'", with: "'*:command:(\(words))'")
      + (text.contains("complete -c 'teachkit'")
        ? "\ncomplete -c 'teachkit' -n '__fish_seen_subcommand_from help' -fa '\(words)'" : "")
  }

  /// What `--format` may be for the command that was named.
  private var formats: String? {
    (path.last as? any Verb.Type)?.formats.map(\.rawValue).joined(separator: ", ")
  }

  private var name: String { path.map { $0._commandName }.joined(separator: " ") }

  private func unknownCommand(_ word: String) -> Failure {
    let known = path.last?.configuration.subcommands.map { $0._commandName } ?? []
    return Failure(
      .commandIsFaulty, "'\(word)' is no command of '\(name)'",
      hint: didYouMean(word, among: known) ?? "'\(name) --help' lists the commands")
  }

  /// In our words what the parser says: `Unknown option '--titel'. Did you mean '--title'?`
  private func usageFailure(_ message: String) -> Failure {
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }
    var text = lines.joined(separator: ", ")
    if text.hasSuffix(".") { text.removeLast() }
    var hint = "see '\(name) --help'"
    let missing = "Missing expected argument '"
    if text.hasPrefix(missing), text.hasSuffix("'") {
      let argument = text.dropFirst(missing.count).dropLast()
      text = "'\(argument.prefix { $0 != " " })' is missing"
      hint = "add \(argument); \(hint)"
    }
    for (start, ours) in [
      (". Did you mean ", "did you mean "), (". Please provide one of the following:, ", "one of "),
      (". Please provide one of ", "one of "),
    ] {
      guard let range = text.firstRange(of: start) else { continue }
      hint = ours + text[range.upperBound...]
      text.removeSubrange(range.lowerBound...)
    }
    if text.contains("is invalid for '--format "), let formats { hint = "one of \(formats)" }
    return Failure(.commandIsFaulty, text.prefix(1).lowercased() + text.dropFirst(), hint: hint)
  }

  /// Becomes `teachkit-NAME` from PATH, as Git does, if there is one.
  private func runProgram(at index: Int, in surroundings: Surroundings) throws {
    let name = arguments[index]
    guard !name.isEmpty, !name.contains("/"), let folders = surroundings.variable("PATH") else {
      return
    }
    let programs = folders.split(separator: ":").map { "\($0)/teachkit-\(name)" }
    guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return }
    for place in arguments[..<index].indices where arguments[place] == "-C" {
      guard chdir(arguments[place + 1]) == 0 else {
        throw Failure(.notFound, "can't enter the folder '\(arguments[place + 1])'")
      }
    }
    signal(SIGPIPE, SIG_DFL)
    var words = ([program] + arguments[(index + 1)...]).map { strdup($0) }
    words.append(nil)
    execv(program, words)
    let reason = String(cString: strerror(errno))
    for word in words { free(word) }
    throw Failure(.ioFailure, "can't run '\(program)': \(reason)")
  }

  private static func command(
    _ word: String, below parent: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    parent.configuration.subcommands.first {
      $0._commandName == word || $0.configuration.aliases.contains(word)
    }
  }

  /// The place of the verb: the first that is neither an option nor an option's value.
  private static func firstWord(in arguments: [String]) -> Int {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      index += CommonOptions.namesWithValue.contains(arguments[index]) ? 2 : 1
    }
    return index
  }
}

/// Text is all that was asked for: help, the version, completions.
struct TextRequest: Error {
  let text: String
}
