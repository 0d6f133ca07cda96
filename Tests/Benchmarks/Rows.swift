/// The table. A new figure is one more entry.
let rows = [
  Row(
    work: "--help", place: nowhere, arguments: ["--help"], git: ["--version"],
    bound: .timesGit(6), runs: 200),
  Row(
    work: "list outside a repository", place: nowhere, arguments: ["list"], git: ["--version"],
    bound: .timesGit(6), exitCode: 66, runs: 200),
  Row(
    work: "list of a chapter, 1,000 worksheets", place: school,
    arguments: ["list", "math/chapter-50"],
    git: ["ls-tree", "HEAD", "subjects/math/chapter-50/"], bound: .aboveHelp(10)),
  Row(
    work: "show of a worksheet, 1,000 worksheets", place: school,
    arguments: ["show", "math/chapter-50/sheet-5"],
    git: ["show", "HEAD:subjects/math/chapter-50/sheet-5/worksheet.yaml"], bound: .aboveHelp(10)),
  Row(
    work: "check of a worksheet, 1,000 worksheets", place: school,
    arguments: ["check", "math/chapter-50/sheet-5"],
    git: ["show", "HEAD:subjects/math/chapter-50/sheet-5/worksheet.yaml"], bound: .aboveHelp(10)),
  Row(
    work: "check of 1,000 worksheets, 10,000 exercises", place: school, arguments: ["check"],
    git: ["grep", "--quiet", "no such line"], bound: .milliseconds(1000), runs: 10),
]

/// A folder outside any repository.
let nowhere = Place(name: "nowhere") { _ in }

/// 1,000 students; 100 chapters of 10 worksheets of 10 exercises, as one commit.
let school = Place(name: "school") { folder in
  try SchoolFiles(students: 1000, chapters: 100, worksheets: 10, exercises: 10).write(to: folder)
  try run(["git", "init", "--quiet", "--initial-branch=main"], in: folder)
  try run(["git", "add", "--all"], in: folder)
  try run(["git", "commit", "--quiet", "--message=Everything"], in: folder)
}
