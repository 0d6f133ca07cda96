import Model
import Text

extension WorksheetChange {
  /// Why the answer to a changed exercise isn't graded, for teachers.
  public var words: Message {
    switch self {
    case .entries:
      "the worksheet changed after the answer, and it is unclear what the answer means now"
    case .type: "the exercise had another type when it was answered"
    case .files: "the exercise asked for another file when it was answered"
    case .version: "the answer is for a version of the worksheet that isn't known here"
    }
  }
}
