import ArgumentParser
import Course
import Substrings

/// Finds a single-value option that is given more than once; the parser would silently keep the
/// last.
enum RepeatedOption {
  static func first(in arguments: [String], of command: any ParsableCommand) -> String? {
    var seen: Set<Substring> = []
    for word in arguments.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let name = word.prefix { $0 != "=" }
      if !seen.insert(name).inserted, takesOne(name, command) { return String(name) }
    }
    return nil
  }

  /// Whether an option of the command takes a single value.
  private static func takesOne(_ name: Substring, _ command: any ParsableCommand) -> Bool {
    let words = name.dropFirst(2).split(separator: "-")
    let label =
      "_"
      + words.enumerated().map { index, word in
        index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
      }.joined()
    for child in Mirror(reflecting: command).children where child.label == label {
      let type = String(describing: type(of: child.value))
      return type.hasPrefix("Option<") && !type.contains("Array<")
    }
    return false
  }
}
