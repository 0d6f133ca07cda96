import Git
import Model
import PlainYAML
import Storage

/// `announcements.yaml` of an inbox: the notices to one student, without their recipients.
enum NoticeFile {
  static let name = "announcements.yaml"

  /// The file with some notices; nil for none.
  static func file(_ notices: [Notice]) -> TreeChange? {
    if notices.isEmpty { return nil }
    let items = notices.map { notice in
      Value.fields([
        ("at", .scalar(notice.at.description)), ("until", .text(notice.until?.description)),
        ("text", .scalar(notice.text)),
      ])
    }
    return .write(Array(Printer.print(.sequence(items)).utf8))
  }

  /// Reads the file, ignoring invalid items.
  static func notices(_ root: Node?) -> [Notice] {
    (root?.sequence ?? []).compactMap { item in
      guard let text = item["text"]?.scalar, !text.isEmpty,
        let at = item["at"]?.scalar.flatMap({ Instant(iso: $0) })
      else { return nil }
      return Notice(
        text: String(text.prefix(Notice.longest)), at: at,
        until: item["until"]?.scalar.flatMap { Instant(iso: $0) })
    }
  }
}

extension SchoolFiles {
  /// The current notices of each participant of a subject, oldest first.
  func notices(
    in subject: String, to participants: ParticipantList, at now: Instant
  ) throws -> [String: [Notice]] {
    let roster = try roster()
    let current = try announcements().filter { !$0.notice.isExpired(at: now) }
    return current.sorted { ($0.notice.at, $0.id) < ($1.notice.at, $1.id) }
      .reduce(into: [:]) { notices, announcement in
        for student in announcement.recipients(in: subject, among: participants, roster) {
          notices[student, default: []].append(announcement.notice)
        }
      }
  }
}
