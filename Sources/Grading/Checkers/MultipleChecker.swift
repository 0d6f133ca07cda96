import Model

/// Several choices, graded by their scoring rule.
///
/// A choice picked twice counts once; a pick that isn't one of the choices is a wrong one. One text
/// is a list of one. If no choice is right, the empty list is the right answer.
struct MultipleChecker: Checker {
  private let choices: ChoiceNames
  private let count: Int
  private let right: Set<Int>
  private let scoring: ChoiceScoring

  init(
    _ exercise: String, _ choices: [Choice], answer: [String], _ scoring: ChoiceScoring
  ) throws(KeyProblem) {
    let names = ChoiceNames(choices)
    var right: Set<Int> = []
    for text in answer { right.insert(try names.key(text, of: exercise)) }
    self.choices = names
    self.count = choices.count
    self.right = right
    self.scoring = scoring
  }

  func isAnswered(_ answer: AnswerValue) -> Bool {
    !answer.isBlank || right.isEmpty && answer == .list([])
  }

  func credit(for answer: AnswerValue) throws(RationalOverflow) -> Credit {
    let picks: [String]
    switch answer {
    case .text(let text): picks = [text]
    case .list(let texts): picks = texts
    case .mapping, .other: return .wrongShape(.list)
    }
    var chosen: Set<Int> = []
    var unknownChoices: Set<String> = []
    for pick in picks {
      if let choice = choices.index(of: pick) {
        chosen.insert(choice)
      } else {
        unknownChoices.insert(pick)
      }
    }
    let hits = chosen.intersection(right).count
    let share = try scoring.share(
      hits: hits, misses: chosen.count - hits + unknownChoices.count, right: right.count,
      wrong: count - right.count)
    return .share(share, share > .zero || unknownChoices.isEmpty ? nil : .noSuchChoice)
  }
}

extension ChoiceScoring {
  /// Returns the share of the points, at most 1 and at least the floor.
  ///
  /// With R right and W wrong choices, h of the right ones and m wrong ones picked, the share is
  ///
  ///     all-or-none:        1 if h = R and m = 0, else 0
  ///     right-minus-wrong:  (h − m) / R
  ///     per-choice:         (h + W − m) / (R + W)
  ///     negative:           h / R − m · c    with c = 1 / W by default
  ///
  /// It is raised to the floor if it is lower. If no choice is right (R = 0), the answer without
  /// picks gets 1, h / R is 0, and `right-minus-wrong` deducts 1 for each pick.
  ///
  /// The rules of R/exams 2.4 for `partial = TRUE` are h / R − m · n with n = 1 / W (`false`),
  /// 1 / max(W, 2) (`false2`), 1 / R (`true`), 1 (`all`) or 0 (`none`), and the floor is
  /// `negative`: https://search.r-project.org/CRAN/refmans/exams/html/exams_eval.html. Moodle's
  /// multiple-answer questions add up the fractions of the picks, between 0 and 1
  /// (`grade_response` in question/type/multichoice/question.php).
  ///
  /// - Parameters:
  ///   - hits: h.
  ///   - misses: m, which also counts picks that aren't among the choices.
  func share(
    hits: Int, misses: Int, right: Int, wrong: Int
  ) throws(RationalOverflow) -> Rational {
    if hits == right, misses == 0 { return .one }
    func share(_ part: Int, of whole: Int) -> Rational {
      Rational(Int128(part), over: Int128(max(1, whole))) ?? .zero
    }
    let sum: Rational
    switch rule {
    case .allOrNone: sum = .zero
    case .rightMinusWrong: sum = share(hits - misses, of: right)
    case .perChoice: sum = share(max(0, hits + wrong - misses), of: right + wrong)
    case .negative:
      let cost = wrongChoice ?? share(1, of: wrong)
      sum = try share(hits, of: right) - cost * Rational(misses)
    }
    return max(sum, floor ?? sum)
  }
}
