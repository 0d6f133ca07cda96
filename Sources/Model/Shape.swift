/// What a field holds, and so how its value is written and read.
public indirect enum Shape: Hashable, Sendable {
  /// Text of any kind.
  case text
  /// A number, yes or no, a length of time: a word whose quotes would say something else.
  case word
  /// A point in time; which end of a day is meant by a date alone.
  case time(TimeText.Edge)
  /// A list of texts.
  case list
  /// One text or several, as the question asks.
  case texts
  /// Entries with names of their own: titles by language.
  case entries(Shape)
  /// A list of texts, or texts by identifiers.
  case listOrEntries
  /// Fields that are known.
  case fields([Field])
  /// A list of mappings that have these fields and are told apart by the first of them.
  case items([Field])
  /// Entries or items that are objects: their commands make them, rename and delete them.
  case objects(Shape)
  /// What was given once and is not for changing.
  case fixed
}
