import Testing

@testable import PlainYAML

@Suite struct MergeTests {
  private func merge(
    _ base: String, _ ours: String, _ theirs: String, lines: String? = nil,
    _ rules: MergeRules = MergeRules()
  ) throws -> (text: String, conflicts: [[String]]) {
    let merged = try MergedText(
      base: try Document(text: base), ours: try Document(text: ours),
      theirs: try Document(text: theirs), lines: lines.map { Array($0.utf8) }, rules)
    return (String(decoding: merged.bytes, as: UTF8.self), merged.conflicts.map(\.path))
  }

  @Test func fieldsOfBothSidesAreMerged() throws {
    let merged = try merge(
      "title: Plus\npoints: 2\nhint: no\n", "title: Adding # mine\npoints: 2\nhint: no\n",
      "title: Plus\npoints: 3\norder: 1\n")
    #expect(merged.text == "title: Adding # mine\npoints: 3\norder: 1\n")
    #expect(merged.conflicts.isEmpty)
  }

  @Test func newEntriesKeepTheirPlace() throws {
    let base = "a: 1\nb: 2\n"
    let merged = try merge(base, "a: 1\nx: 8\nb: 2\n", "top: 0\na: 1\nb: 2\nz: 9\n")
    #expect(merged.text == "top: 0\na: 1\nx: 8\nb: 2\nz: 9\n")
  }

  @Test func itemsOfBothSidesAreAdded() throws {
    let base = "exercises:\n  - {id: a, points: 1}\n  - {id: b}\n"
    let ours = "exercises:\n  - {id: a, points: 2}\n  - {id: mine}\n  - {id: b}\n"
    let theirs =
      "exercises:\n  - {id: a, points: 1, hint: h}\n  # theirs\n  - {id: theirs}\n  - {id: b}\n"
    let merged = try merge(base, ours, theirs)
    #expect(
      merged.text == """
        exercises:
          - {id: a, points: 2, hint: h}
          - {id: theirs}
          - {id: mine}
          - {id: b}

        """)
    #expect(merged.conflicts.isEmpty)
  }

  @Test func reorderingsAreKept() throws {
    let base = "- {id: a}\n- {id: b}\n- {id: c}\n"
    #expect(
      try merge(
        base, "- {id: a, x: 1}\n- {id: b}\n- {id: c}\n", "- {id: c}\n- {id: a}\n- {id: b}\n"
      )
      .text == "- {id: c}\n- {id: a, x: 1}\n- {id: b}\n")
    // If both sides changed the order, ours is kept, with both sides' changes of the items.
    let merged = try MergedText(
      base: try Document(text: base),
      ours: try Document(text: "- {id: b}\n- {id: a}\n- {id: c, x: 1}\n"),
      theirs: try Document(text: "- {id: c}\n- {id: a, x: 2}\n- {id: b}\n"))
    #expect(
      String(decoding: merged.bytes, as: UTF8.self)
        == "- {id: b}\n- {id: a, x: 2}\n- {id: c, x: 1}\n")
    #expect(merged.conflicts.isEmpty)
    #expect(merged.orders == [.init(path: [], ours: ["b", "a", "c"], theirs: ["c", "a", "b"])])
  }

  @Test func listsOfNamesAreMergedAsSets() throws {
    let merged = try merge("to: [a, b, c]\n", "to: [a, c, x]\n", "to: [y, a, b]\n")
    #expect(merged.text == "to: [y, a, x]\n")
    let whole = MergeRules(hasMembers: { _ in false })
    #expect(
      try merge("to: [a, b, c]\n", "to: [a, c, x]\n", "to: [y, a, b]\n", whole).conflicts
        == [["to"]])
  }

  @Test func conflictingChangesAreMarked() throws {
    let merged = try merge(
      "title: Plus\nexercises:\n  - id: half\n    points: 1\n",
      "title: Adding\nexercises:\n  - id: half\n    points: 2\n    hint: h\n",
      "title: Sums # theirs\nexercises:\n  - id: half\n    points: 3\n")
    #expect(
      merged.text == """
        <<<<<<< ours
        title: Adding
        =======
        title: Sums # theirs
        >>>>>>> theirs
        exercises:
          - id: half
        <<<<<<< ours
            points: 2
        =======
            points: 3
        >>>>>>> theirs
            hint: h

        """)
    #expect(merged.conflicts == [["title"], ["exercises", "half", "points"]])
  }

  @Test func removalAndChangeConflict() throws {
    let gone = try merge("a: 1\nb: 2\n", "a: 1\n", "a: 1\nb: 3\n")
    #expect(gone.text == "a: 1\n<<<<<<< ours\n=======\nb: 3\n>>>>>>> theirs\n")
    let kept = try merge("a: 1\nb: 2\n", "a: 1\nb: 3\n", "a: 1\n")
    #expect(kept.text == "a: 1\n<<<<<<< ours\nb: 3\n=======\n>>>>>>> theirs\n")
  }

  @Test func dependentFieldsAreNotMixed() throws {
    let rules = MergeRules(together: ["choices", "answer"], hasMembers: { $0.isEmpty })
    let merged = try merge(
      "- {id: a, choices: [x, y], answer: x}\n", "- {id: a, choices: [y, x], answer: x}\n",
      "- {id: a, choices: [x, y], answer: y}\n", rules)
    #expect(Set(merged.conflicts) == [["a", "choices"], ["a", "answer"]])
    let same = try merge(
      "- {id: a, choices: [x, y], answer: x}\n", "- {id: a, choices: [x, y], answer: y, p: 1}\n",
      "- {id: a, choices: [x, y], answer: y}\n", rules)
    #expect(same.conflicts.isEmpty)
  }

  @Test func equivalentLineMergesAreKept() throws {
    let lines = "# theirs\ntitle: Adding\npoints: 3\n"
    let base = "title: Plus\npoints: 2\n"
    #expect(
      try merge(
        base, "title: Adding\npoints: 2\n", "# theirs\ntitle: Plus\npoints: 3\n",
        lines: lines
      ).text == lines)
    #expect(
      try merge(
        base, "title: Adding\npoints: 2\n", "title: Plus\npoints: 3\n",
        lines: "title: Adding\npoints: 2\n"
      ).text == "title: Adding\npoints: 3\n")
  }

  @Test func mergesLedgersByKey() throws {
    func ledger(_ text: String) throws -> Ledger { try Ledger(Array(text.utf8)) }
    let merged = try MergedText(
      base: try ledger("ada: {a: 1}\nben: {a: 1}\ncid: {a: 1}\n"),
      ours: try ledger("ada: {a: 1, b: 2}\nben: {a: 2}\ncid: {a: 1}\ndan: {a: 1}\n"),
      theirs: try ledger("ada: {a: 1, c: 3}\nben: {a: 3}\nbob: {a: 4}\n"))
    #expect(
      String(decoding: merged.bytes, as: UTF8.self) == """
        ada: {a: 1, c: 3, b: 2}
        <<<<<<< ours
        ben: {a: 2}
        =======
        ben: {a: 3}
        >>>>>>> theirs
        bob: {a: 4}
        dan: {a: 1}

        """)
    #expect(merged.conflicts.map(\.path) == [["ben", "a"]])
  }

  @Test func bothVersionsContainMergedChanges() throws {
    func ledger(_ text: String) throws -> Ledger { try Ledger(Array(text.utf8)) }
    let merged = try MergedText(
      base: try ledger("ada: {why: 3}\nben: {a: 1, b: 1}\n"),
      ours: try ledger("ada: {why: 4, comment: Better.}\nben: {a: 2}\n"),
      theirs: try ledger("ada: {why: 3, half: 1, comment: Good work.}\nben: {a: 1, b: 3}\n"))
    #expect(
      String(decoding: merged.bytes, as: UTF8.self) == """
        <<<<<<< ours
        ada: {why: 4, half: 1, comment: Better.}
        =======
        ada: {why: 4, half: 1, comment: Good work.}
        >>>>>>> theirs
        <<<<<<< ours
        ben: {a: 2}
        =======
        ben: {a: 2, b: 3}
        >>>>>>> theirs

        """)
    // The result is valid for either choice, even if the first line of an item is removed.
    let item = try merge(
      "- hint: h\n  id: a\n  p: 1\n", "- id: a\n  p: 2\n", "- hint: i\n  id: a\n  p: 1\n")
    #expect(
      item.text == """
        <<<<<<< ours
        - id: a
          p: 2
        =======
        - hint: i
          id: a
          p: 2
        >>>>>>> theirs

        """)
    let only = try merge("a:\n  b: 1\nc: 1\n", "a: {}\nc: 1\n", "a:\n  b: 2\nc: 2\n")
    #expect(
      only.text == "<<<<<<< ours\na: {}\n=======\na:\n  b: 2\n>>>>>>> theirs\nc: 2\n")
  }
}
