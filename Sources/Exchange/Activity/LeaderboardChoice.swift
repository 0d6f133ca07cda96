import Git
import HubProtocol
import Model
import PlainYAML
import Storage
import Text

/// Whether a student wants to be hidden from others in leaderboards: `leaderboard.yaml` on the
/// branch `progress` of their mailbox.
struct LeaderboardChoice: Hashable, Sendable {
  static let file = "leaderboard.yaml"
  /// The maximum number of bytes read.
  static let largest = 1 << 10

  let isHidden: Bool
  let at: Instant

  var hiddenSince: Instant? { isHidden ? at : nil }

  init(isHidden: Bool, at: Instant) {
    self.isHidden = isHidden
    self.at = at
  }

  /// A file that isn't a choice.
  struct Invalid: Error, Hashable {
    let reason: Message
  }

  init(_ bytes: [UInt8]) throws(Invalid) {
    let root: Node
    do {
      root = try Document(bytes).root
    } catch {
      throw Invalid(reason: error.message)
    }
    guard let hidden = root["hidden"]?.scalar, ["yes", "no"].contains(hidden) else {
      throw Invalid(reason: "'hidden' is not yes or no")
    }
    guard let at = root["at"]?.scalar.flatMap({ Instant(iso: $0) }) else {
      throw Invalid(reason: "'at' is not a time")
    }
    self.init(isHidden: hidden == "yes", at: at)
  }

  /// Reads the file of a commit; nil if there is none.
  static func read(
    at commit: ObjectID?, in source: some ObjectSource
  ) -> Result<LeaderboardChoice, Invalid>? {
    guard let commit, let tree = try? source.commit(commit).tree,
      let entry = try? source.tree(tree).first(where: { $0.name == file })
    else { return nil }
    guard entry.mode != .tree, let bytes = try? source.file(at: file, in: tree, limit: largest)
    else { return .failure(Invalid(reason: "not a small file")) }
    return Result { () throws(Invalid) in try LeaderboardChoice(bytes) }
  }

  var bytes: [UInt8] {
    let value = Value.fields([
      ("hidden", .plain(isHidden ? "yes" : "no")), ("at", .scalar(at.description)),
    ])
    return Array(Printer.print(value).utf8)
  }
}

extension StudentClone {
  private var choiceFile: String { activityFolder + "/" + LeaderboardChoice.file }

  /// The last choice made in this clone; nil for none.
  private func ownChoice() throws -> LeaderboardChoice? {
    try DurableFile.read(choiceFile, limit: LeaderboardChoice.largest)
      .flatMap { try? LeaderboardChoice($0) }
  }

  private func sentChoice(at tip: ObjectID?) -> LeaderboardChoice? {
    try? LeaderboardChoice.read(at: tip, in: repository)?.get()
  }

  /// Whether the student last chose to be hidden in leaderboards, here or in another clone; nil
  /// without a choice.
  public func wantsToBeHidden() throws -> Bool? {
    let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
    let sent = sentChoice(at: try repository.reference(branch))
    let choices = [sent, try ownChoice()].compactMap(\.self)
    return choices.max { $0.at < $1.at }?.isHidden
  }

  /// Chooses whether others see the student in leaderboards; the next `sendActivity` sends it.
  ///
  /// - Throws: `CloneError.removed`, `SubmitError.readOnly`.
  public func setHidden(_ isHidden: Bool) throws {
    try locked {
      let inbox = try inbox()
      if inbox.state == .removed { throw CloneError.removed(subject: subject) }
      if inbox.permission == .readOnly { throw SubmitError.readOnly(subject: subject) }
      let branch = Ref.fetched(HubBranch.progress, from: remoteName(of: student))
      let sent = sentChoice(at: try repository.reference(branch))
      let last = [sent, try ownChoice()].compactMap(\.self).max { $0.at < $1.at }
      if last?.isHidden == isHidden { return }
      // The newest choice counts, even if the clock was wrong before.
      let choice = LeaderboardChoice(
        isHidden: isHidden, at: max(now, last?.at.adding(seconds: 1) ?? now))
      try DurableFile.makeFolder(activityFolder)
      try DurableFile.write(choice.bytes, to: choiceFile)
    }
  }

  /// The choice, if it is newer than the one in a commit of the branch `progress`.
  func newChoice(since tip: ObjectID?) throws -> LeaderboardChoice? {
    guard let own = try ownChoice() else { return nil }
    return sentChoice(at: tip).map { $0.at >= own.at } ?? false ? nil : own
  }
}

extension SubjectExchange {
  /// New choices of participants about leaderboards, by student. Invalid ones are refused.
  func newChoices(
    _ readings: [MailboxReading], _ files: SchoolFiles, _ report: inout CollectReport
  ) throws -> [String: LeaderboardChoice] {
    let readings = readings.filter { $0.choice != nil }
    if readings.isEmpty { return [:] }
    let participants = Dictionary(
      try files.participants(of: subject).current.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var found: [String: LeaderboardChoice] = [:]
    for reading in readings {
      guard let participant = participants[reading.mailbox] else { continue }
      switch reading.choice {
      case .success(let choice):
        let choice = LeaderboardChoice(isHidden: choice.isHidden, at: min(choice.at, now))
        let isNew =
          choice.isHidden
          ? participant.hidden == nil : participant.hidden.map { $0 < choice.at } ?? false
        if isNew { found[reading.mailbox] = choice }
      case .failure(let invalid):
        report.refused.append(
          .init(
            mailbox: reading.mailbox, branch: "progress",
            problem: .leaderboardChoice(invalid.reason.text), isPast: false))
      case nil: break
      }
    }
    return found
  }
}
