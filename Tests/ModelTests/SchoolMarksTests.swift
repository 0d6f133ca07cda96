import Model
import Testing

@Suite struct SchoolMarksTests {
  private func number(_ text: String) -> Rational { Rational(text: text) ?? .zero }

  @Test(arguments: [
    ("105%", "1"), ("92%", "1"), ("0.91999999", "2"), ("81%", "2"), ("8099/10000", "3"),
    ("50%", "3"), ("49%", "-"), ("0", "-"),
  ])
  func stepsIncludeTheirLowerBound(share: String, mark: String) {
    let scale = MarkScale([
      .init(mark: "3", least: number("50%")), .init(mark: "1", least: number("92%")),
      .init(mark: "2", least: number("81%")),
    ])
    #expect(scale.mark(for: number(share)) ?? "-" == mark)
  }

  @Test func totalsAreExact() throws {
    var total = WeightedShare()
    #expect(try total.share == nil)
    try total.add(number("1/3"), weight: number("1"))
    try total.add(number("2/3"), weight: number("2"))
    try total.add(number("1/7"), weight: .zero)
    #expect(try total.share == number("5/9"))
    // Ten times a tenth is one, but not in binary floating point.
    var tenths = WeightedShare()
    for _ in 0..<10 { try tenths.add(number("0.81"), weight: number("0.1")) }
    #expect(try tenths.share == number("81%"))
  }
}
