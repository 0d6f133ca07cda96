import Git
import Model
import Reports
import Text

/// Delivers reminders through channels. A channel that fails or hangs doesn't stop the others.
public struct Notifier {
  public var channels: [NotificationChannel]
  /// The sender and the default recipient of mails; nil without an address.
  public var teacher: Person?
  /// The time limit of each channel in seconds.
  public var limit = 10.0
  /// Whether commands may run. Those in `school.yaml` need the user's permission, because a
  /// colleague may have written them.
  public var allowsCommands: Bool
  private let findProgram: (String) -> Bool
  private let show: (Reminder) -> Void
  private let makeIdentifier: () -> String

  /// - Parameters:
  ///   - findProgram: whether a program is in `PATH`.
  ///   - show: prints a reminder on the terminal.
  ///   - makeIdentifier: makes unique identifiers for mails.
  public init(
    _ channels: [NotificationChannel], teacher: Person?, allowsCommands: Bool = true,
    findProgram: @escaping (String) -> Bool, makeIdentifier: @escaping () -> String,
    show: @escaping (Reminder) -> Void
  ) {
    self.channels = channels
    self.teacher = teacher
    self.allowsCommands = allowsCommands
    self.findProgram = findProgram
    self.makeIdentifier = makeIdentifier
    self.show = show
  }

  /// What prevents channels from delivering, as far as that can be checked without using them.
  public func missing() -> [DeliveryFailure] {
    channels.compactMap { channel in
      do throws(DeliveryFailure) {
        try check(channel)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Delivers a reminder through all channels.
  ///
  /// - Returns: the channels that failed.
  public func deliver(_ reminder: Reminder) -> [DeliveryFailure] {
    channels.compactMap { channel in
      do throws(DeliveryFailure) {
        try check(channel)
        try deliver(reminder, through: channel)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Sends a reminder as one mail, in which recipients see each other's addresses.
  public func mail(_ reminder: Reminder, to people: [Person]) throws(DeliveryFailure) {
    let senders = [teacher].compactMap(\.self) + people
    guard let from = senders.first(where: { !$0.mail.isEmpty }) else { throw Self.missingAddress }
    let message = try MailMessage(
      from: from, to: people, subject: reminder.title, text: reminder.text,
      time: reminder.time, identifier: makeIdentifier())
    guard let program = sendmail else { throw Self.missingSendmail }
    try run(program, ["-t", "-i"], input: message.bytes, for: "mail")
  }

  private func check(_ channel: NotificationChannel) throws(DeliveryFailure) {
    switch channel {
    case .print: break
    case .desktop:
      if findProgram("notify-send") { return }
      throw DeliveryFailure(
        "desktop", "no program 'notify-send'", hint: "install it: 'apt install libnotify-bin'")
    case .mail(let address):
      if address == nil, teacher?.mail.isEmpty ?? true { throw Self.missingAddress }
      if sendmail == nil { throw Self.missingSendmail }
    case .command(let words):
      if !allowsCommands {
        throw DeliveryFailure(
          "command", "'\(visible(words[0]))' in school.yaml may not run on this computer",
          hint: "check the command, then run 'git config --global teachkit.notifyCommands true'")
      }
      if !words[0].contains("/"), !findProgram(words[0]) {
        throw DeliveryFailure(
          "command", "no program '\(visible(words[0]))'",
          hint: "write its whole path, such as /usr/local/bin/\(visible(words[0]))")
      }
    }
  }

  private func deliver(
    _ reminder: Reminder, through channel: NotificationChannel
  ) throws(DeliveryFailure) {
    switch channel {
    case .print: show(reminder)
    case .mail(let address):
      let person = address.map { Person(name: "", mail: $0) } ?? teacher
      try mail(reminder, to: person.map { [$0] } ?? [])
    case .command(let words):
      try run(
        words[0], Array(words.dropFirst()), input: Array((reminder.json.description + "\n").utf8),
        for: "command")
    case .desktop:
      // It interprets backslashes in the text.
      let text = reminder.text.split(separator: "\\", omittingEmptySubsequences: false)
        .joined(separator: "\\\\")
      do {
        try run("notify-send", ["--app-name=teachkit", "--", reminder.title, text], for: "desktop")
      } catch {
        if error.hint != nil { throw error }
        throw DeliveryFailure(
          "desktop", "no notifier is available (\(error.reason))",
          hint:
            "install one, for example with 'apt install dunst', or choose another channel in 'notify'"
        )
      }
    }
  }

  private func run(
    _ program: String, _ arguments: [String], input: [UInt8]? = nil, for channel: String
  ) throws(DeliveryFailure) {
    let result: Subprocess.Result
    do {
      result = try Subprocess(program, arguments, input: input, timeout: limit).run()
    } catch {
      throw DeliveryFailure(channel, "cannot run '\(visible(program))': \(error.message)")
    }
    let line = result.errorText.split(whereSeparator: \.isNewline).first
    let reason: Message
    switch result.status {
    case .exited(0): return
    case .timedOut:
      throw DeliveryFailure(
        channel, "'\(visible(program))' didn't end within \(Int(limit)) seconds",
        hint: "run it by hand to see why it hangs")
    case .exited(let code): reason = "'\(visible(program))' ended with exit code \(code)"
    case .signalled(let signal): reason = "signal \(signal) ended '\(visible(program))'"
    }
    throw DeliveryFailure(channel, line.map { "\(reason): \(visible(String($0)))" } ?? reason)
  }

  /// `sendmail`, which is often outside of the users' `PATH`.
  private var sendmail: String? {
    if findProgram("sendmail") { return "sendmail" }
    return ["/usr/sbin/sendmail", "/usr/lib/sendmail"].first(where: findProgram)
  }

  private static let missingSendmail = DeliveryFailure(
    "mail", "no program 'sendmail'", hint: "install one, for example with 'apt install msmtp-mta'")

  private static let missingAddress = DeliveryFailure(
    "mail", "the teacher has no mail address",
    hint: "write it in school.yaml: `teacher: Grace Hopper <grace@example.org>`")
}
