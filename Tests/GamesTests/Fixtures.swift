import Model

@testable import Games

/// A question with a number for an answer.
func number(_ written: String, tolerance: String = "0", unit: String? = nil) -> GameQuestion? {
  guard let value = Rational(written: written), let tolerance = Rational(text: tolerance) else {
    return nil
  }
  let key = NumberKey(value: value, tolerance: tolerance, written: written)
  let exercise = Exercise(id: "n", prompt: "How many?", unit: unit, question: .number(key))
  return worksheet([exercise]).gameQuestions.questions.first
}

/// A question with words for answers.
func word(_ prompt: String, _ answers: String..., id: String? = nil) -> GameQuestion? {
  GameQuestion(id: id ?? prompt, prompt: prompt, answers: answers, .words(isExact: false))
}

func worksheet(_ exercises: [Exercise]) -> Worksheet {
  Worksheet(
    context: Context(
      path: ContextPath("words/one") ?? ContextPath(subject: "words"), title: "One"),
    isPractice: true, exercises: exercises)
}
