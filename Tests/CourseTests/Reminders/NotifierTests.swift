import Course
import Git
import Glibc
import Model
import Testing

@Suite struct NotifierTests {
  private let reminder = Reminder(
    kind: .closing, title: "Klasse 7b", text: "3 students on today's list.", schoolClass: "7b",
    time: Instant(iso: "2026-11-20T15:35:00Z")!)

  private func notifier(
    _ channels: [NotificationChannel], teacher: Person? = nil, has: Bool = true,
    show: @escaping (Reminder) -> Void = { _ in }
  ) -> Notifier {
    Notifier(
      channels, teacher: teacher, findProgram: { _ in has }, makeIdentifier: { "1.a" }, show: show)
  }

  @Test func aCommandReadsTheReminderAsJSON() throws {
    let folder = TemporaryFolder("notify", in: "/tmp")
    try folder.makePrivate()
    defer { folder.remove() }
    let file = "\(folder.path)/json"
    let failures = notifier([.command(["sh", "-c", "cat > '\(file)'"])]).deliver(reminder)
    #expect(failures.isEmpty)
    let read = try Subprocess("cat", [file]).run()
    #expect(
      read.outputText == """
        {"format": 1, "kind": "closing", "title": "Klasse 7b", "text": "3 students on today's list.", \
        "class": "7b", "time": "2026-11-20T15:35:00Z"}

        """)
  }

  @Test func aFailingChannelDoesNotStopTheOthers() {
    var shown: [String] = []
    let notifier = notifier([
      .command(["sh", "-c", "echo 'no network' >&2; exit 3"]), .command(["/no/such/program"]),
      .print,
    ]) { shown.append($0.text) }
    let failures = notifier.deliver(reminder)
    #expect(shown == [reminder.text])
    #expect(
      failures.map(\.reason.text) == [
        "'sh' ended with exit code 3: no network",
        "cannot run '/no/such/program': the program isn't installed",
      ])
  }

  @Test func aHangingChannelIsStopped() {
    var shown = 0
    var notifier = notifier([.command(["sleep", "60"]), .print]) { _ in shown += 1 }
    notifier.limit = 0.2
    #expect(notifier.deliver(reminder).map(\.channel) == ["command"])
    #expect(shown == 1)
  }

  @Test func missingProgramsAndAddressesAreKnownBefore() {
    let grace = Person(name: "Grace", mail: "grace@example.org")
    let channels: [NotificationChannel] = [.desktop, .mail(to: nil), .command(["x"]), .print]
    #expect(
      notifier(channels, teacher: grace, has: false).missing().map(\.reason.text) == [
        "no program 'notify-send'", "no program 'sendmail'", "no program 'x'",
      ])
    #expect(
      notifier([.mail(to: nil)]).missing().map(\.reason.text) == ["the teacher has no mail address"]
    )
    #expect(notifier(channels, teacher: grace).missing().isEmpty)
  }

  @Test func commandsOfTheSchoolNeedPermission() {
    var notifier = notifier([.command(["touch", "/tmp/never"])])
    notifier.allowsCommands = false
    #expect(
      notifier.deliver(reminder).map(\.reason.text) == [
        "'touch' in school.yaml may not run on this computer"
      ])
  }

  @Test(arguments: ["a\nBcc: eve@x.org", "a b@x.org", "", "a@x.org>", "ä@x.org"])
  func invalidAddressesAreRefused(address: String) {
    let person = Person(name: "", mail: address)
    #expect(throws: DeliveryFailure.self) {
      _ = try MailMessage(
        from: Person(name: "", mail: "g@x.org"), to: [person], subject: "x", text: "x",
        time: reminder.time, identifier: "1")
    }
  }
}

/// Messages read back by Python's `email`, an independent parser.
@Suite struct MailMessageTests {
  /// - Returns: the lines that the script prints.
  private func parsed(_ message: MailMessage) throws -> [String] {
    let script = """
      import sys, email, email.policy
      m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
      print(m['From'].addresses[0].display_name, m['From'].addresses[0].addr_spec)
      print(m['To'].addresses[0].display_name, m['To'].addresses[0].addr_spec)
      print(m['Subject']); print(m['Date'].datetime.isoformat()); print(m['Message-ID'])
      print(sorted(m.keys())); print(m.defects); print(repr(m.get_content()))
      """
    let result = try Subprocess("python3", ["-c", script], input: message.bytes).run()
    return result.outputText.split(separator: "\n").map(String.init)
  }

  private func message(
    _ subject: String, _ text: String, from name: String = "Grace Hopper"
  ) throws -> MailMessage {
    try MailMessage(
      from: Person(name: name, mail: "grace@example.org"),
      to: [Person(name: "Ada Lovelace", mail: "ada@example.org")], subject: subject, text: text,
      time: Instant(iso: "2026-11-20T08:00:09Z")!, identifier: "1.a")
  }

  @Test func aPlainMessage() throws {
    #expect(
      try parsed(message("Class 7b", "Three students.\nGo.")) == [
        "Grace Hopper grace@example.org", "Ada Lovelace ada@example.org", "Class 7b",
        "2026-11-20T08:00:09+00:00", "<1.a@example.org>",
        "['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'Date', 'From', "
          + "'MIME-Version', 'Message-ID', 'Subject', 'To']", "[]", #"'Three students.\nGo.\n'"#,
      ])
  }

  @Test func otherCharactersAndLongLines() throws {
    let subject = String(repeating: "Prüfung für die Klasse 7b, heute! 日本語 👩‍👩‍👧 ", count: 6).trimmed
    let text = String(repeating: "Straße ", count: 200).trimmed
    let message = try message(subject, text, from: "Müller, \"Jo\" <x>")
    let lines = try parsed(message)
    #expect(lines[0] == "Müller, \"Jo\" <x> grace@example.org")
    #expect(lines[2] == subject)
    #expect(lines[6] == "[]")
    #expect(lines[7] == "'\(text)'")
    let wire = String(decoding: message.bytes, as: UTF8.self)
    #expect(wire.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
  }

  @Test func lineBreaksAddNoHeaders() throws {
    let lines = try parsed(
      message("a\nBcc: eve@example.org\r\nX: y", "\n\nBcc: x\n.\n", from: "G\nX: y"))
    #expect(lines[0] == "G X: y grace@example.org")
    #expect(lines[2] == "a Bcc: eve@example.org X: y")
    #expect(!lines[5].contains("Bcc") && !lines[5].contains("'X'"))
    #expect(lines[7] == #"'\n\nBcc: x\n.\n\n'"#)
  }
}
