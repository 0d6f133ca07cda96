import Git
import Model
import PlainYAML
import Testing

@testable import Exchange

@Suite struct NoticeFileTests {
  private func read(_ text: String) throws -> [Notice] {
    NoticeFile.notices(try Document(Array(text.utf8)).root)
  }

  @Test func writtenNoticesAreReadBack() throws {
    let notices = [
      Notice(text: "Two lines:\n- 'quoted'", at: Instant(seconds: 1_700_000_000)),
      Notice(
        text: "東京", at: Instant(seconds: 1_700_000_001), until: Instant(seconds: 1_700_000_002)),
    ]
    guard case .write(let bytes, _)? = NoticeFile.file(notices) else {
      Issue.record("no file")
      return
    }
    #expect(try NoticeFile.notices(Document(bytes).root) == notices)
    #expect(NoticeFile.file([]) == nil)
  }

  @Test func invalidItemsAreIgnored() throws {
    let long = String(repeating: "x", count: 5000)
    let notices = try read(
      """
      - {at: yesterday, text: Hello}
      - {at: "2026-11-20T08:00:00Z"}
      - {at: "2026-11-20T08:00:00Z", text: ""}
      - text
      - {at: "2026-11-20T08:00:00Z", text: \(long), colour: red}
      """)
    #expect(notices.map(\.text.count) == [Notice.longest])
    #expect(try read("text: Hello").isEmpty)
    #expect(NoticeFile.notices(nil).isEmpty)
  }

  @Test func noticesExpireAfterTheirEnd() {
    let notice = Notice(text: "", at: Instant(seconds: 0), until: Instant(seconds: 50))
    #expect(!notice.isExpired(at: Instant(seconds: 50)))
    #expect(notice.isExpired(at: Instant(seconds: 51)))
    #expect(!Notice(text: "", at: Instant(seconds: 0)).isExpired(at: Instant(seconds: 51)))
  }
}
