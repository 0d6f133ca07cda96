import CText

/// Transliterates a name to an identifier of the letters `a` to `z`, digits and single hyphens;
/// nil if a letter has no counterpart, as in 日本 or Анна.
///
/// Marks are removed (`é` becomes `e`), special letters and ligatures are spelled out (`ł`, `ß`,
/// `æ`), apostrophes are removed, and other word separators become hyphens.
/// - Parameter language: such as `de`, which writes `ä` as `ae`.
public func asciiName(_ text: String, language: String? = nil) -> String? {
  var spelled = nfc(text)
  if let own = language.flatMap({ customs[$0.prefix { $0 != "-" }.lowercased()] }) {
    spelled = spelled.unicodeScalars.reduce(into: "") { $0 += own[$1] ?? String($1) }
  }
  let options = [UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_STRIPMARK]
  var name = ""
  var isHyphenPending = false
  for codepoint in decomposed(spelled, options) {
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: codepoint)) else { return nil }
    let letters: String
    switch scalar {
    case "a"..."z", "0"..."9": letters = String(scalar)
    case "'", "’", "ʼ", "`", "´": continue
    default:
      guard let spelling = spellings[scalar] else {
        if isLetterMarkDigit(scalar) { return nil }
        isHyphenPending = !name.isEmpty
        continue
      }
      letters = spelling
    }
    if isHyphenPending { name += "-" }
    isHyphenPending = false
    name += letters
  }
  return name.isEmpty ? nil : name
}

/// The languages that spell letters with marks as two letters.
private let customs: [String: [Unicode.Scalar: String]] = {
  let german: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue",
  ]
  let nordic: [Unicode.Scalar: String] = ["å": "aa", "ø": "oe", "Å": "aa", "Ø": "oe"]
  return [
    "de": german, "lb": german, "da": nordic, "nb": nordic, "nn": nordic, "no": nordic,
  ]
}()

/// Letters that don't decompose into a letter and a mark. Case folding already turns `ß` into `ss`.
private let spellings: [Unicode.Scalar: String] = [
  "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n",
  "ħ": "h", "ŧ": "t", "ĸ": "k", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ə": "e", "ƒ": "f",
]
