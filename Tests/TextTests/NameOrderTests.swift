import Testing
import Text

/// Class lists as teachers of each language sort them.
private let lists: [(language: String?, names: String)] = [
  (nil, "Ägidius Émile Oyku Öykü ozan Zoe Zoë"),
  ("de", "Abel Ägidius Aßmann Astrid Bär Bauer Göbel Goethe Götz Zoë"),
  ("sv", "Axel Birgit Zoe Åke Ärlig Ömer"),
  ("da", "Anna Zoe Ægir Øjvind Aage Åse"),
  ("tr", "Can Çağla Deniz Irmak İpek Jale Oya Öykü Selin Şule Ufuk Ümit"),
  ("es", "Nadia Nuria Ñusta Oscar"),
  ("cs", "Cyril Čeněk Dana Hana Chrudoš Ivan Řehoř Sára Šárka"),
  ("hu", "Cecil Csaba Dalma Gyula Lajos Lyka Zoltán Zsófia"),
  ("pl", "Celina Ćwik Lena Łucja Zofia Źrebak Żaneta"),
  ("vi", "An Ân Dung Đào Oanh Ôn Ơn"),
  ("uk", "Ганна Ґео Дарка Єва Жанна Ігор Їжак Йосип Юлія Яна"),
  ("ru", "Егор Ёжик Елена Иван Йорген Яна"),
  ("el", "Άννα Γιώργος Έλενα Ζωή Ωμέγα"),
  ("ja", "あおい アキラ さくら ハナ ゆい"),
  ("ko", "가영 강민 나리 하준"),
]

@Test(arguments: lists) func namesAreSortedAlphabetically(
  list: (language: String?, names: String)
) {
  let names = list.names.split(separator: " ").map(String.init)
  let order = NameOrder(language: list.language)
  #expect(names.reversed().sorted { order.key($0) < order.key($1) } == names)
}

@Test func nothingIsEqualToAnotherName() {
  let order = NameOrder()
  let names = ["Zoe", "Zoë", "zoe", "zoë", "Zoe ", "Zo\u{200B}e"]
  for first in names {
    for second in names where first != second {
      #expect(order.key(first) < order.key(second) || order.key(second) < order.key(first))
    }
  }
}

@Test func aMegabyteOfMarksIsSorted() {
  let name = "a" + String(repeating: "\u{301}", count: 500_000)
  #expect(NameOrder(language: "vi").key("a") < NameOrder(language: "vi").key(name))
}
