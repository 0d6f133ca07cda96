import Model
import Text

/// Checks texts for gaps, by name: an equal share for each correct gap.
///
/// Unknown names are ignored.
struct GapsChecker: Checker {
  private let gaps: [(name: String, accepted: AcceptedTexts)]

  init(_ exercise: String, _ gaps: [Gap], _ match: TextMatch) throws(KeyProblem) {
    var prepared: [(name: String, accepted: AcceptedTexts)] = []
    for gap in gaps {
      prepared.append((gap.name, try AcceptedTexts(exercise, gap.accepted, match)))
    }
    self.gaps = prepared
  }

  func credit(for answer: AnswerValue) -> Credit {
    guard case .mapping(let texts) = answer else { return .wrongShape(.mapping) }
    var right = 0
    for gap in gaps {
      guard let text = texts[gap.name] else { continue }
      switch gap.accepted.accept(text) {
      case .matches: right += 1
      case .noMatch: break
      case .gaveUp: return .unreviewed(.tooHard)
      }
    }
    return .share(right, of: gaps.count)
  }
}
