import Exchange
import Foundation
import Model
import Testing

@Suite struct ActivityTests {
  /// A program such as `work` opens the clone at its start, and ends the session much later.
  @Test func theTimeCountsUntilTheSessionEnds() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let clone = try fixture.open("ada")
    let place = ActivityPlace(try fixture.adding(clone).path)
    let process = getpid()
    let (isStarted, _) = try clone.startActivity(place, process: process)
    #expect(isStarted)
    try clone.recordActivity(at: place, now: fixture.clock.adding(seconds: 60)) {
      try $0.coverage.add(.zero, .one)
    }
    let ended = try clone.stopActivity(
      at: place, of: process, now: fixture.clock.adding(seconds: 90))
    #expect(ended?.seconds == 90)
    #expect(try clone.activity(of: place.path).seconds == 90)
  }

  @Test func cardsMoveToOtherBoxes() throws {
    let fixture = try StudentFixture()
    try fixture.clone("ada")
    let clone = try fixture.open("ada")
    let path = try fixture.adding(clone).path
    let known = CardBox(after: nil, isKnown: true, at: fixture.clock)
    let forgotten = CardBox(after: known, isKnown: false, at: fixture.clock)
    try clone.moveCards(["half": known, "proper": known], of: path)
    try clone.moveCards(["half": forgotten], of: path)
    #expect(try clone.activity(of: path).cards == ["half": forgotten, "proper": known])
  }
}
