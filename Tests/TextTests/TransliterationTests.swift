import Testing
import Text

@Suite struct TransliterationTests {
  @Test(arguments: [
    ("Jürgen Groß", "de", "juergen-gross"), ("Jürgen", "de-CH", "juergen"),
    ("Jürgen", nil, "jurgen"),
    ("Åse Sørensen", "da", "aase-soerensen"), ("Ørjan Sæther", "nb", "oerjan-saether"),
    ("Åse Öberg", "sv", "ase-oberg"), ("D'Arcy  Łuc", "pl", "darcy-luc"), ("Zoë", "nl", "zoe"),
  ])
  func namesAreSpelledAsInTheLanguage(_ name: String, _ language: String?, _ expected: String) {
    #expect(asciiName(name, language: language) == expected)
  }

  @Test(arguments: ["日本", "Анна", "", "-"])
  func otherScriptsHaveNoName(_ text: String) { #expect(asciiName(text) == nil) }
}
