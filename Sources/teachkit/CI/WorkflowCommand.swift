import Text

/// A line that GitHub shows beside a change.
struct WorkflowCommand {
  let line: String

  init(_ name: String, _ properties: [(String, String)], _ message: String) {
    let list = properties.map { "\($0)=\(WorkflowCommand.escaped($1, isProperty: true))" }
      .joined(separator: ",")
    line = "::\(name) \(list)::\(WorkflowCommand.escaped(message))\n"
  }

  /// What a workflow command would read as its own signs; other control characters are shown.
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
