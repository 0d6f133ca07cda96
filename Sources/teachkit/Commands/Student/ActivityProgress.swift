import ArgumentParser
import Course
import Exchange
import Model
import Reports
import Storage
import Text

struct ActivityProgress: Command {
  static let configuration = CommandConfiguration(
    commandName: "progress",
    abstract: "Record progress in the running activity.",
    discussion: """
      SHARE is between 0 and 1: everything up to it is done. With '--range', only that part \
      is. Progress never falls.

      Example: teachkit activity progress adding 0.5
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The share that is done, such as 0.5.") var share: String?
  @Option(help: "A part from START to END, such as 0.3-0.5.") var range: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let bounds: (Rational, Rational)
    switch (share, range) {
    case (let share?, nil): bounds = (.zero, try number(share))
    case (nil, let range?):
      let parts = range.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Failure(
          .valueIsFaulty, "invalid range '\(visible(range))'", hint: "write it as 0.3-0.5")
      }
      bounds = (try number(parts[0]), try number(parts[1]))
    default:
      throw Failure(
        .commandIsFaulty, "specify either a share or '--range'",
        hint: "see 'teachkit activity progress --help'")
    }
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    try clone.recordActivity(at: place) { try $0.coverage.add(bounds.0, bounds.1) }
    let progress = try clone.runningActivity()?.session.attempt.coverage.length ?? .zero
    session.report(
      Statement(
        kind: "activity",
        sentence: "\(visible(place.text)): \(Percent.text(progress, of: .one) ?? "") done",
        fields: [
          ("path", .string(place.text)), ("progress", .decimal(progress.decimal(places: 4))),
        ]))
  }
}

struct ActivityItemCommand: Command {
  /// A binary result on the command line.
  enum Result: String, EnumerableFlag {
    case correct, incorrect, passed, failed
    case isTrue, isFalse
    case yes, no

    static func name(for value: Result) -> NameSpecification {
      switch value {
      case .isTrue: .customLong("true")
      case .isFalse: .customLong("false")
      default: .customLong(value.rawValue)
      }
    }

    static func help(for value: Result) -> ArgumentHelp? {
      switch value {
      case .correct: "The answer is correct."
      case .incorrect: "The answer is incorrect."
      case .passed: "Mark the item as passed."
      case .failed: "Mark the item as failed."
      case .isTrue: "The result is 'true'."
      case .isFalse: "The result is 'false'."
      case .yes: "The result is 'yes'."
      case .no: "The result is 'no'."
      }
    }

    var value: ActivityItem.Value {
      switch self {
      case .correct: .binary(.correct, true)
      case .incorrect: .binary(.correct, false)
      case .passed: .binary(.passed, true)
      case .failed: .binary(.passed, false)
      case .isTrue: .binary(.isTrue, true)
      case .isFalse: .binary(.isTrue, false)
      case .yes: .binary(.yes, true)
      case .no: .binary(.yes, false)
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "item",
    abstract: "Record a result in the running activity.",
    discussion: """
      A result is a quantity, a score with its maximum, or one of '--correct', '--passed', \
      '--true', '--yes' and their opposites. Recording it again replaces it; its kind stays.

      Example: teachkit activity item adding words --quantity 558 --primary
      """)

  @Argument(help: "A worksheet or a published file.", completion: Candidates.content.completion)
  var path: String
  @Argument(help: "The item's identifier, such as 'q1'.") var id: String
  @Option(help: "The title, such as 'Question 1'.") var title: String?
  @Flag(help: "Make it the main result.") var primary = false
  @Flag var result: Result?
  @Option(help: "A number without a maximum.") var quantity: String?
  @Option(help: "A score; with '--max'.") var score: String?
  @Option(help: "The maximum score.") var max: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let item: ActivityItem
    do {
      item = try ActivityItem(id: id, title: title, value: try value())
    } catch let fault as ActivityFault {
      throw ActivityError.invalid(fault)
    }
    let clone = try session.openClone()
    let place = try clone.activityPlace(path)
    try clone.recordActivity(at: place) { attempt in
      if primary { try attempt.set(primary: item) } else { try attempt.set(item) }
    }
    session.report(
      Statement(
        kind: "activity", sentence: "\(visible(item.title ?? item.id)): \(item.words)",
        fields: [
          ("path", .string(place.text)), ("id", .string(item.id)), ("primary", .boolean(primary)),
        ]))
  }

  private func value() throws -> ActivityItem.Value {
    var values: [ActivityItem.Value] = []
    if let result { values.append(result.value) }
    if let quantity { values.append(.quantity(try number(quantity))) }
    switch (score, max) {
    case (let score?, let max?): values.append(.score(try number(score), max: try number(max)))
    case (nil, nil): break
    default: throw Failure(.commandIsFaulty, "'--score' and '--max' go together")
    }
    guard values.count == 1 else {
      throw Failure(
        .commandIsFaulty, "specify exactly one result",
        hint: "such as '--correct', '--quantity 558' or '--score 7 --max 10'")
    }
    return values[0]
  }
}

/// Parses a number on the command line.
private func number(_ text: some StringProtocol) throws -> Rational {
  if let number = Rational(text: text) { return number }
  throw Failure(.valueIsFaulty, "invalid number '\(visible(String(text)))'")
}
