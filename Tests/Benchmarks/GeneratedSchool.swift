/// A generated school of any size, always the same for the same numbers.
struct GeneratedSchool {
  let students: Int
  /// Chapters of the only subject, `math`.
  let chapters: Int
  /// Worksheets in each chapter.
  let worksheets: Int
  /// Exercises in each worksheet.
  let exercises: Int

  func write(to folder: String) throws {
    let ids = (1...students).map { "student-\($0)" }
    try writeFile(
      "\(folder)/school.yaml",
      "format: 1\nuid: 0123456789abcdef\nschool: Large\nteacher: Tea Cher <tea@school.example>\n"
        + "zone: Europe/Berlin\nhub: ../hub\n")
    try writeFile(
      "\(folder)/students.yaml",
      ids.sorted().map { "\($0): {given: Given, family: \"\($0)\"}\n" }.joined())
    try writeFile(
      "\(folder)/classes/7b/class.yaml",
      "title: Class 7b\nyear: 7\nnumber: 2\nstudents:\n" + ids.map { "  - \($0)\n" }.joined())
    try writeFile(
      "\(folder)/subjects/math/subject.yaml", "title: Mathematics\ntopic: math\nclasses: [7b]\n")
    for chapter in 1..<chapters + 1 {
      let path = "\(folder)/subjects/math/chapter-\(chapter)"
      try writeFile("\(path)/context.yaml", "title: Chapter \(chapter)\ntype: chapter\n")
      for sheet in 1...worksheets {
        try writeFile("\(path)/sheet-\(sheet)/worksheet.yaml", worksheet(chapter, sheet))
      }
    }
  }

  private func worksheet(_ chapter: Int, _ sheet: Int) -> String {
    var text = "title: Sheet \(sheet) of chapter \(chapter)\ntype: quiz\norder: \(sheet)\n"
    text += "draft: no\nexercises:\n"
    for number in 1...exercises { text += exercise(number, seed: chapter + sheet) }
    return text
  }

  private func exercise(_ number: Int, seed: Int) -> String {
    let head = "  - id: question-\(number)\n    points: 2\n"
    let tail = "    hint: Look at the first step again.\n    explain: Shown in class.\n"
    let body =
      switch number % 4 {
      case 0: "    type: text\n    prompt: What is the capital of France?\n    answer: [Paris]\n"
      case 1:
        "    type: number\n    prompt: What is \(seed) + \(number)?\n    answer: \(seed + number)\n"
      case 2:
        "    type: choice\n    prompt: Which one is even?\n    choices: [one, two, three]\n"
          + "    answer: two\n"
      default: "    type: true-false\n    prompt: Is \(seed) odd?\n    answer: \(seed % 2 == 1)\n"
      }
    return head + body + tail
  }
}
