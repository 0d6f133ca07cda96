import Testing

@testable import Storage

@Suite struct ComparisonTests {
  /// Differences as `object field old>new`.
  private func differences(
    _ file: String, _ old: String?, _ new: String?, as name: String? = nil
  ) throws -> [String] {
    let name = name ?? file
    let before = FixedFiles(files: old.map { [file: $0] } ?? [:])
    let after = FixedFiles(files: new.map { [name: $0] } ?? [:])
    return try Comparison(before, after).differences(in: [file, name]).map { difference in
      [
        difference.what.rawValue, difference.line, difference.object, difference.field,
        difference.field == nil ? nil : "\(difference.old ?? "-")>\(difference.new ?? "-")",
      ].compactMap { $0 }.joined(separator: " ")
    }
  }

  private let sheet = "subjects/math/one/worksheet.yaml"

  @Test func fieldChangesOfExercisesAreListed() throws {
    let old = "title: One\nexercises:\n  - {id: half, points: 2}\n  - {id: why, hint: No}\n"
    #expect(
      try differences(sheet, old, old.replacing("points: 2", with: "points: 3"))
        == ["changed math/one/half points 2>3"])
    #expect(
      try differences(sheet, old, old.replacing("id: why,", with: "id: reason, was: [why],"))
        == ["renamed math/one/reason"])
    #expect(
      try differences(sheet, old, "title: One\nexercises:\n  - {id: half, points: 2}\n")
        == ["removed math/one/why"])
    #expect(try differences(sheet, old, "# Note\n" + old) == [])
    #expect(try differences(sheet, nil, old) == ["added math/one"])
    #expect(try differences(sheet, old, "a: [") == ["changed math/one worksheet.yaml ->-"])
  }

  @Test func renamesAreFollowed() throws {
    #expect(
      try differences(
        sheet, "title: One\n", "title: 1\nwas: [one]\n", as: "subjects/math/two/worksheet.yaml")
        == ["renamed math/two", "changed math/two title One>1"])
  }

  private func renames(_ old: [String: String], _ new: [String: String]) throws -> [String] {
    try Comparison(FixedFiles(files: old), FixedFiles(files: new))
      .differences(in: Array(old.keys) + new.keys)
      .map { "\($0.what) \($0.old ?? "-") > \($0.object)" }
  }

  @Test func renamesAreReportedOnce() throws {
    let old = [
      "subjects/math/a/context.yaml": "title: A\n",
      "subjects/math/a/one/worksheet.yaml": "title: One\n",
      "subjects/math/a/one/files/sheet.txt": "1",
      "grades/math/a/one.yaml": "ada: {score: 1}\n",
    ]
    let new = [
      "subjects/math/b/context.yaml": "title: A\nwas: [a]\n",
      "subjects/math/b/one/worksheet.yaml": "title: One\n",
      "subjects/math/b/one/files/sheet.txt": "1",
      "grades/math/b/one.yaml": "ada: {score: 1}\n",
    ]
    #expect(try renames(old, new) == ["renamed math/a > math/b"])
    // After an undo, only the former tree shows the rename.
    #expect(try renames(new, old) == ["renamed math/b > math/a"])
    let moved = Dictionary(
      uniqueKeysWithValues: old.map { ($0.key.replacing("/math/", with: "/art/"), $0.value) })
    #expect(try renames(old, moved) == ["renamed math/a > art/a"])
    #expect(
      try renames(
        ["assignments/one.yaml": "title: One\n"], ["assignments/two.yaml": "title: One\n"])
        == ["renamed assignments/one > assignments/two"])
    #expect(
      try renames(
        ["subjects/math/a/one/files/a.txt": "1"], ["subjects/math/a/one/files/b.txt": "1"])
        == ["added - > math/a/one", "removed - > math/a/one"])
  }

  @Test func changesOfPeopleAndLedgersAreListed() throws {
    #expect(
      try differences("students.yaml", "ada:\nben:\n", "ada: {given: Ada}\ncem:\n")
        == ["added students/ada given ->Ada", "removed students/ben", "added students/cem"])
    #expect(
      try differences(
        "grades/math/one.yaml", "ada: {score: 2, items: {a: 1}}\n",
        "ada: {score: 3, items: {a: 2}}\n")
        == ["changed ada math/one score 2>3", "changed ada math/one items.a 1>2"])
    #expect(
      try differences(
        "classes/7b/class.yaml", "title: A\ngroups: {red: [ada]}\n",
        "title: A\ngroups: {red: [ada, ben], blue: []}\n")
        == ["changed classes/7b/red students ada>ada, ben", "added classes/7b/blue"])
  }
}

private struct FixedFiles: FileSource {
  let files: [String: String]

  func bytes(at path: String) throws -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func entries(in folder: String) throws -> [FolderEntry] {
    let names = files.keys.filter { $0.hasPrefix(folder + "/") }.map { path in
      path.dropFirst(folder.count + 1).split(separator: "/")
    }
    return names.compactMap { parts in
      parts.first.map { FolderEntry(name: String($0), kind: parts.count == 1 ? .file : .folder) }
    }
  }
}
