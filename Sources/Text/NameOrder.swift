import CText

/// The alphabetical order of names in a language.
///
/// Names are compared by their letters first, then by marks, then by case, as in the Unicode
/// Collation Algorithm (UTS #10). `alphabets` contains the letters that a language sorts as
/// letters of their own. Han characters, whose order depends on their reading, are sorted by code
/// point, which is roughly the order by radicals.
public struct NameOrder: Sendable {
  /// A name's position in the order.
  public struct Key: Comparable, Sendable {
    let letters: [UInt64]
    let marks: [UInt64]
    let text: String

    public static func < (first: Key, second: Key) -> Bool {
      if first.letters != second.letters {
        return first.letters.lexicographicallyPrecedes(second.letters)
      }
      if first.marks != second.marks {
        return first.marks.lexicographicallyPrecedes(second.marks)
      }
      return first.text > second.text
    }
  }

  private let weights: [String: UInt64]
  /// Whether `I` is the capital of `ı`, and `İ` that of `i`.
  private let hasDotlessI: Bool

  /// - Parameter language: a language tag, such as `de` or `pt-BR`; nil or an unknown one for the
  ///   common order.
  public init(language: String? = nil) {
    let tag = language?.split(separator: "-").first.map(String.init)?.lowercased() ?? ""
    hasDotlessI = tag == "tr" || tag == "az"
    var weights = NameOrder.common
    for rule in (NameOrder.alphabets[tag] ?? "").split(separator: ";") {
      NameOrder.add(rule, to: &weights)
    }
    self.weights = weights
  }

  public func key(_ name: String) -> Key {
    let spelled =
      hasDotlessI ? String(String.UnicodeScalarView(name.unicodeScalars.map(dotted))) : name
    let codepoints = decomposed(spelled, [UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD])
    var units: [String] = []
    var marks: [UInt64] = []
    for scalar in codepoints.compactMap({ Unicode.Scalar(UInt32(bitPattern: $0)) }) {
      guard NameOrder.isMark(scalar) else {
        units.append(String(scalar))
        continue
      }
      // A mark belongs to the letter before it, unless both together are a letter.
      let letter = units.last.map { nfc($0 + String(scalar)) } ?? ""
      if weights[letter] != nil {
        units[units.count - 1] = letter
      } else {
        marks.append(UInt64(units.count) << 32 | UInt64(scalar.value))
      }
    }
    var letters: [UInt64] = []
    var place = 0
    while place < units.count {
      // A letter can be written with up to three characters, such as Hungarian `dzs`.
      let size =
        [3, 2].first { size in
          place + size <= units.count
            && weights[units[place..<(place + size)].joined()] != nil
        } ?? 1
      let unit = units[place..<(place + size)].joined()
      letters += weights[unit].map { [$0] } ?? NameOrder.weights(of: unit)
      place += size
    }
    return Key(letters: letters, marks: marks, text: name)
  }

  private func dotted(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "I": "ı"
    case "İ": "i"
    default: scalar
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = utf8proc_category(Int32(bitPattern: scalar.value))
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC
  }

  /// The weights of a character that has no place of its own.
  private static func weights(of unit: String) -> [UInt64] {
    unit.unicodeScalars.flatMap { scalar in
      switch scalar {
      // Katakana are sorted as hiragana.
      case "ァ"..."ヶ": [UInt64(scalar.value - 0x60) << 8]
      default: (expansions[scalar] ?? String(scalar)).unicodeScalars.map { UInt64($0.value) << 8 }
      }
    }
  }

  /// Letters that are sorted as other letters.
  private static let expansions: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ĸ": "q",
    "’": "'", "ʼ": "'", "‐": "-", "–": "-",
  ]

  /// Adds a rule such as `z å ä=æ`: after `z` come `å` and `ä`, which has the same place as `æ`.
  private static func add(_ rule: Substring, to weights: inout [String: UInt64]) {
    let words = rule.split(separator: " ")
    guard let base = words.first?.unicodeScalars.first else { return }
    for (place, word) in words.dropFirst().enumerated() {
      for letter in word.split(separator: "=") {
        weights[String(letter)] = UInt64(base.value) << 8 | UInt64(place + 1)
      }
    }
  }

  /// Letters that code points alone would put in the wrong place.
  private static let common = {
    var weights: [String: UInt64] = [:]
    let rules = "d ð;e ə;h ı;n ŋ;z þ;г ґ;д ђ ѓ;е є;и і й ј;к ќ;л љ;н њ;т ћ;ч џ"
    for rule in rules.split(separator: ";") { add(rule, to: &weights) }
    return weights
  }()

  /// The letters of languages that other languages sort elsewhere, from the alphabets in Unicode's
  /// CLDR.
  private static let alphabets = [
    "az": "c ç;e ə;g ğ;h x ı;k q;o ö;s ş;u ü", "bs": "c č ć;d dž đ;l lj;n nj;s š;z ž",
    "cs": "c č;h ch;r ř;s š;z ž", "cy": "c ch;d dd;f ff;g ng;l ll;p ph;r rh;t th",
    "da": "z æ=ä ø=ö å=aa", "es": "n ñ", "et": "s š z ž;w õ ä ö ü", "fi": "z å ä=æ ö=ø",
    "hr": "c č ć;d dž đ;l lj;n nj;s š;z ž",
    "hu": "c cs;d dz dzs;g gy;l ly;n ny;o ö=ő;s sz;t ty;u ü=ű;z zs",
    "is": "a á;d ð;e é;i í;o ó;u ú;y ý;z þ æ=ä ö=ø å", "lt": "c č;s š;z ž",
    "lv": "c č;g ģ;k ķ;l ļ;n ņ;s š;z ž", "nb": "z æ=ä ø=ö å=aa", "nn": "z æ=ä ø=ö å=aa",
    "no": "z æ=ä ø=ö å=aa", "pl": "a ą;c ć;e ę;l ł;n ń;o ó;s ś;z ź ż",
    "ro": "a ă â;i î;s ș=ş;t ț=ţ", "sk": "a ä;c č;h ch;o ô;s š;z ž", "sl": "c č ć;d đ;s š;z ž",
    "sq": "c ç;d dh;e ë;g gj;l ll;n nj;r rr;s sh;t th;x xh;z zh",
    "sr": "c č ć;d dž đ;l lj;n nj;s š;z ž",
    "sv": "z å ä=æ ö=ø", "tr": "c ç;g ğ;h ı;o ö;s ş;u ü",
    "vi": "a ă â;d đ;e ê;o ô ơ;u ư",
  ]
}
