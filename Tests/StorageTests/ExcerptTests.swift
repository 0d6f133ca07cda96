import Foundation
import PlainYAML
import Testing

@testable import Storage

@Suite struct ExcerptTests {
  private static let tricky = """
    title: Lines
    was:
      - old/a
      - old/b
    summary: |
      one
        - two

      - three
    exercises:
      # The first.
      - id: a
    # At the margin.
        type: choice
        choices:
        - x
        - "y: z"

        answer: x
      -
        id: b
        prompt: |
          Look:
          - a point

          - another
      - {id: c, prompt: "in one line"}
      - id: d
        items: [p, q]
      - points: 1
        answer: name
        "id" : e
    order: 3
    """

  private static let listOfLists = """
    - a:
      - b: c
        d:
        - e
        f: |2
             g
            h
    - - i
      - - j
        - k: l
          id: m
    """

  /// The excerpt keeps the parents of every match, and it can be parsed.
  @Test(arguments: [
    tricky, tricky.replacingOccurrences(of: "\n", with: "\r\n"),
    tricky.replacingOccurrences(of: "was:\n  - old/a\n  - old/b\n", with: ""),
    "---\n" + tricky, listOfLists,
  ])
  func excerptsKeepPositions(_ text: String) throws {
    let file = Array(text.utf8)
    let whole = try Document(file)
    for place in file.indices {
      let excerpt = Excerpt(of: file, around: [place])
      let document = try Document(excerpt.bytes)
      guard let trace = excerpt.traces?.first else {
        #expect(excerpt.bytes == file)
        continue
      }
      #expect(excerpt.bytes[trace] == file[place])
      #expect(excerpt.line(of: trace) == whole.position(of: place).line)
      #expect(document.lineText(at: trace) == whole.lineText(at: place))
      if file[place] > 0x20 {
        #expect(document.root.way(to: trace) == whole.root.way(to: place))
      }
    }
  }

  @Test func excerptsOmitTheRest() {
    let file = Array(Self.tricky.utf8)
    func text(_ word: String) -> String {
      let place = Self.tricky.utf8.count - Self.tricky.components(separatedBy: word)[1].utf8.count
      return String(decoding: Excerpt(of: file, around: [place - 1]).bytes, as: UTF8.self)
    }
    // In a list its second line would belong to the first.
    #expect(
      text("a point")
        == "exercises:\n  -\n    id: b\n    prompt: |\n      Look:\n      - a point\n")
    #expect(text("y: z") == "exercises:\n  - id: a\n    choices:\n    - \"y: z\"\n")
    #expect(text("name") == "exercises:\n  - points: 1\n    answer: name\n    \"id\" : e\n")
    #expect(text("one line") == "exercises:\n  - {id: c, prompt: \"in one line\"}\n")
    #expect(text("order") == "order: 3")
    // The lines around a comment determine the object to which it belongs.
    #expect(text("The first") == Self.tricky)
    #expect(Excerpt(of: file, around: nil).bytes == file)
    #expect(Excerpt(of: file, around: []).bytes.isEmpty)
  }
}

extension Node {
  /// The keys above a place, with the `id` of each mapping that it is in.
  fileprivate func way(to place: Int) -> [String] {
    switch content {
    case .sequence(let items):
      return items.first { $0.offset <= place && place < $0.end }?.way(to: place) ?? []
    case .mapping(let entries):
      let name = self["id"]?.scalar.map { ["id \($0)"] } ?? []
      guard let entry = entries.first(where: { $0.keyOffset <= place && place < $0.value.end })
      else { return name }
      return name + [entry.key] + entry.value.way(to: place)
    default: return []
    }
  }
}
