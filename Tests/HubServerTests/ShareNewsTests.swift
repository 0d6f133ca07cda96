import Foundation
import Git
import HubProtocol
import Testing

@testable import HubServer

@Suite struct ShareNewsTests {
  private let temporary: TemporaryHub

  init() throws { temporary = try TemporaryHub() }

  /// The news between two inboxes, as words; a nil inbox doesn't exist.
  private func news(
    _ old: [String: String]?, _ new: [String: String], renamed: [String: String] = [:]
  ) throws -> [String] {
    let desk = try temporary.repository(.desk)
    let before = try old.map { try InboxContent(temporary.commit($0, in: desk), in: desk) }
    let after = try InboxContent(temporary.commit(new, in: desk), in: desk)
    return after.news(since: before ?? InboxContent()) { renamed[$0] }.map { item in
      [item.what.rawValue, item.path, item.due, item.text].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  private let one = ["assignments.yaml": "one: {mode: own}\n"]

  @Test func everythingInTheFirstInboxIsNew() throws {
    let inbox = [
      "assignments.yaml": "one: {mode: own}\ntwo: {due: tomorrow, state: active}\n",
      "announcements.yaml": "- {at: now, text: Hello}\n", "grades/a/one.yaml": "score: 1\n",
    ]
    #expect(
      try news(nil, inbox) == [
        "new one", "assigned two tomorrow", "returned a/one", "announcement Hello",
      ])
    #expect(try news(inbox, inbox).isEmpty)
  }

  @Test func changesOfTermsAreNews() throws {
    #expect(
      try news(one, ["assignments.yaml": "one: {due: today, state: active}\n"]) == [
        "assigned one today"
      ])
    #expect(try news(one, ["assignments.yaml": "one: {due: today}\n"]) == ["due one today"])
    #expect(try news(one, ["assignments.yaml": "one: {mode: view, title: One}\n"]).isEmpty)
    #expect(try news(one, [:]).isEmpty)
  }

  @Test func renamedWorkIsNotNew() throws {
    let old = one.merging(["grades/one.yaml": "score: 1\n"]) { $1 }
    let new = ["assignments.yaml": "uno: {mode: own}\n", "grades/uno.yaml": "score: 1\n"]
    #expect(try news(old, new, renamed: ["one": "uno"]).isEmpty)
    #expect(try news(old, new) == ["new uno", "returned uno"])
  }

  @Test func unreadableInboxesHaveNoNews() throws {
    #expect(try news(one, ["assignments.yaml": "{", "announcements.yaml": "a: b\n"]).isEmpty)
  }

  @Test func recipientsAreStudentsWhoTakePart() throws {
    let desk = try temporary.repository(.desk)
    let removed = ["participant.yaml": "state: removed\n"].merging(one) { $1 }
    let lines = try [("ben", one), ("ada", one), ("7b+red", one), ("eve", removed)].map {
      "- \(try temporary.commit($1, in: desk)) \($0)"
    }
    let changes = lines.compactMap { ShareNews.Change(line: $0) }
    #expect(changes.count == 3)
    let news = try ShareNews(changes, of: "math", on: temporary.hub)
    #expect(news.participants == ["ada", "ben"])
    #expect(news.items.map(\.participants) == [["ada", "ben"]])
    #expect(ShareNews.Change(line: "ada") == nil)
  }
}
