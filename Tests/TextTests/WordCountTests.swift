import Testing

@testable import Text

@Suite struct WordCountTests {
  @Test(arguments: [
    ("", 0), ("   \n\t ", 0), ("one", 1), ("Ada's two-part essay.", 4), ("one, two; three!", 3),
    ("3.14 is a number", 4), ("Äpfel für Ärzte", 3), ("zero\u{200B}width", 2),
    ("!!! ... ---", 0), ("日本語", 3), ("カタカナ", 1), ("ひらがな", 4), ("Привет, мир", 2),
    ("👩‍👩‍👧 hello", 1), ("don't", 1),
  ])
  func wordsFollowUnicodeBoundaries(_ text: String, _ count: Int) {
    #expect(wordCount(text) == count)
  }
}
