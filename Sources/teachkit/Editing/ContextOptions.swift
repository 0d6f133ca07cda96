import ArgumentParser
import Course
import Model
import PlainYAML
import Storage

/// The common options of chapters, lessons and worksheets.
struct ContextOptions: ParsableArguments {
  @Option(help: "The title.") var title: String
  @Option(
    help: "The type: chapter, lesson, quiz …",
    completion: .list(ContextType.belowSubjects.map(\.rawValue)))
  var type: String?
  @Option(help: "The name of a custom type; implies '--type custom'.") var custom: String?
  @Option(parsing: .unconditional, help: "The position among its siblings.") var order: String?
  @Option(
    help: "The topic; by default the subject's.",
    completion: .list(Topic.allCases.map(\.rawValue)))
  var topic: String?
  @Option(help: "A summary in a few sentences.") var summary: String?
  @Option(help: "The suggested age, such as 11-13.") var age: String?
  @Option(name: .customLong("time"), help: "The time in minutes, such as 15-20.")
  var minutes: String?
  @Option(help: "A link to the source.") var link: String?
  @Flag(name: .customLong("not-assignable"), help: "Don't allow assigning it as a whole.")
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
