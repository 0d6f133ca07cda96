import ArgumentParser
import Course
import Glibc
import Substrings
import Text

/// The arguments of a run, searched for the command before they are parsed.
struct Invocation {
  let arguments: [String]
  /// The commands from the root to the named one.
  private(set) var path: [any ParsableCommand.Type]
  /// The index of a word in a command's position that doesn't name a command.
  private(set) var unknown: Int?

  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    self.arguments = arguments
    path = [root]
    // The shell requests completions.
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
        if !word.hasPrefix("-"), current.configuration.defaultSubcommand == nil { unknown = index }
        return
      }
    }
  }

  /// Whether failures are printed as JSON.
  var wantsJSON: Bool {
    arguments.contains("--format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  /// Parses the arguments, or runs the external program that they name.
  ///
  /// - Throws: `TextRequest` if the arguments only ask for a text, `Failure`.
  func parse(in surroundings: Surroundings) throws -> any ParsableCommand {
    guard let root = path.first else { throw Failure(.internalError, "no command") }
    if let unknown {
      if path.count == 1, unknown == Invocation.firstWord(in: arguments) {
        try runProgram(at: unknown, in: surroundings)
      }
      throw unknownCommand(arguments[unknown])
    }
    let words = arguments.dropFirst(Invocation.firstWord(in: arguments))
    if words.elementsEqual(["help", "--all"]) || words.elementsEqual(["help", "-a"]) {
      throw TextRequest(text: shortened(root.helpMessage()))
    }
    let command: any ParsableCommand
    do {
      command = try parsedAlone() ?? root.parseAsRoot(arguments)
    } catch {
      guard root.exitCode(for: error) != .success else {
        throw TextRequest(text: completingHelp(help(root.message(for: error))))
      }
      throw usageFailure(root.message(for: error))
    }
    if let option = RepeatedOption.first(in: arguments, of: command) {
      throw Failure(
        .commandIsFaulty, "'\(option)' is given twice", hint: "specify it once")
    }
    return command
  }

  /// Parses the words after the command's name without its parents, which halves the time of a
  /// short run.
  ///
  /// - Returns: nil if options precede the name, the words ask for help, or parsing fails.
  ///   Parsing from the root then reports the reason.
  private func parsedAlone() -> (any ParsableCommand)? {
    let names = path.dropFirst()
    guard let command = names.last, command.configuration.subcommands.isEmpty,
      arguments.count >= names.count,
      arguments.prefix(names.count).allSatisfy({ !$0.hasPrefix("-") && $0 != "help" })
    else { return nil }
    let made = try? command.parseAsRoot(Array(arguments.dropFirst(names.count)))
    return made.flatMap { type(of: $0) == command ? $0 : nil }
  }

  /// Returns the output of a command that only groups others.
  func help(by command: any ParsableCommand) throws -> String {
    guard let root = path.first else { return "" }
    do {
      var command = command
      try command.run()
      return ""
    } catch {
      return help(root.message(for: error))
    }
  }

  /// Replaces the help of the whole program by the first screen, and shortens the help of a command.
  private func help(_ text: String) -> String {
    path.count == 1 && text.hasPrefix("OVERVIEW: ") ? FirstScreen.text : shortened(text)
  }

  /// Replaces the common options in the usage line of a help text by `[common options]`.
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
    // A command's own '--version' takes precedence over the program's.
    let versions = "\n  --version "
    guard let start = short.firstRange(of: versions),
      let other = short[start.upperBound...].firstRange(of: versions)
    else { return String(short) }
    return String(
      short[..<other.lowerBound] + short[other.upperBound...].drop { $0 != "\n" })
  }

  /// Adds command names after `help` to a completion script; the parser's own script lacks them.
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

  /// The values of `--format` for the named command.
  private var formats: String? {
    (path.last as? any Verb.Type)?.formats.map(\.rawValue).joined(separator: ", ")
  }

  private var name: String { path.map { $0._commandName }.joined(separator: " ") }

  /// The options of the named command, with their dashes.
  private var knownOptions: [String] {
    guard let command = path.last else { return [] }
    return command.helpMessage(includeHidden: true).split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("  -") }
      .flatMap { $0.split { $0 == " " || $0 == "," || $0 == "/" } }
      .filter { $0.hasPrefix("--") }.map(String.init)
  }

  /// The first option that the named command doesn't have.
  private var unknownOption: String? {
    let known = Set(knownOptions)
    var isValue = false
    for word in arguments.prefix(while: { $0 != "--" }) {
      defer { isValue = known.contains(word) }
      let option = String(word.prefix { $0 != "=" })
      if option.hasPrefix("--"), !isValue, !known.contains(option) { return option }
    }
    return nil
  }

  private func unknownCommand(_ word: String) -> Failure {
    let known = path.last?.configuration.subcommands.map { $0._commandName } ?? []
    return Failure(
      .commandIsFaulty, "unknown command '\(word)'",
      hint: didYouMean(word, among: known)
        ?? "list the commands with '\(path.count == 1 ? "teachkit help --all" : "\(name) --help")'")
  }

  /// Rewrites a parser message: `Unknown option '--titel'. Did you mean '--title'?`
  private func usageFailure(_ message: String) -> Failure {
    let lines = message.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }
    var text = lines.joined(separator: ", ")
    if text.hasSuffix(".") { text.removeLast() }
    var hint: Message = "see '\(name) --help'"
    let missing = "Missing expected argument '"
    if text.hasPrefix(missing), text.hasSuffix("'") {
      let argument = text.dropFirst(missing.count).dropLast()
      text = "missing '\(argument.prefix { $0 != " " })'"
      hint = "add \(argument); \(hint)"
    }
    for (start, ours) in [
      (". Did you mean ", "did you mean "), (". Please provide one of the following:, ", "one of "),
      (". Please provide one of ", "one of "),
    ] {
      guard let range = text.firstRange(of: start) else { continue }
      hint = "\(ours)\(text[range.upperBound...])"
      text.removeSubrange(range.lowerBound...)
    }
    // The parser reports a missing argument first, often because of a mistyped option.
    if !text.hasPrefix("Unknown option"), let option = unknownOption {
      text = "unknown option '\(option)'"
      hint = didYouMean(option, among: knownOptions) ?? "see '\(name) --help'"
    }
    if text.contains("is invalid for '--format "), let formats { hint = "one of \(formats)" }
    let sentence = text.prefix(1).lowercased() + text.dropFirst()
    return Failure(.commandIsFaulty, Message(template: sentence), hint: hint)
  }

  /// Replaces the process by `teachkit-NAME` from PATH if it exists, as Git does.
  private func runProgram(at index: Int, in surroundings: Surroundings) throws {
    let name = arguments[index]
    guard !name.isEmpty, !name.contains("/"), let folders = surroundings.variable("PATH") else {
      return
    }
    let programs = folders.split(separator: ":").map { "\($0)/teachkit-\(name)" }
    guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return }
    for place in arguments[..<index].indices where arguments[place] == "-C" {
      guard chdir(arguments[place + 1]) == 0 else {
        throw Failure(.notFound, "cannot enter folder '\(arguments[place + 1])'")
      }
    }
    signal(SIGPIPE, SIG_DFL)
    var words = ([program] + arguments[(index + 1)...]).map { strdup($0) }
    words.append(nil)
    execv(program, words)
    let reason = String(cString: strerror(errno))
    for word in words { free(word) }
    throw Failure(.ioFailure, "cannot run '\(program)': \(reason)")
  }

  private static func command(
    _ word: String, below parent: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    parent.configuration.subcommands.first {
      $0._commandName == word || $0.configuration.aliases.contains(word)
    }
  }

  /// Returns the index of the verb: the first word that is neither an option nor its value.
  private static func firstWord(in arguments: [String]) -> Int {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      index += CommonOptions.namesWithValue.contains(arguments[index]) ? 2 : 1
    }
    return index
  }
}

/// A request for a text only: help, the version, completions.
struct TextRequest: Error {
  let text: String
}
