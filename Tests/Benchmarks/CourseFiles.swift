/// A generated school and its students' answers, always the same for the same numbers.
///
/// Each worksheet has 20 exercises, and all students have to submit it.
struct CourseFiles {
  let students: Int
  var sheets = 1

  static let exercises = 1...20

  var ids: [String] { (1...students).map { "student-\($0)" } }

  func write(to folder: String) throws {
    let roster = GeneratedSchool(students: students, chapters: 0, worksheets: 0, exercises: 0)
    try roster.write(to: folder)
    let path = "\(folder)/subjects/math/numbers"
    try writeFile("\(path)/context.yaml", "title: Numbers\ntype: chapter\n")
    for name in sheetNames { try writeFile("\(path)/\(name)/worksheet.yaml", worksheet) }
    let work = sheetNames.map { "math/numbers/\($0)" }.joined(separator: ", ")
    try writeFile(
      "\(folder)/assignments/homework.yaml",
      "title: Homework\nto: [7b]\nwork: [\(work)]\ndue: \"2099-11-28\"\n")
  }

  private var sheetNames: [String] {
    sheets == 1 ? ["sheet"] : (1...sheets).map { "sheet-\($0)" }
  }

  private var worksheet: String {
    Self.exercises.reduce("title: Sheet\ntype: quiz\ndraft: no\nexercises:\n") { text, number in
      text + "  - id: question-\(number)\n    points: 2\n    type: \(Self.question(number))"
        + "    hint: Look at the first step again.\n    explain: Shown in class.\n"
    }
  }

  private static func question(_ number: Int) -> String {
    switch number % 8 {
    case 0: "text\n    prompt: What is the capital of France?\n    answer: [Paris, Lutetia]\n"
    case 1: "number\n    prompt: What is 3 + \(number)?\n    answer: \(3 + number)\n"
    case 2:
      "choice\n    prompt: Which one is even?\n    choices: [one, two, three]\n    answer: two\n"
    case 3: "true-false\n    prompt: Is 3 odd?\n    answer: true\n"
    case 4:
      "multiple\n    prompt: Which are odd?\n    choices: [one, two, three, four]\n"
        + "    answer: [one, three]\n"
    case 5:
      "gaps\n    prompt: A {{small}} mouse and a {{large}} whale.\n"
        + "    gaps: {small: [small, little], large: [large, big]}\n"
    case 6:
      "match\n    prompt: What is it in German?\n    pairs: {dog: Hund, cat: Katze, cow: Kuh}\n"
    default: "order\n    prompt: The smallest first.\n    items: [one, two, three, four]\n"
    }
  }

  /// Returns a student's answers, most of them correct.
  private func answers(of student: Int) -> String {
    Self.exercises.map { number in
      let isRight = (student &* 7 + number * 3) % 4 != 0
      return "question-\(number): \(Self.answer(to: number, isRight: isRight, student))\n"
    }.joined()
  }

  private static func answer(to number: Int, isRight: Bool, _ student: Int) -> String {
    switch number % 8 {
    case 0: isRight ? "paris" : "Rome \(student)"
    case 1: "\(isRight ? 3 + number : student)"
    case 2: isRight ? "two" : "three"
    case 3: isRight ? "true" : "false"
    case 4: isRight ? "[one, three]" : "[one, two]"
    case 5: "{small: little, large: \(isRight ? "big" : "huge")}"
    case 6: "{dog: Hund, cat: \(isRight ? "Katze" : "Kuh"), cow: \(isRight ? "Kuh" : "Katze")}"
    default: isRight ? "[one, two, three, four]" : "[two, one, three, four]"
    }
  }

  /// Returns a submission in the format of `git fast-import`; `BASE` stands for the base commit.
  func submission(of id: String) -> String {
    let number = Int(id.dropFirst("student-".count)) ?? 0
    return """
      commit refs/heads/submit/numbers.sheet
      committer \(id) <\(id)@localhost> \(1_760_000_000 + number) +0000
      data <<END
      Hand in numbers/sheet

      Teachkit-Work: numbers/sheet
      Teachkit-Base: BASE
      END
      M 100644 inline answers.yaml
      data <<END
      \(answers(of: number))END

      """
  }

  /// Returns the collected first submissions of all students, or the next ones of some, in the
  /// format of `git fast-import`.
  func collected(next count: Int? = nil) -> String {
    var stream = ""
    for sheet in sheetNames {
      for number in 1...(count ?? students) {
        let reference = "refs/heads/submit/numbers.\(sheet)/student-\(number)"
        let time = 1_760_000_000 + number + (count == nil ? 0 : 500_000)
        stream += "commit \(reference)\ncommitter s <s@localhost> \(time) +0000\ndata <<END\n"
        stream += "Hand in numbers/\(sheet)\n\nTeachkit-Work: numbers/\(sheet)\nEND\n"
        if count != nil { stream += "from \(reference)^0\n" }
        stream += "M 100644 inline answers.yaml\ndata <<END\n"
        stream += answers(of: number + (count == nil ? 0 : 1)) + "END\n\n"
      }
    }
    return stream
  }

  /// A ledger with a grade for each student.
  var grades: String {
    ids.enumerated().map { "\($1): \(Self.grade(of: $0))\n" }.sorted().joined()
  }

  /// Returns a ledger line as in the documentation of the format.
  static func grade(of student: Int) -> String {
    "{score: 1.8, earned: 2, max: 3, state: graded, late: 1d, proof: receipt, attempt: 2, "
      + "commit: 1f3c0e9d, items: {half: \(student % 3), proper: 0}}"
  }
}
