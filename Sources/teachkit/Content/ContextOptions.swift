import ArgumentParser
import Model
import PlainYAML
import Storage

/// What chapters, lessons and worksheets have in common.
struct ContextOptions: ParsableArguments {
  @Option(help: "Its title.") var title: String
  @Option(
    help: "What it is: chapter, lesson, quiz …",
    completion: .list(ContextType.belowSubjects.map(\.rawValue)))
  var type: String?
  @Option(help: "The name of a type of your own; makes it '--type custom'.") var custom: String?
  @Option(parsing: .unconditional, help: "Its place among its siblings.") var order: String?
  @Option(
    help: "What it is about; the subject's topic unless given.",
    completion: .list(Topic.allCases.map(\.rawValue)))
  var topic: String?
  @Option(help: "What it is about, in a few sentences.") var summary: String?
  @Option(help: "The suggested age, such as 11-13.") var age: String?
  @Option(name: .customLong("time"), help: "How many minutes it takes, such as 15-20.")
  var minutes: String?
  @Option(help: "A link to where it came from.") var link: String?
  @Flag(name: .customLong("not-assignable"), help: "It can't be assigned as a whole.")
  var notAssignable = false

  var fields: [String: Value?] {
    [
      "title": .text(title), "type": .text(type ?? (custom == nil ? nil : "custom")),
      "custom": .text(custom),
      "order": .plain(order), "topic": .text(topic), "summary": .text(summary),
      "age": .plain(age), "time": .plain(minutes), "link": .text(link),
      "assignable": .no(notAssignable),
    ]
  }
}
