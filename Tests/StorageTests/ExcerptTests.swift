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
    order: 3
    """

  /// Every place of a text is kept with what it belongs to, and what is left can be read.
  @Test(arguments: [
    tricky, tricky.replacingOccurrences(of: "\n", with: "\r\n"),
    tricky.replacingOccurrences(of: "was:\n  - old/a\n  - old/b\n", with: ""),
  ])
  func keepsEveryPlace(_ text: String) throws {
    let file = Array(text.utf8)
    let whole = try Document(file)
    for place in file.indices {
      let excerpt = Excerpt(of: file, around: [place])
      let trace = try #require(excerpt.traces?.first)
      #expect(excerpt.bytes[trace] == file[place])
      #expect(excerpt.place(of: trace) == place)
      let document = try Document(excerpt.bytes)
      #expect(document.lineText(at: trace) == whole.lineText(at: place))
    }
  }

  @Test func leavesOutOtherItems() {
    let file = Array(Self.tricky.utf8)
    func text(_ word: String) -> String {
      let place = Self.tricky.utf8.count - Self.tricky.components(separatedBy: word)[1].utf8.count
      return String(decoding: Excerpt(of: file, around: [place - 1]).bytes, as: UTF8.self)
    }
    let point = text("a point")
    #expect(point.contains("id: b") && point.contains("another"))
    #expect(!point.contains("id: c") && !point.contains("old/a"))
    #expect(Excerpt(of: file, around: nil).bytes == file)
    #expect(!String(decoding: Excerpt(of: file, around: []).bytes, as: UTF8.self).contains("id:"))
  }
}
