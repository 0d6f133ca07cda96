import Course
import PlainYAML
import Storage
import Substrings
import Text

extension FieldError: Explainable {
  var failures: [Failure] { [failure] }

  private var failure: Failure {
    switch self {
    case .unknown(let path, let known):
      Failure(
        .valueIsFaulty, "unknown field '\(path)'",
        hint: didYouMean(path.name, among: known)
          ?? "known fields: \(known.joined(separator: ", "))")
    case .noEntry(let path, let known):
      Failure(
        .valueIsFaulty, "no '\(path)'",
        hint: didYouMean(path.name, among: known)
          ?? (known.isEmpty ? nil : "there are \(known.joined(separator: ", "))"))
    case .textsBelow(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is a list of texts without names",
        hint: "use '\(path)=[…]' for the whole list, '\(path)+=…' or '\(path)-=…' for one entry")
    case .nothingBelow(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is a single value without fields",
        hint: "write '\(path)=…'")
    case .fixed(let path) where path.name == "id":
      Failure(
        .valueIsFaulty, "cannot set an identifier",
        hint: "'teachkit rename' changes it everywhere")
    case .fixed(let path):
      Failure(
        .valueIsFaulty, "cannot change '\(path)'",
        hint: "if you must, use 'teachkit edit'")
    case .ofObjects(let path):
      Failure(
        .valueIsFaulty, "cannot set '\(path)' as a whole",
        hint: "use 'teachkit create' and 'teachkit delete' for its contents")
    case .noList(let path):
      Failure(
        .valueIsFaulty, "'\(path)' is not a list",
        hint: "write '\(path)=…'")
    case .holdsFields(let path, let known):
      Failure(
        .valueIsFaulty, "'\(path)' has several fields",
        hint: known.count > 1
          ? "write '\(path).\(known[0])=…'; the fields are \(known.joined(separator: ", "))"
          : "write '\(path).\(known.first ?? "name")=…'")
    case .holdsItems(let path, let example, let known):
      Failure(
        .valueIsFaulty, "the entries of '\(path)' have several fields",
        hint: """
          write '\(path).\(example)=…' for one of them, or \
          '\(path)+={\(known.first ?? "name"): …}'; there are \(known.joined(separator: ", "))
          """)
    case .unreadable(let path, let error):
      Failure(
        .valueIsFaulty, "invalid value of '\(path)': \(error.message)",
        hint: error.hint)
    case .torn(let path, let text):
      Failure(
        .valueIsFaulty, "'\(text)' in '\(path)' is ambiguous: one entry or several?",
        hint: "write [\"\(text)\"] for one, or [\(text.replacing(",", with: ", "))]")
    case .noTime(let path, let text):
      Failure(
        .valueIsFaulty, "invalid time '\(text)' for '\(path)'",
        // In a leap year, February has all its days.
        hint: impossibleDay(in: text, year: 2024)
          ?? "write 2026-11-28, '24.12. 8:00', fri, 'tomorrow 8pm' or +3d")
    }
  }
}
