/// Comparisons with other graders: nbgrader and check50, which `make peers` installs from PyPI.
let comparing = [
  Row(
    work: "grade of 1,000 sheets of 20 exercises", place: notebooks, arguments: ["grade", "math"],
    git: Peer(
      "nbgrader autograde of notebooks of 20 questions", scale: 500,
      script: """
        cd ../notebooks
        HOME=$PWD PATH=$PEERS/bin:$PATH nbgrader autograde --force sheet
        """), bound: .timesGit(0.1), runs: 3, changesPlace: true, needs: "nbgrader"),
  Row(
    work: "grade of 50 Python programs of 4 cases", place: checkedPrograms,
    arguments: ["grade", "math"],
    git: Peer(
      "check50 of the same", scale: 10,
      script: """
        for number in 1 2 3 4 5; do
          mkdir ../$number; cd ../$number; cp ../bare/$number.py sum.py
          TMPDIR=$PWD $PEERS/bin/check50 --dev --output ansi -- ../checks
        done
        """), bound: .timesGit(1), runs: 3, changesPlace: true, needs: "check50"),
]

/// The school of 1,000 submissions, and two nbgrader submissions with as many questions.
private let notebooks = Place(name: "notebooks", start: "school", origin: [collected]) { site in
  let course = "\(site.folder)/notebooks"
  try writeFile("\(course)/source/sheet/questions.ipynb", Notebook(questions: 20).text)
  try site.shell(
    """
    cd ../notebooks; export HOME=$PWD PATH=$PEERS/bin:$PATH
    nbgrader generate_assignment sheet
    for student in 1 2; do
      mkdir -p submitted/$student/sheet
      sed "s/raise NotImplementedError()/answer = $student/" release/sheet/questions.ipynb \
        > submitted/$student/sheet/questions.ipynb
    done
    """)
}

/// The school of 50 programs, and the same test cases for check50.
private let checkedPrograms = Place(
  name: "checked-programs", start: "school", origin: [programs]
) { site in
  try writeFile(
    "\(site.folder)/checks/.cs50.yaml",
    "check50:\n  checks: __init__.py\n  files: [!exclude \"*\", !require sum.py]\n")
  try writeFile(
    "\(site.folder)/checks/__init__.py",
    (1...ProgramFiles.cases).reduce("import check50\n") {
      $0 + """

        @check50.check()
        def case\($1)():
          check50.run("python3 sum.py").stdin("\($1) \($1)", prompt=False).stdout("\(2 * $1)").exit(0)

        """
    })
}

/// A notebook in nbgrader's source format, with an answer and a test for each question.
private struct Notebook {
  let questions: Int

  var text: String {
    let cells = (1...questions).flatMap { number in
      [
        cell(
          "### BEGIN SOLUTION\\nanswer = \(3 + number)\\n### END SOLUTION", "question-\(number)",
          "\"grade\": false, \"locked\": false, \"solution\": true"),
        cell(
          "assert answer == \(3 + number)", "test-\(number)",
          "\"grade\": true, \"locked\": true, \"solution\": false, \"points\": 2"),
      ]
    }
    return """
      {"nbformat": 4, "nbformat_minor": 4, "cells": [\(cells.joined(separator: ",\n"))],
      "metadata": {"kernelspec": {"name": "python3", "language": "python", "display_name": ""}}}
      """
  }

  private func cell(_ source: String, _ id: String, _ role: String) -> String {
    """
    {"cell_type": "code", "execution_count": null, "outputs": [], "source": "\(source)", "metadata":
    {"nbgrader": {"grade_id": "\(id)", "schema_version": 3, "task": false, \(role)}}}
    """
  }
}
