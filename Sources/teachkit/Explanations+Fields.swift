import PlainYAML
import Storage
import Substrings

extension FieldError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .unknown(let path, let known):
      Failure(
        .valueIsFaulty, "there is no field '\(path)'",
        hint: didYouMean(path.name, among: known)
          ?? "fields here are \(known.joined(separator: ", "))")
    case .noEntry(let path, let known):
      Failure(
        .valueIsFaulty, "there is no '\(path)'",
        hint: didYouMean(path.name, among: known)
          ?? (known.isEmpty ? nil : "there are \(known.joined(separator: ", "))"))
    case .textsBelow(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is a list of texts, which have no names",
        hint: "'\(path)=[…]' writes it whole, '\(path)+=…' and '\(path)-=…' change one of them")
    case .nothingBelow(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is one value, and has no fields",
        hint: "write '\(path)=…'")
    case .fixed(let path) where path.name == "id":
      Failure(
        .valueIsFaulty, "an identifier can't be set",
        hint: "'teachkit rename' changes it everywhere")
    case .fixed(let path):
      Failure(
        .valueIsFaulty, "'\(path)' was given once, and stays",
        hint: "'teachkit edit' opens the file, if it must be changed")
    case .ofObjects(let path):
      Failure(
        .valueIsFaulty, "'\(path)' can't be set or unset as a whole",
        hint: "'teachkit create' and 'teachkit delete' are for what is in it")
    case .noList(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is no list to add to or take from",
        hint: "write '\(path)=…' with the whole value")
    case .holdsFields(let path, let known):
      Failure(
        .valueIsFaulty, "'\(path)' holds several values",
        hint: "write '\(path).\(known.first ?? "name")=…'"
          + (known.count > 1 ? "; there are \(known.joined(separator: ", "))" : ""))
    case .holdsItems(let path, let example, let known):
      Failure(
        .valueIsFaulty, "'\(path)' is a list of such as hold several values",
        hint: "write '\(path).\(example)=…' for one of them, or "
          + "'\(path)+={\(known.first ?? "name"): …}'; there are \(known.joined(separator: ", "))")
    case .unreadable(let path, let error):
      Failure(.valueIsFaulty, "the value of '\(path)': \(error.message)", hint: error.hint)
    case .torn(let path, let text):
      Failure(
        .valueIsFaulty, "'\(text)' in '\(path)' could be one entry or several",
        hint: "write [\"\(text)\"] for one, or [\(text.replacing(",", with: ", "))]")
    case .noTime(let path, let text):
      Failure(
        .valueIsFaulty, "'\(text)' is no time for '\(path)'",
        hint: "write 2026-11-28, '2026-11-28 08:00', 'tomorrow 8:00', fri or +3d")
    }
  }
}
