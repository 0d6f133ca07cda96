import Text

/// Detects titles that say nothing about the content: a word for the kind of work, perhaps with a
/// number.
enum VagueTitle {
  /// - Parameter title: a title such as `Quiz 8`, `Übungsblatt 3a` or `第3回テスト`.
  static func isVague(_ title: String) -> Bool {
    let folded = foldedForComparison(title)
    var words: [String] = []
    var word = ""
    for scalar in folded.unicodeScalars {
      // Numbers also separate words: `quiz8`, `第3回`.
      if scalar.properties.isAlphabetic, scalar.properties.numericType == nil {
        word.unicodeScalars.append(scalar)
      } else if !isMark(scalar) {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.unicodeScalars.append(scalar)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.allSatisfy { isFiller($0) || kinds.contains($0) }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether a word is a single letter of a small alphabet, a Roman number, or a word for a number.
  private static func isFiller(_ word: String) -> Bool {
    let isLetter =
      word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy { $0.isASCII }
    return isLetter || word.utf8.allSatisfy { "ivxlc".utf8.contains($0) } || fillers.contains(word)
  }

  private static func set(_ lines: String...) -> Set<String> {
    Set(lines.flatMap { $0.split(separator: " ") }.map { foldedForComparison(String($0)) })
  }

  private static let fillers = set(
    "no nr num number part teil numero numéro número nº partie parte deel del část część bölüm",
    "один часть 第 回 番 課 课 章 号 제 과 the a new neu neue neues untitled ohne titel copy kopie")

  /// Words for kinds of work, by language.
  private static let kinds = set(
    "quiz quizzes test tests exam exams worksheet sheet exercise exercises homework assignment",
    "lesson lessons unit chapter section page task tasks challenge activity practice document",
    "übung übungen übungsblatt arbeitsblatt blatt hausaufgabe hausaufgaben aufgabe aufgaben",
    "klassenarbeit arbeit klausur prüfung lektion stunde kapitel abschnitt seite schulaufgabe",
    "devoir devoirs exercice exercices leçon chapitre contrôle interrogation examen fiche épreuve",
    "tarea tareas ejercicio ejercicios lección capítulo prueba hoja unidad deberes",
    "compito compiti esercizio esercizi lezione capitolo verifica scheda unità",
    "tarefa exercício exercícios lição prova ficha unidade teste capitulo",
    "toets oefening oefeningen les hoofdstuk huiswerk opdracht werkblad",
    "prov övning läxa lektion kapitel øvelse lektie opgave oppgave lekse prøve",
    "sprawdzian kartkówka ćwiczenie ćwiczenia lekcja rozdział zadanie klasówka",
    "cvičení úkol kapitola zkouška lekce písemka ödev sınav alıştırma ders konu",
    "тест контрольная работа упражнение урок глава задание домашнее самостоятельная",
    "クイズ テスト 小テスト 練習 練習問題 宿題 問題 課題 プリント レッスン 単元 測験 測驗 测验",
    "练习 練習 作业 作業 考试 考試 课 课程 单元 퀴즈 시험 숙제 연습 문제 과제 단원")
}

extension String {
  /// Whether the title says nothing about the content.
  var isVagueTitle: Bool { VagueTitle.isVague(self) }
}
