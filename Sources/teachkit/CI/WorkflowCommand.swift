import Course
import Text

/// A workflow command, which GitHub shows next to the changed lines.
struct WorkflowCommand {
  let line: String

  init(_ name: String, _ properties: [(String, String)], _ message: String) {
    let list = properties.map { "\($0)=\(WorkflowCommand.escaped($1, isProperty: true))" }
      .joined(separator: ",")
    line = "::\(name) \(list)::\(WorkflowCommand.escaped(message))\n"
  }

  /// Escapes the syntax characters of workflow commands and makes other control characters visible.
  private static func escaped(_ text: String, isProperty: Bool = false) -> String {
    var result = ""
    for scalar in visible(text, keepingLines: true).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
