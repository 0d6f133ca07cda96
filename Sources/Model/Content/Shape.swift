/// The shape of a field's value, which determines how it is read and written.
public indirect enum Shape: Hashable, Sendable {
  /// Text of any kind.
  case text
  /// A number, yes or no, or a length of time: a word that is written without quotes.
  case word
  /// A point in time; `edge` is the end of the day that a date without a time means.
  case time(TimeText.Edge)
  /// A list of texts.
  case list
  /// One text or several, depending on the exercise type.
  case texts
  /// Entries with free names, such as titles by language.
  case entries(Shape)
  /// A list of texts, or texts by identifier.
  case listOrEntries
  /// Known fields.
  case fields([Field])
  /// A list of mappings with these fields, identified by the first one.
  case items([Field])
  /// Objects, which separate commands create, rename and delete.
  case objects(Shape)
  /// A value that is set once and never changes.
  case fixed
}
