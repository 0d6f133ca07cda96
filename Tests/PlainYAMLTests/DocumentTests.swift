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

  @Test func everyScalarIsText() throws {
    let document = try Document(
      text: "a: no\nb: 1.10\nc: 010\nd: 12:30:45\ne: ~\nf: null\ng:\nh: '~'\ni: \"null\"\nj: NULL\n"
    )
    let root = document.root
    #expect(["a", "b", "c", "d"].map { root[$0]?.scalar } == ["no", "1.10", "010", "12:30:45"])
    #expect(["e", "f", "g"].allSatisfy { root[$0]?.isNull == true })
    #expect(["h", "i", "j"].map { root[$0]?.scalar } == ["~", "null", "NULL"])
  }

  @Test func tellsOfComments() throws {
    let document = try Document(
      text: "prompt: Solve exercise #1\nb: x # y\nc: \"# no\"\nd: a#b\ne: |\n  text\n")
    let comments = ["prompt", "b", "c", "d", "e"].map { key in
      document.root[key].flatMap { document.comment(after: $0) }
    }
    #expect(comments == ["#1", "# y", nil, nil, nil])
  }

  @Test func tellsOfTightCommas() throws {
    let document = try Document(
      text: "a: [1,5, 2,5]\nb: [1, 5]\nc: [\"1\",\"5\"]\nd: [a,b]\ne: 1,5\n")
    let tight = ["a", "b", "c", "d", "e"].map { key in
      document.root[key].flatMap { document.tightComma(in: $0) }.map { $0.0.scalar }
    }
    #expect(tight == ["1", nil, nil, nil, nil])
  }
}
