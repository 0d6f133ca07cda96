import Testing
import Text

@Suite struct MessageTests {
  @Test func separatesTemplateAndArguments() {
    let count = 3
    let message: Message =
      "no \("student" as Message) '\("ada")' in \(count) \(Message(verbatim: "7b"))"
    #expect(message.template == "no {} '{}' in {} {}")
    #expect(message.arguments == ["student", "ada", "3", "7b"])
    #expect(message.text == "no student 'ada' in 3 7b")
  }

  @Test func literalArgumentsAreTranslatable() {
    let isMany = true
    let message: Message = "it \(isMany ? "has" : "have")"
    #expect(message.text == "it has")
    #expect(message.mapArguments { _ in "x" }.text == "it has")
  }

  @Test func transformsOnlyArguments() {
    let message: Message = "a \("a" as Message) \(String("a")) \("\(String("a"))" as Message)"
    #expect(message.mapArguments { _ in "b" }.text == "a a b b")
  }

  @Test func joinsMessages() {
    let message = (["a", "b \(1)"] as [Message]).joined(separator: ", ")
    #expect(message.text == "a, b 1")
    #expect(([] as [Message]).joined(separator: ", ").isEmpty)
  }
}
