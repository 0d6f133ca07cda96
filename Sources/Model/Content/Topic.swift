/// A translation of a title.
public struct Translation: Hashable, Sendable {
  /// A language tag, such as `ja`.
  public let language: String
  public let text: String

  public init(language: String, text: String) {
    self.language = language
    self.text = text
  }
}

/// The topics of subjects and contexts.
public enum Topic: String, CaseIterable, Sendable {
  case math, science, literacyAndWriting, worldLanguage, socialScience
  case computerScienceAndEngineering, artsAndMusic, healthAndFitness
}
