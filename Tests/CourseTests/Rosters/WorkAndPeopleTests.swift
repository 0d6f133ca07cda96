import Testing

@testable import Course

@Suite struct WorkAndPeopleTests {
  @Test(arguments: [
    ("math/fractions/adding", "ada", "math/fractions/adding", ["ada"]),
    ("ada", "math/fractions/adding", "math/fractions/adding", ["ada"]),
    ("7b/red", "adding", "adding", ["7b/red"]),
    ("Ada Lindqvist", "adding", "adding", ["Ada Lindqvist"]),
    ("ada,ben", "adding", "adding", ["ada,ben"]),
    // Unknown words stay in their places, so that errors name the right one.
    ("addng", "ada", "addng", ["ada"]), ("adding", "adda", "adding", ["adda"]),
    ("adda", "adding", "adda", ["adding"]),
  ])
  func wordsCanBeSwapped(_ first: String, _ second: String, _ path: String, _ people: [String])
    throws
  {
    let found = WorkAndPeople(first, second, in: .small())
    #expect(found.path == path && found.people == people)
  }

  @Test func otherPeopleAreAdded() {
    #expect(WorkAndPeople("adding", nil, for: ["ada"], in: .small()).people == ["ada"])
    #expect(WorkAndPeople("ada", "adding", for: ["ben"], in: .small()).people == ["ada", "ben"])
  }

  @Test func listsAreSeparatedAtCommasWithoutSpaces() {
    #expect(["ada,ben", "noor"].separated == ["ada", "ben", "noor"])
    #expect(["Okri, Ben", ""].separated == ["Okri, Ben", ""])
  }
}
