/// Commands that remove former contents from a school's history.
public enum HistoryRewriting {
  /// The commands to run in the school's folder.
  ///
  /// The patterns match the places that name a student: a line of `students.yaml`, of participants
  /// or ledgers; an item of a list; commit messages.
  public static func commands(forgetting student: String) -> [String] {
    let id = student.map { $0 == "." ? "\\." : String($0) }.joined()
    return [
      "cat > forget.txt <<'END'",
      "regex:(?m)^\(id):.*\\n==>",
      "regex:(?m)^( *- )\(id)$==>\\1gone",
      "regex:([\\[ ])\(id)([,\\]])==>\\1gone\\2",
      "regex:students/\(id)(?!\\.?[\\w\\x80-\\xff-])==>students/gone",
      "END",
      "git filter-repo --force --replace-text forget.txt --replace-message forget.txt",
      "rm forget.txt",
    ]
  }
}
