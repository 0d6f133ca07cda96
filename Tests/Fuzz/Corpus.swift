/// Valid texts to mutate.
let corpus: [String] = [
  """
  # A worksheet
  title: Adding fractions
  titles: {de: Brüche addieren, ja: 分数のたし算}
  type: quiz
  time: 15-20                       # minutes
  exercises:
    - id: half
      type: number
      prompt: |
        What is 1/2 + 1/4?

          It is less than 1.
      answer: 3/4
      explain: 1/2 = 2/4, so 3/4.

    # the second one
    - id: proper
      prompt: >-
        Which of these
        is a proper

        fraction?
      choices: [3/4, "5/4", '4/4', ]
      answer:   3/4   # yes

  """,
  """
  to: [7b, 7c/red, ada]
  due: "2026-11-28"
  extensions:
  - {who: ben, until: "2026-12-01", why: ill, by: grace}
  - who: ada
    until:
    - a
    - b
  - - x
    - - y
      - z: 1
        w: 2
  -
    deep:
        deeper:
          |
           text
  - ~
  -
  - null
  last:
  """,
  "ada: {score: 1.8, max: 3, state: graded, items: {half: 2, proper: 0}}\n"
    + "# Ben was ill\nben: {score: 0, comment: \"See me.\\nSoon.\"}   # told him\n"
    + "cora: {a: [1, [2, 3], {x: y}], 'b c': \"d\\te\\u00e9\"}\n",
  "---\r\na: b\r\n\"c\" : 'it''s'\r\nd:\r\n  - e\r\n  - |+\r\n    f\r\n\r\n  - g\r\n\r\n# end",
  "- a\n- b:\n    c: d\n  e: |2-\n      f\n     g\n\n    h\n-   k:   l\n    m: n\n",
  "\u{FEFF}url: http://example.org/a?b=c#d\nat: 12:30\nneg: -5\ncolon: :x\nsharp: a#b\n",
  "text: |\n  a\n  b", "keep: |+\n  a\n\n\n", "a: >\n\n  x\n   y\n  z\n\n\n  w\n", "just text",
  "[a, {b: c}, [], {}, -1, http://x, \"q\"]", "{a: 1, \"b\": 2, 'c': {d: [e]}}", "", "# only\n",
  "'a b': 1\n\"c\\td\": 2\n? : 3\n".replacing("? : 3\n", with: ""), "a:\n- b\n-\n- c: d\ne: f\n",
  "|\n root\n  text\n", "a:  # note\n  b: 1\n  # deep\n     # deeper\n  c: 2\n#x\nd: 3",
]

/// Meaningful tokens to insert anywhere.
let tokens: [String] = [
  "\n", "\n", "\n", " ", " ", "  ", "    ", "\t", "\r\n", "\r", ": ", ":", " #", "#", "# c\n", "- ",
  "-", "- - ", "? ", "?", ",", ", ", "[", "]", "{", "}", "[]", "{}", "'", "\"", "''", "\\", "\\n",
  "\\u00e9", "\\x41", "\\0", "\\ud800", "|", ">", "|-", "|+", "|2", ">2-", "|1+", ">+", "| # c",
  "&a",
  "*a", "!a", "!!str ", "%YAML 1.2\n", "@", "`", "---", "---\n", "...", "...\n", "--- ", "<<",
  "<<: ",
  "~", "null", "a", "b", "c", "a: ", "b: ", "a: b\n", "key: value\n", "a", "b", "1", "é", "分",
  "\u{85}",
  "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{0}", "\u{7F}", "\u{202E}", "x:y", "x::", "\n  ", "\n    ",
  "\n- ", "\n  - ", "\na: ", "\n  b: ", "\n#", "\n  # c", " |\n  text\n", " >\n  text\n", "\n\n",
]
