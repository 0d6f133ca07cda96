/// A text as HTML and XML have it, in attributes, too.
///
/// It goes scalar by scalar, as their readers do: a quote is one, too, with a combining mark on it.
public func markup(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
