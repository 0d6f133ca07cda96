import Model
import Storage
import Substrings
import Text

/// The work and the people that a command's arguments name, in either order.
public struct WorkAndPeople {
  public let path: String
  /// Students, classes and groups as typed.
  public let people: [String]

  /// Swaps the words if only that makes sense.
  ///
  /// - Parameters:
  ///   - path: the word in the place of the work.
  ///   - who: the word in the place of the people; nil if it is missing.
  ///   - others: people named by `--for`.
  public init(_ path: String, _ who: String?, for others: [String] = [], in files: SchoolFiles) {
    guard let who else {
      (self.path, people) = (path, others)
      return
    }
    let isSwapped =
      !(Self.isWork(path, in: files) && Self.isPeople(who, in: files))
      && Self.isWork(who, in: files) && Self.isPeople(path, in: files)
    self.path = isSwapped ? who : path
    people = [isSwapped ? path : who] + others
  }

  private static func isWork(_ word: String, in files: SchoolFiles) -> Bool {
    isFound { _ = try Locator(files).find(word, among: [.subject, .context, .exercise]) }
  }

  private static func isPeople(_ word: String, in files: SchoolFiles) -> Bool {
    isFound { _ = try People(files).students([word]) }
  }

  /// Whether a search finds something. An ambiguous word counts as found.
  private static func isFound(_ search: () throws -> Void) -> Bool {
    do {
      try search()
      return true
    } catch let error as LookupError {
      if case .ambiguous = error { return true }
      return false
    } catch {
      return false
    }
  }
}

extension [String] {
  /// The words, with lists such as `ada,ben` separated. A comma before a space is part of a name.
  public var separated: [String] {
    flatMap { word -> [String] in
      if !word.contains(",") || word.contains(", ") { return [word] }
      return word.split(separator: ",").map(String.init)
    }
  }
}
