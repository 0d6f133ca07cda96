/// A change of a worksheet after which an earlier answer can't be graded automatically.
public enum WorksheetChange: String, CaseIterable, Sendable {
  /// Choices, pairs, items or gaps were replaced, and the answer names one of them.
  case entries
  /// The exercise had another type.
  case type
  /// The exercise asked for another file.
  case files
  /// The answered version is unknown, and the answer names no entry of a known version.
  case version
}
