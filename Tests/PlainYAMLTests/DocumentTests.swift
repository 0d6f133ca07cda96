import Foundation
import PlainYAML
import Testing

@Suite struct DocumentTests {
  @Test func readsAWorksheet() throws {
    let document = try Document(
      text: """
        title: Adding fractions
        titles: {de: Brüche addieren, ja: 分数のたし算}
        time: 15-20                       # minutes
        exercises:
          - id: half
            prompt: |
              What is 1/2 + 1/4?
            answer: 3/4
          - id: proper
            choices: [3/4, 5/4, 4/4]

        """)
    let root = document.root
    #expect(root["title"]?.scalar == "Adding fractions")
    #expect(root["titles"]?["ja"]?.scalar == "分数のたし算")
    #expect(root["time"]?.scalar == "15-20")
    let exercises = try #require(root["exercises"]?.sequence)
    #expect(exercises.count == 2)
    #expect(exercises[0]["prompt"]?.scalar == "What is 1/2 + 1/4?\n")
    #expect(exercises[1]["choices"]?.sequence?.compactMap(\.scalar) == ["3/4", "5/4", "4/4"])
    let answer = try #require(exercises[0]["answer"])
    #expect(document.position(of: answer.offset) == Position(line: 8, column: 13))
    #expect(document.lineText(at: answer.offset) == "    answer: 3/4")
  }

  @Test(arguments: ["", "\n", "# only a comment\n", "---\n", "\u{FEFF}", "\u{FEFF}# x"])
  func anEmptyTextIsAnEmptyMapping(_ text: String) throws {
    #expect(try Document(text: text).root.mapping?.isEmpty == true)
  }

  @Test func allScalarsAreText() throws {
    let document = try Document(
      text: "a: no\nb: 1.10\nc: 010\nd: 12:30:45\ne: ~\nf: null\ng:\nh: '~'\ni: \"null\"\nj: NULL\n"
    )
    let root = document.root
    #expect(["a", "b", "c", "d"].map { root[$0]?.scalar } == ["no", "1.10", "010", "12:30:45"])
    #expect(["e", "f", "g"].allSatisfy { root[$0]?.isNull == true })
    #expect(["h", "i", "j"].map { root[$0]?.scalar } == ["~", "null", "NULL"])
  }

  @Test func truncatedTextIsReported() throws {
    let document = try Document(
      text: "a: Solve #1\nb: x # y\nc: \"# no\" #1\nd: a#b\ne: |\n  text\nf: Solve #1 and #2  # z\n"
    )
    let cut = ["a", "b", "c", "d", "e", "f"].map { key in
      document.root[key].flatMap { document.textCut(from: $0) }
    }
    #expect(cut == ["#1", nil, nil, nil, nil, "#1 and #2"])
    #expect(
      try document.joiningCut(at: ["f"]).text
        == document.text.replacingOccurrences(
          of: "Solve #1 and #2 ", with: "\"Solve #1 and #2\" "))
  }

  @Test func decimalCommasInListsAreReported() throws {
    let document = try Document(text: "a: [1,5, 2,5]\nb: [1,5,2]\nc: [1,5, 7, x]\n")
    let joined = ["a", "b", "c"].map { key in
      document.root[key].flatMap { document.joinedNumbers(in: $0) }
    }
    #expect(joined == [["1,5", "2,5"], nil, ["1,5", "7", "x"]])
  }

  @Test func findsThePathToAPlace() throws {
    let document = try Document(text: "a:\n  - b: {c: [1, 2]}\n    d:\n  - x\ne: y\n")
    for path in [["a"], ["a", 0, "b", "c", 1], ["a", 1], ["e"], ["a", 0]] as [[Step]] {
      let node = try #require(document.node(at: path))
      #expect(document.path(to: node.offset) == path)
    }
    #expect(document.path(to: 4000) == nil)
  }

  @Test func commasWithoutSpacesAreReported() throws {
    let document = try Document(
      text: "a: [1,5, 2,5]\nb: [1, 5]\nc: [\"1\",\"5\"]\nd: [a,b]\ne: 1,5\n")
    let tight = ["a", "b", "c", "d", "e"].map { key in
      document.root[key].flatMap { document.tightComma(in: $0) }.map { $0.0.scalar }
    }
    #expect(tight == ["1", nil, nil, nil, nil])
  }
}
