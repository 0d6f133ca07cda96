/// How what was in a school's files before is taken out of its history.
enum HistoryRewriting {
  /// What to type in the school's folder.
  ///
  /// The patterns are those of the places that name a student: a line of `students.yaml`, of
  /// participants and ledgers; an item of a list; the messages of commits.
  static func commands(forgetting student: String) -> [String] {
    let id = student.map { $0 == "." ? "\\." : String($0) }.joined()
    return [
      "cat > forget.txt <<'END'",
      "regex:(?m)^\(id):.*\\n==>",
      "regex:(?m)^( *- )\(id)$==>\\1gone",
      "regex:([\\[ ])\(id)([,\\]])==>\\1gone\\2",
      "regex:students/\(id)\\b==>students/gone",
      "END",
      "git filter-repo --force --replace-text forget.txt --replace-message forget.txt",
      "rm forget.txt",
    ]
  }
}
