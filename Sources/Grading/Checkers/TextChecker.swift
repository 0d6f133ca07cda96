import Model
import Text

/// Checks for one of the accepted texts: all or nothing.
struct TextChecker: Checker {
  let accepted: AcceptedTexts

  func credit(for answer: AnswerValue) -> Credit {
    guard case .text(let text) = answer else { return .wrongShape(.text) }
    switch accepted.accept(text) {
    case .matches: return .right
    case .noMatch: return .wrong
    case .gaveUp: return .unreviewed(.tooHard)
    }
  }
}

/// The accepted texts, prepared for comparison.
///
/// White space at both ends of an answer, and the kind of line ends, are ignored.
struct AcceptedTexts: Sendable {
  private enum Form {
    case texts(Set<String>, folded: Bool)
    case patterns([Pattern])
  }

  private let form: Form

  init(_ exercise: String, _ accepted: [String], _ match: TextMatch) throws(KeyProblem) {
    switch match {
    case .exact: form = .texts(Set(accepted.map(withoutMargins)), folded: false)
    case .folded: form = .texts(Set(accepted.map(foldedForComparison)), folded: true)
    case .pattern:
      var patterns: [Pattern] = []
      for source in accepted {
        do {
          patterns.append(try Pattern(nfc(source)))
        } catch {
          throw KeyProblem(
            exercise: exercise,
            kind: .faultyPattern(source, message: error.message, offset: error.offset))
        }
      }
      form = .patterns(patterns)
    }
  }

  /// Whether an answer is accepted; a pattern may give up on a hostile one.
  func accept(_ answer: String) -> Pattern.Outcome {
    switch form {
    case .texts(let texts, let folded):
      let text = folded ? foldedForComparison(answer) : withoutMargins(answer)
      return texts.contains(text) ? .matches : .noMatch
    case .patterns(let patterns):
      let text = nfc(withoutMargins(answer))
      var outcome = Pattern.Outcome.noMatch
      for pattern in patterns {
        switch pattern.match(text) {
        case .matches: return .matches
        case .noMatch: break
        case .gaveUp: outcome = .gaveUp
        }
      }
      return outcome
    }
  }
}

func withoutMargins(_ text: String) -> String {
  func isMargin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
  }
  var inner = text.unicodeScalars.drop(while: isMargin)
  while let last = inner.last, isMargin(last) { inner.removeLast() }
  if !inner.contains("\r") { return String(inner) }
  return String(String(inner).map { $0 == "\r\n" ? "\n" : $0 })
}
