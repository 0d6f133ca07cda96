import Course
import Model
import Reports
import Storage
import Text

/// The differences between two states of a school.
struct DifferenceReport: Report {
  let differences: [Difference]
  /// The zone of the printed times.
  let zone: Zone

  func text(_ layout: Layout) -> String {
    var text = ""
    var last: String?
    for difference in differences {
      let heading = difference.heading
      if heading != last {
        text += layout.paint(visible(heading), .strong) + "\n"
        last = heading
      }
      let part = difference.part.map { visible($0) + ": " } ?? ""
      let words = visible(difference.words(in: zone).text)
      text += "  " + part + layout.paint(words, difference.tone) + "\n"
    }
    return text
  }

  var json: JSONValue {
    let items = differences.map { difference -> JSONValue in
      [
        "what": .string(difference.what.rawValue), "path": .string(difference.object),
        "ledger": .text(difference.ledger), "who": .text(difference.line),
        "field": .text(difference.field), "old": .text(difference.old),
        "new": .text(difference.new), "file": .string(difference.file),
      ]
    }
    return Self.envelope("differences", "items", .array(items))
  }
}

extension Difference {
  /// The heading it is printed under: a worksheet, a class or a ledger.
  fileprivate var heading: String {
    if let ledger { return "\(ledger) of \(object)" }
    return owner ?? object
  }

  /// The part of the heading's object.
  fileprivate var part: String? { line ?? owner.map { String(object.dropFirst($0.count + 1)) } }

  /// The parent object in the list; nil if it has its own heading.
  private var owner: String? {
    let name = file.split(separator: "/").last
    let parts = object.split(separator: "/")
    let isPart =
      switch name {
      case "students.yaml", "answers.yaml": true
      case "class.yaml": parts.count > 2
      case "worksheet.yaml": "subjects/\(object)/worksheet.yaml" != file
      default: false
      }
    return isPart ? parts.dropLast().joined(separator: "/") : nil
  }

  fileprivate var tone: Tone {
    switch what {
    case .added where field == nil: .good
    case .removed where field == nil: .bad
    default: .plain
    }
  }

  private func excerpt(_ text: String?) -> String {
    guard let text, !text.isEmpty, text != "~" else { return "" }
    return ": " + ChangeExcerpt.of("", text).1
  }

  /// Returns a value as text for people.
  private func shown(_ value: String?, _ zone: Zone) -> String {
    guard let value, !value.isEmpty else { return "none" }
    if value.hasSuffix("Z"), let time = TimeText.read(value, in: zone, .due) {
      return zone.text(time)
    }
    let isCommit = value.utf8.count == 40 && value.allSatisfy { $0.isASCII && $0.isHexDigit }
    return isCommit ? String(value.prefix(8)) : value
  }

  fileprivate func words(in zone: Zone) -> Message {
    guard let field else {
      switch what {
      case .added where ledger == "received": return "submitted"
      case .changed where ledger == "received": return "submitted again"
      case .removed where ledger == "received": return "removed"
      case .added: return "new\(excerpt(new))"
      case .removed: return "removed\(excerpt(old))"
      case .renamed:
        let name = part == nil ? old : old?.split(separator: "/").last.map(String.init)
        return "was \(name ?? "")"
      case .changed: return "changed"
      }
    }
    if what == .changed, old == nil, new == nil { return "\(field) changed" }
    if ledger == nil, old == nil, new == nil { return "\(field) \(what.rawValue)" }
    let (before, after) = ChangeExcerpt.of(shown(old, zone), shown(new, zone))
    return "\(field) \(before) → \(after)"
  }
}

/// The excerpts of two texts around their first difference.
enum ChangeExcerpt {
  private static let width = 48

  static func of(_ old: String, _ new: String) -> (String, String) {
    let (old, new) = (Array(oneLine(old)), Array(oneLine(new)))
    guard max(old.count, new.count) > width else { return (String(old), String(new)) }
    var same = 0
    while same < min(old.count, new.count), old[same] == new[same] { same += 1 }
    let start = same > width / 2 ? same - 8 : 0
    return (cut(old, start), cut(new, start))
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func cut(_ text: [Character], _ start: Int) -> String {
    let rest = text.dropFirst(start)
    return (start > 0 ? "…" : "") + String(rest.prefix(width)) + (rest.count > width ? "…" : "")
  }
}
