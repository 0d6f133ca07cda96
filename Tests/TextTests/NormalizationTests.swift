import Foundation
import Testing

@testable import Text

@Suite struct NormalizationTests {
  @Test(arguments: [
    ("", ""), ("abc", "abc"), ("e\u{301}", "é"), ("é", "é"), ("\u{212B}", "Å"),
    ("\u{1112}\u{1161}\u{11AB}", "한"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ("a\u{315}\u{300}\u{5AE}\u{300}b", "à\u{5AE}\u{300}\u{315}b"), ("\u{F73}", "\u{F71}\u{F72}"),
    ("a\0b\u{301}", "a\0b\u{301}"), ("ﬁ", "ﬁ"),
  ])
  func composes(text: String, expected: String) {
    #expect(nfc(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(isNFC(text) == text.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func keepsCanonicalEquivalenceOfEveryScalar() {
    // Swift's libraries don't reorder these three Tibetan vowels.
    for value in UInt32(0)..<0x3_0000 where ![0xF73, 0xF75, 0xF81].contains(value) {
      // The libraries know different versions of Unicode: newer characters are left out.
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major < 14
      else { continue }
      let text = "x\u{323}\(scalar)\u{301}"
      let ours = nfc(text)
      #expect(ours == text && isNFC(ours), "U+\(value)")
      // Foundation goes wrong above U+FFFF.
      guard value < 0x1_0000 else { continue }
      let theirs = text.precomposedStringWithCanonicalMapping
      #expect(ours.unicodeScalars.elementsEqual(theirs.unicodeScalars), "U+\(value)")
    }
    #expect(
      nfc("x\u{323}\u{F73}\u{301}").unicodeScalars
        .elementsEqual("x\u{F71}\u{F72}\u{323}\u{301}".unicodeScalars))
  }

  @Test(arguments: [
    ("Straße", "strasse"), ("ADA", "ada"), ("ΌΣΟΣ", "όσοσ"), ("İ", "i\u{307}"), ("é", "é"),
    ("E\u{301}", "é"), ("ﬀ", "ff"), ("ada.lovelace", "ada.lovelace"),
  ])
  func folds(text: String, expected: String) {
    #expect(caseFolded(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("  The \t quick\n\nfox ", "the quick fox"), ("ＡＢＣ　１２", "abc 12"), ("ｶﾞ", "ガ"),
    ("x²", "x2"), ("so\u{AD}lo", "solo"), ("\u{FEFF}yes\u{200B}", "yes"), ("\u{A0}", ""),
    ("Größe", "grösse"), ("", ""), ("½", "1⁄2"),
    ("Don’t “well\u{2011}known”", "don't \"well-known\""),
  ])
  func foldsForComparison(text: String, expected: String) {
    #expect(foldedForComparison(text) == expected)
    #expect(foldedForComparison(expected) == expected)
  }

  @Test func foldingTwiceChangesNothing() {
    for value in UInt32(0)..<0x2_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = foldedForComparison("a\(scalar)b")
      #expect(foldedForComparison(once) == once, "U+\(value)")
    }
  }

  @Test func longCombiningSequencesAreFast() {
    let marks = String(repeating: "\u{301}\u{323}", count: 250_000)
    let result = nfc("a" + marks).unicodeScalars
    #expect(result.first == "\u{1EA1}" && result.count == 500_000)
  }

  @Test func identifierCharacters() {
    let good: [Unicode.Scalar] = ["a", "ß", "漢", "٣", "7", "\u{301}", "ä"]
    let bad: [Unicode.Scalar] = ["-", " ", "½", "\u{200D}", "😀", "\0", "_", "\u{378}"]
    #expect(good.allSatisfy(isLetterMarkDigit))
    #expect(!bad.contains(where: isLetterMarkDigit))
  }
}
