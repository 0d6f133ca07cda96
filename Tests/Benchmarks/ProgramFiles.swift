/// A generated worksheet with a code exercise, and a program for each student.
struct ProgramFiles {
  let students: Int

  static let cases = 4

  func write(to folder: String) throws {
    let roster = GeneratedSchool(students: students, chapters: 0, worksheets: 0, exercises: 0)
    try roster.write(to: folder)
    try writeFile("\(folder)/subjects/math/sums/worksheet.yaml", worksheet)
    try writeFile(
      "\(folder)/assignments/homework.yaml",
      "title: Homework\nto: [7b]\nwork: [math/sums]\ndue: \"2099-11-28\"\n")
  }

  private var worksheet: String {
    (1...Self.cases).reduce(
      """
      title: Sums of two numbers
      draft: no
      exercises:
        - id: sum
          type: code
          language: python
          file: sum.py
          prompt: Read two numbers and print their sum.
          cases:

      """
    ) { $0 + "      - {stdin: \"\($1) \($1)\\n\", expect: \"\(2 * $1)\"}\n" }
  }

  /// Returns a student's program; no two are the same.
  static func program(of student: Int) -> String {
    "# student \(student)\nprint(sum(int(word) for word in input().split()))\n"
  }

  /// Returns a submission in the format of `git fast-import`.
  static func submission(of student: Int) -> String {
    let program = program(of: student)
    return """
      commit refs/heads/submit/sums
      committer student-\(student) <student@school.example> 1760000000 +0000
      data 6
      Submit
      M 100644 inline work/sum.py
      data \(program.utf8.count)
      \(program)

      """
  }
}
