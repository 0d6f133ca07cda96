import Text

/// The printed labels, in a worksheet's language.
struct Words: Sendable {
  enum Word: Int, CaseIterable {
    case name, schoolClass, date, points, minutes, bonus, ifWrong, yes, no, key, variant
    case pickOne, pickAll, match, order, file, program, input, arguments, output, criteria
    case student, total, enter, hint
    case allOrNone, rightMinusWrong, eachChoice, perWrong, wrongCosts, belowZero
  }

  /// A language tag.
  let language: String
  private let texts: [String]

  /// - Parameter language: a language tag, such as `de-CH`; unknown languages use English labels.
  init(_ language: String) {
    self.language = language
    texts = Words.known[Words.first(of: language)] ?? Words.english
  }

  subscript(_ word: Word) -> String {
    texts.indices.contains(word.rawValue) ? texts[word.rawValue] : ""
  }

  /// Whether it is written from right to left.
  var isRightToLeft: Bool {
    let parts = language.lowercased().split(separator: "-").dropFirst()
    if let script = parts.first(where: { $0.utf8.count == 4 }) {
      return ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"].contains(script)
    }
    return Words.fromTheRight.contains(Words.first(of: language))
  }

  private static let fromTheRight: Set<String> = [
    "ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  private static func first(of tag: String) -> String {
    String(tag.lowercased().prefix { $0 != "-" })
  }

  private static let english = [
    "Name", "Class", "Date", "Points", "min", "bonus", "if wrong", "true", "false", "Answers",
    "Variant", "Tick one.", "Tick all that apply.",
    "Write the matching letter in each box.", "Number them in the right order.",
    "To submit:", "Program:", "Input", "Arguments", "Output", "Criteria", "Student", "Total",
    "To enter them:", "Hint:", "all or none", "right minus wrong", "each choice counts",
    "per wrong choice", "wrong choices cost points", "can go below 0",
  ]

  private static let known: [String: [String]] = [
    "en": english,
    "de": [
      "Name", "Klasse", "Datum", "Punkte", "Min.", "Zusatz", "wenn falsch", "richtig", "falsch",
      "Lösungen", "Variante", "Kreuze eins an.", "Kreuze alles Richtige an.",
      "Schreibe in jedes Kästchen den Buchstaben, der dazu gehört.",
      "Nummeriere in der richtigen Reihenfolge.", "Abzugeben:", "Programm:", "Eingabe",
      "Argumente", "Ausgabe", "Kriterien", "Schüler", "Summe", "Zum Eintragen:", "Tipp:",
      "alles oder nichts", "richtige minus falsche", "jede Auswahl zählt", "je falschem Kreuz",
      "falsche Kreuze kosten Punkte", "auch unter 0",
    ],
    "fr": [
      "Nom", "Classe", "Date", "Points", "min", "bonus", "si faux", "vrai", "faux", "Corrigé",
      "Variante", "Coche une seule réponse.", "Coche toutes les bonnes réponses.",
      "Écris dans chaque case la lettre qui convient.", "Numérote dans le bon ordre.",
      "À rendre :", "Programme :", "Entrée", "Arguments", "Sortie", "Critères", "Élève", "Total",
      "Pour les saisir :", "Indice :", "tout ou rien", "justes moins fausses",
      "chaque choix compte",
      "par choix faux", "les choix faux coûtent des points", "peut être négatif",
    ],
    "es": [
      "Nombre", "Clase", "Fecha", "Puntos", "min", "extra", "si es incorrecta", "verdadero",
      "falso", "Soluciones", "Variante", "Marca una.", "Marca todas las correctas.",
      "Escribe en cada casilla la letra que corresponde.", "Numera en el orden correcto.",
      "Para entregar:", "Programa:", "Entrada", "Argumentos", "Salida", "Criterios", "Alumno",
      "Total", "Para anotarlos:", "Pista:", "todo o nada", "correctas menos incorrectas",
      "cada opción cuenta", "por opción incorrecta", "las incorrectas restan puntos",
      "puede ser negativo",
    ],
    "ja": [
      "名前", "クラス", "日付", "得点", "分", "ボーナス", "誤答", "正しい", "正しくない", "解答",
      "問題用紙", "一つ選びなさい。", "正しいものをすべて選びなさい。",
      "あてはまる記号を□に書きなさい。", "正しい順に番号を書きなさい。", "提出するもの：",
      "プログラム：", "入力", "引数", "出力", "採点基準", "生徒", "合計", "得点の入力：", "ヒント：",
      "完答のみ得点", "正答数－誤答数", "選択肢ごとに採点", "（誤った選択ごと）", "誤った選択は減点",
      "0点未満もあり",
    ],
    "ar": [
      "الاسم", "الصف", "التاريخ", "الدرجة", "دقيقة", "إضافي", "إذا كانت خاطئة", "صواب", "خطأ",
      "الإجابات", "النموذج", "اختر إجابة واحدة.", "اختر كل الإجابات الصحيحة.",
      "اكتب في كل مربع الحرف المناسب.", "رقّم بالترتيب الصحيح.", "للتسليم:", "البرنامج:",
      "المدخلات", "الوسائط", "المخرجات", "المعايير", "الطالب", "المجموع", "لإدخال الدرجات:",
      "تلميح:", "الكل أو لا شيء", "الصحيحة ناقص الخاطئة", "كل خيار يُحتسب", "لكل خيار خاطئ",
      "الخيارات الخاطئة تخصم درجات", "قد تكون سالبة",
    ],
    "he": [
      "שם", "כיתה", "תאריך", "ניקוד", "דקות", "בונוס", "אם שגוי", "נכון", "לא נכון", "תשובות",
      "נוסח", "סמנו תשובה אחת.", "סמנו את כל התשובות הנכונות.",
      "כתבו בכל משבצת את האות המתאימה.", "מספרו לפי הסדר הנכון.", "להגשה:", "תוכנית:", "קלט",
      "ארגומנטים", "פלט", "קריטריונים", "תלמיד", "סך הכול", "להזנת הציונים:", "רמז:",
      "הכול או כלום", "נכונות פחות שגויות", "כל אפשרות נספרת", "לכל סימון שגוי",
      "סימונים שגויים מורידים נקודות", "ייתכן ניקוד שלילי",
    ],
  ]
}
