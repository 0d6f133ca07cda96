/// Deals students into groups whose sizes differ by at most one.
public enum GroupMaking {
  /// The members of each group, in the order of `students`.
  ///
  /// The same students, count, seed and strengths give the same groups, in any order of the input.
  ///
  /// - Parameters:
  ///   - count: the number of groups, at least 1 and at most the number of students.
  ///   - strength: the property to balance. The strongest students are dealt first, back and
  ///     forth: 1, 2, 3, 3, 2, 1 …; students without a strength come last. Nil deals at random.
  public static func deal(
    _ students: [String], into count: Int, seed: UInt64,
    strength: ((String) -> Rational?)? = nil
  ) -> [[String]] {
    guard count > 0 else { return [] }
    var random = SplitMix64(seed: seed)
    var order = students.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    order.deal(&random)
    if let strength {
      let strengths = order.map(strength)
      order = order.indices.sorted { first, second in
        switch (strengths[first], strengths[second]) {
        case (let a?, let b?) where a != b: b < a
        case (_?, nil): true
        case (nil, _?): false
        default: first < second
        }
      }.map { order[$0] }
    }
    var groups = [Set<String>](repeating: [], count: count)
    for (place, student) in order.enumerated() {
      let (round, turn) = place.quotientAndRemainder(dividingBy: count)
      let isBack = strength != nil && round % 2 == 1
      groups[isBack ? count - 1 - turn : turn].insert(student)
    }
    return groups.map { members in students.filter(members.contains) }
  }

  /// The number of groups of a maximum size.
  public static func count(of students: Int, size: Int) -> Int {
    size > 0 ? (students + size - 1) / size : 0
  }
}
