import HubProtocol
import Testing

@Suite("Access lists")
struct AccessListTests {
  /// Compares a list in an older format, which has fewer fields, with a current one.
  @Test func accessListsCompareByTheirParts() throws {
    let line = "ada: {permission: read-write, state: accepted, since: \"2026-11-20T08:00:00Z\"}\n"
    let now = try AccessList(Array(line.utf8))
    func isPart(_ text: String) throws -> Bool { try AccessList(Array(text.utf8)).isPart(of: now) }
    #expect(try isPart("ada: {permission: read-write, state: accepted}\n"))
    #expect(try isPart(""))
    #expect(try !isPart("ada: {permission: read-only, state: accepted}\n"))
    #expect(try !isPart("ada: {permission: read-write, note: secret}\n"))
    #expect(try !isPart("eve: {permission: read-write}\n"))
  }
}
