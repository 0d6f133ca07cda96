import Text

/// A day or a time of day as people type them: `24.12.`, `next friday`, `fri 8pm`, `24 dec 14:00`.
struct TypedTime {
  /// Whether days without a year, weekdays and times of day are those that come, or those that were.
  enum Direction {
    case ahead, back
  }

  let date: CivilDate
  /// Nil for the whole day.
  let second: Int?

  /// - Parameter now: the present time in the same zone.
  /// - Returns: nil for anything else.
  init?(_ text: String, _ direction: Direction, now: CivilTime) {
    var reader = TypedTimeReader(text, direction, today: now.date)
    guard reader.readAll(), reader.date != nil || reader.second != nil else { return nil }
    second = reader.second
    if let date = reader.date {
      self.date = date
    } else {
      // The next or the last time that a clock shows it.
      let time = reader.second ?? 0
      switch direction {
      case .ahead: date = time > now.secondOfDay ? now.date : now.date.adding(days: 1)
      case .back: date = time <= now.secondOfDay ? now.date : now.date.adding(days: -1)
      }
    }
  }
}

/// Reads one word after another.
private struct TypedTimeReader {
  private(set) var date: CivilDate?
  private(set) var second: Int?
  private var words: ArraySlice<String>
  private let direction: TypedTime.Direction
  private let today: CivilDate

  init(_ text: String, _ direction: TypedTime.Direction, today: CivilDate) {
    words = foldedForComparison(text).split { $0 == " " || $0 == "," }.map(String.init)[...]
    (self.direction, self.today) = (direction, today)
  }

  /// - Returns: whether all words belong to one day and one time at most.
  mutating func readAll() -> Bool {
    while let word = words.first {
      if CalendarWords.fillers.contains(word) {
        words.removeFirst()
      } else if let found = timeOfDay() {
        if second != nil { return false }
        second = found
      } else if let found = day() {
        if date != nil { return false }
        date = found
      } else {
        return false
      }
    }
    return true
  }

  /// Takes the first words.
  private mutating func take(_ count: Int = 1) { words = words.dropFirst(count) }

  private func word(_ place: Int) -> String? { words.dropFirst(place).first }

  // MARK: Times of day

  /// Reads `8:00`, `8pm`, `8:30 pm`, `20 uhr`, `20h30` or `noon`.
  private mutating func timeOfDay() -> Int? {
    guard let word = word(0) else { return nil }
    if CalendarWords.noon.contains(word) {
      take()
      return 43_200
    }
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    var suffix = String(word.dropFirst(digits.count))
    var count = 1
    if suffix.isEmpty, let next = self.word(1),
      ["am", "pm", "a.m.", "p.m.", "uhr", "h"].contains(next)
    {
      (suffix, count) = (next, 2)
    }
    let clock = TimeText.timeOfDay(digits)
    let hour = digits.utf8.count <= 2 ? TimeText.timeOfDay("\(digits):00") : nil
    let found: Int?
    switch suffix {
    case "": found = clock
    case "am", "a.m.", "pm", "p.m.":
      let isAfternoon = suffix.first == "p"
      found = (clock ?? hour).flatMap { second in
        guard (3600..<46_800).contains(second) else { return nil }
        return second % 43_200 + (isAfternoon ? 43_200 : 0)
      }
    case "uhr", "h": found = clock ?? hour
    default:
      found =
        suffix.first == "h" && hour != nil
        ? TimeText.timeOfDay("\(digits):\(suffix.dropFirst())") : nil
    }
    if found != nil { take(count) }
    return found
  }

  // MARK: Days

  private mutating func day() -> CivilDate? {
    guard let word = word(0) else { return nil }
    if let found = writtenDate(word) ?? days(word) {
      take()
      return found
    }
    if let days = CalendarWords.distances[word],
      days == 0 || (days > 0) == (direction == .ahead)
    {
      take()
      return today.adding(days: days)
    }
    // `mar 24` is in March, and `mar` alone is the Tuesday of several languages.
    return dayOfMonth() ?? weekday()
  }

  /// Reads `2026-12-24`, `24.12.2026`, `24.12.26`, `24.12.` or `12月24日`.
  private func writtenDate(_ word: String) -> CivilDate? {
    if let date = TimeText.date(word) { return date }
    if word.last == "日" {
      let parts = word.dropLast().split { $0 == "年" || $0 == "月" }.map { Int($0) }
      if parts.count == 2 { return date(parts[1], parts[0], nil) }
      return parts.count == 3 ? date(parts[2], parts[1], parts[0]) : nil
    }
    var parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.prefix(2).allSatisfy({ (1...2).contains($0.count) })
    else { return nil }
    if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard parts.count == 3 else { return date(Int(parts[0]), Int(parts[1]), nil) }
    guard let year = Int(parts[2]), parts[2].count == 2 || parts[2].count == 4 else { return nil }
    return date(Int(parts[0]), Int(parts[1]), parts[2].count == 2 ? 2000 + year : year)
  }

  /// Reads `+3d` and `+2w`, or `3d` and `2w` for the past.
  private func days(_ word: String) -> CivilDate? {
    let isAhead = direction == .ahead
    guard !isAhead || word.first == "+", let unit = word.last, unit == "d" || unit == "w" else {
      return nil
    }
    let digits = word.dropFirst(isAhead ? 1 : 0).dropLast()
    guard digits.utf8.count <= 9, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(digits)
    else { return nil }
    let days = unit == "w" ? 7 * count : count
    return today.adding(days: isAhead ? days : -days)
  }

  /// Reads `friday`, which is never today, and `next friday`, which is in the next week.
  private mutating func weekday() -> CivilDate? {
    guard let first = word(0) else { return nil }
    let isNext: (String?) -> Bool = { $0.map(CalendarWords.next.contains) ?? false }
    if let weekday = CalendarWords.weekday(first) {
      let isNextWeek = direction == .ahead && isNext(word(1))
      take(isNextWeek ? 2 : 1)
      return date(weekday, inNextWeek: isNextWeek)
    }
    guard direction == .ahead, isNext(first), let second = word(1),
      let weekday = CalendarWords.weekday(second)
    else { return nil }
    take(2)
    return date(weekday, inNextWeek: true)
  }

  private func date(_ weekday: Weekday, inNextWeek: Bool) -> CivilDate {
    if inNextWeek { return today.adding(days: 7 - today.weekday + weekday.rawValue) }
    return switch direction {
    case .ahead: today.adding(days: (weekday.rawValue - today.weekday + 6) % 7 + 1)
    case .back: today.adding(days: -((today.weekday - weekday.rawValue + 6) % 7 + 1))
    }
  }

  /// Reads `24 december`, `24. dez. 2026` or `december 24`.
  private mutating func dayOfMonth() -> CivilDate? {
    guard let first = word(0), let second = word(1) else { return nil }
    let pair =
      CalendarWords.month(second).map { (Self.day(first), $0) }
      ?? CalendarWords.month(first).map { (Self.day(second), $0) }
    guard let (day, month) = pair, let day else { return nil }
    let year = word(2).flatMap { $0.utf8.count == 4 ? Int($0) : nil }
    guard let found = date(day, month, year) else { return nil }
    take(year == nil ? 2 : 3)
    return found
  }

  /// Reads `24`, `24.`, `24th` or `1er`.
  private static func day(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let suffix = word.dropFirst(digits.count)
    guard ["", ".", "st", "nd", "rd", "th", "er"].contains(suffix) else { return nil }
    return Int(digits)
  }

  /// The day in a year; without one, the next or last such day, which may be today.
  private func date(_ day: Int?, _ month: Int?, _ year: Int?) -> CivilDate? {
    guard let day, let month else { return nil }
    if let year { return CivilDate(year: year, month: month, day: day) }
    // 29 February comes at the latest after eight years.
    for distance in 0...8 {
      let year = today.year + (direction == .ahead ? distance : -distance)
      guard let found = CivilDate(year: year, month: month, day: day) else { continue }
      if direction == .ahead ? found >= today : found <= today { return found }
    }
    return nil
  }
}

/// The words of dates in several languages. No word means two different days or months, so the
/// language needn't be known.
private enum CalendarWords {
  /// Monday first: English, German, French, Spanish, Italian, Dutch, Japanese.
  private static let weekdays = [
    "monday mon montag mo lundi lun lunes lunedì lunedi maandag ma 月曜日 月曜",
    "tuesday tue dienstag di mardi mar martes martedì martedi dinsdag 火曜日 火曜",
    "wednesday wed mittwoch mi mercredi mer miércoles miercoles mié mercoledì mercoledi woensdag wo "
      + "水曜日 水曜",
    "thursday thu donnerstag do jeudi jeu jueves jue giovedì giovedi gio donderdag 木曜日 木曜",
    "friday fri freitag fr vendredi ven viernes vie venerdì venerdi vrijdag vr 金曜日 金曜",
    "saturday sat samstag sonnabend sa samedi sam sábado sabado sáb sabato sab zaterdag za 土曜日 土曜",
    "sunday sun sonntag so dimanche dim domingo dom domenica zondag zo 日曜日 日曜",
  ].map(set)

  private static let months = [
    "january jan januar janvier janv enero ene gennaio gen januari",
    "february feb februar février fevrier févr febrero febbraio februari",
    "march mar märz mär mars marzo maart mrt",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag mei",
    "june jun juni juin junio giugno giu",
    "july jul juli juillet juil julio luglio lug",
    "august aug août aout agosto ago augustus",
    "september sep sept septembre septiembre settembre set",
    "october oct oktober okt octobre octubre ottobre ott",
    "november nov novembre noviembre",
    "december dec dezember dez décembre decembre déc diciembre dic dicembre",
  ].map(set)

  /// Days from today.
  static let distances: [String: Int] = {
    let words = [
      -1: "yesterday gestern hier ayer ieri gisteren 昨日",
      0: "today heute aujourd'hui hoy oggi vandaag 今日",
      1: "tomorrow morgen demain mañana domani 明日",
      2: "übermorgen après-demain dopodomani overmorgen 明後日",
    ]
    return Dictionary(
      words.flatMap { days, text in set(text).map { ($0, days) } }, uniquingKeysWith: { $1 })
  }()

  static let next = set(
    "next nächsten nächster nächste prochain prochaine próximo proximo prossimo volgende")
  static let noon = set("noon mittag midi mediodía mezzogiorno")
  static let fillers = set("on at by the um am den le el il op om à alle")

  static func weekday(_ word: String) -> Weekday? {
    weekdays.firstIndex { $0.contains(bare(word)) }.flatMap { Weekday(rawValue: $0 + 1) }
  }

  static func month(_ word: String) -> Int? {
    months.firstIndex { $0.contains(bare(word)) }.map { $0 + 1 }
  }

  /// Without the full stop of an abbreviation.
  private static func bare(_ word: String) -> String {
    word.last == "." ? String(word.dropLast()) : word
  }

  private static func set(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map { foldedForComparison(String($0)) })
  }
}
