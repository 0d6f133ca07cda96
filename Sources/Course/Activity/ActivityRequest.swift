import Model
import Reports
import Storage
import Text

/// A report of a program: one line of JSON on the socket `TEACHKIT_ACTIVITY`.
public enum ActivityRequest: Hashable, Sendable {
  case progress(Rational)
  case range(Rational, Rational)
  case item(ActivityItem)
  case primary(ActivityItem)
  case stop

  /// Why a line is refused, in words for the program's author.
  public struct Problem: Error, Hashable, Sendable {
    public let message: Message
  }

  /// The maximum length of a line in bytes.
  public static let longestLine = 4096

  /// - Parameter line: without its line break.
  public init(_ line: [UInt8]) throws(Problem) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: line)
    } catch {
      throw Problem(message: "invalid JSON: \(error.message)")
    }
    guard case .object(let members) = value, members.count == 1, let member = members.first else {
      throw Problem(message: "a report is an object with one member")
    }
    switch (member.name, member.value) {
    case ("progress", let value): self = .progress(try Self.number(value, "progress"))
    case ("range", .array(let bounds)) where bounds.count == 2:
      self = .range(try Self.number(bounds[0], "range"), try Self.number(bounds[1], "range"))
    case ("range", _): throw Problem(message: "'range' must be two numbers: [0, 0.5]")
    case ("item", let value): self = .item(try Self.item(value))
    case ("primary", let value): self = .primary(try Self.item(value))
    case ("stop", .boolean(true)): self = .stop
    default:
      throw Problem(
        message:
          "unknown report '\(visible(member.name))'; use progress, range, item, primary or stop"
      )
    }
  }

  /// Adds the report to an attempt; `stop` changes nothing.
  public func apply(to attempt: inout ActivityAttempt) throws(ActivityFault) {
    switch self {
    case .progress(let share): try attempt.coverage.add(.zero, share)
    case .range(let start, let end): try attempt.coverage.add(start, end)
    case .item(let item): try attempt.set(item)
    case .primary(let item): try attempt.set(primary: item)
    case .stop: break
    }
  }

  private static func number(_ value: JSONValue, _ name: String) throws(Problem) -> Rational {
    switch value {
    case .integer(let number): return Rational(number)
    case .decimal(let text):
      if let number = Rational(text: text) { return number }
      throw Problem(
        message: "'\(name)' must be a number of at most 18 digits without an exponent")
    default: throw Problem(message: "'\(name)' must be a number")
    }
  }

  private static func item(_ value: JSONValue) throws(Problem) -> ActivityItem {
    guard case .object(let members) = value else {
      throw Problem(message: "an item is an object with 'id' and a result")
    }
    let known =
      ["id", "title", "quantity", "score", "max"] + ActivityItem.Binary.allCases.map(\.rawValue)
    if let unknown = members.first(where: { !known.contains($0.name) }) {
      throw Problem(message: "unknown member '\(visible(unknown.name))'")
    }
    guard case .string(let id)? = value["id"] else {
      throw Problem(message: "an item needs a text 'id'")
    }
    var title: String?
    switch value["title"] {
    case .string(let text)?: title = text
    case nil: break
    default: throw Problem(message: "'title' must be text")
    }
    var results: [ActivityItem.Value] = []
    for kind in ActivityItem.Binary.allCases {
      switch value[kind.rawValue] {
      case .boolean(let answer)?: results.append(.binary(kind, answer))
      case nil: break
      default: throw Problem(message: "'\(kind.rawValue)' must be true or false")
      }
    }
    if let quantity = value["quantity"] {
      results.append(.quantity(try number(quantity, "quantity")))
    }
    if let score = value["score"], let max = value["max"] {
      results.append(.score(try number(score, "score"), max: try number(max, "max")))
    }
    guard results.count == 1 else {
      throw Problem(
        message: "an item needs one result: correct, passed, true, yes, quantity, or score and max")
    }
    do throws(ActivityFault) {
      return try ActivityItem(id: id, title: title, value: results[0])
    } catch {
      throw Problem(message: error.message)
    }
  }
}
