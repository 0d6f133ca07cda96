import Model
import Testing

@Suite struct StaffTests {
  private let path = ContextPath("math/fractions/adding") ?? ContextPath(subject: "math")

  private func counts(_ turns: [String]) -> [String: Int] {
    Dictionary(turns.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test func workIsDividedByShares() {
    let staff = Staff([
      StaffMember(id: "ada", name: "Ada", share: 2), StaffMember(id: "ben", name: "Ben"),
      StaffMember(id: "cleo", name: "Cleo", share: 0),
    ])
    let turns = staff.markers(of: path, count: 30)
    #expect(counts(turns) == ["ada": 20, "ben": 10])
    for start in 0..<27 {
      #expect(counts(Array(turns[start..<start + 3])) == ["ada": 2, "ben": 1])
    }
    #expect(Array(staff.markers(of: path, count: 31).prefix(30)) == turns)
  }

  @Test func markersOfOtherWorkAreLeftOut() {
    let staff = Staff([
      StaffMember(id: "ada", name: "Ada", work: [ContextPath(subject: "art")]),
      StaffMember(id: "ben", name: "Ben", work: [ContextPath(subject: "math")]),
    ])
    #expect(staff.markers(of: path, count: 2) == ["ben", "ben"])
    #expect(staff.markers(of: ContextPath(subject: "music"), count: 2).isEmpty)
    #expect(Staff().markers(of: path, count: 2).isEmpty)
  }

  @Test func markersAreFoundByAddressThenByName() {
    let staff = Staff([
      StaffMember(id: "ada", name: "A", email: "Ada@x.org"), StaffMember(id: "b", name: "Ben"),
    ])
    #expect(staff.member(Person(name: "Ben", mail: "ada@X.org"))?.id == "ada")
    #expect(staff.member(Person(name: "Ben", mail: ""))?.id == "b")
    #expect(staff.member(Person(name: "Zoe", mail: "")) == nil)
  }
}
