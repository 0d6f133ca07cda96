import Model
import Text

/// Checks true or false, also yes or no, in any case: all or nothing.
///
/// Any other answer waits for marks, because it may be the word in another language.
struct TrueFalseChecker: Checker {
  let answer: Bool

  func credit(for answer: AnswerValue) -> Credit {
    guard case .text(let text) = answer else { return .wrongShape(.text) }
    switch foldedForComparison(text) {
    case "true", "yes": return .unlessWrong(self.answer)
    case "false", "no": return .unlessWrong(!self.answer)
    default: return .unreviewed(.unreadable)
    }
  }
}
