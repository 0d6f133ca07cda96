import Substrings
import Text

/// Pushing.
extension ProgramRemote {
  /// The maximum number of references per push.
  private static let mostRefs = 2000

  public func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool
  ) throws(GitError) -> [PushResult] {
    var branches = known
    return try RetryPolicy.run { () throws(RetryPolicy.Failure) in
      // After an interrupted push, the remote state is unknown.
      defer { branches = nil }
      let now = if let branches { branches } else { try listed() }
      return try push(updates, from: repository, atomic: atomic, knowing: now)
    }
  }

  private func push(
    _ updates: [RefUpdate], from repository: Repository, atomic: Bool,
    knowing branches: [String: ObjectID]
  ) throws(RetryPolicy.Failure) -> [PushResult] {
    let plan: PushPlan
    do throws(GitError) {
      plan = try PushPlan(updates, from: repository, mayRewind: mayRewind) {
        name throws(GitError) in branches[name]
      }
    } catch {
      throw RetryPolicy.Failure(error)
    }
    var rest = plan.moving(atomic)[...]
    var outcomes: [String: PushResult.Outcome] = [:]
    var messages: [String] = []
    var answer: RemoteReply?
    // Command lines are limited; atomic updates must stay together anyway.
    while !rest.isEmpty {
      let moving = atomic ? rest : rest.prefix(Self.mostRefs)
      rest = rest.dropFirst(moving.count)
      var words = ["push", "--porcelain", "--no-verify", "--recurse-submodules=no"]
      if atomic { words.append("--atomic") }
      if let pushOption { words.append("--push-option=\(pushOption)") }
      let isStaged = moving.count > PushStage.fewest
      // A fast-forward can't lose anything, and leases for many references are slow.
      for update in moving where !isStaged || mayRewind || update.new == nil {
        let expected = branches[update.name].map(\.description) ?? ""
        words.append("--force-with-lease=\(update.name):\(expected)")
      }
      words += ["--", place]
      let result: Subprocess.Result
      do throws(GitError) {
        for update in moving { try Reference.checkName(update.name) }
        let stage = isStaged ? try PushStage(moving, from: repository) : nil
        defer { stage?.remove() }
        words +=
          stage?.specs ?? moving.map { "\($0.new.map(\.description) ?? ""):\($0.name)" }
        result = try run(words, in: repository, input: nil, stage?.environment ?? [:])
      } catch {
        throw RetryPolicy.Failure(error)
      }
      var reply = RemoteReply(in: result.errors)
      let answers = Self.outcomes(result.output).mapValues { outcome in
        guard case .refused(let reason) = outcome else { return outcome }
        reply = reply ?? RemoteReply(line: reason)
        return .refused(Self.reason(reason, result.errors))
      }
      if let reply, reply.code == RemoteReply.busy {
        throw RetryPolicy.Failure(GitError(reply, path: place))
      }
      if answers.isEmpty { throw failure(of: result) }
      outcomes.merge(answers) { $1 }
      if answers.values.contains(where: { if case .refused = $0 { true } else { false } }) {
        answer = answer ?? reply
      }
      messages += Self.remoteLines(result.errors)
    }
    return plan.results(atomic, outcomes).map { result in
      var result = result
      result.messages = messages
      if case .refused = result.outcome { result.reply = answer }
      return result
    }
  }

  /// The reason for a refused push: the message about the branch, or its meaning.
  private static func reason(_ reason: String, _ errors: [UInt8]) -> String {
    if let limit = ProgramFailure.limit(errors) { return limit }
    if let reply = RemoteReply(in: errors) { return reply.text }
    let words = remoteWords(errors)
    if ProgramFailure.isFull(reason) || words.map(ProgramFailure.isFull) ?? false {
      return "\(ProgramFailure.diskIsFull): tell your teacher or the hub's administrator"
    }
    guard let words else { return reason }
    // If a hook gives a reason, it doesn't matter that it was a hook.
    return reason.hasSuffix("hook declined") ? words : "\(reason): \(words)"
  }

  /// The remote's messages on one line; nil if there are none.
  static func remoteWords(_ errors: [UInt8]) -> String? {
    let lines = remoteLines(errors)
    return lines.isEmpty ? nil : String(lines.joined(separator: "; ").prefix(200))
  }

  /// The remote's messages.
  private static func remoteLines(_ errors: [UInt8]) -> [String] {
    let mark = "remote: "
    return String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix(mark) }
      .map { String($0.dropFirst(mark.count)).trimmingSuffix { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("error: ") }
  }

  /// Parses the lines of `git push --porcelain`: a flag, `from:to`, and the result.
  static func outcomes(_ output: [UInt8]) -> [String: PushResult.Outcome] {
    var found: [String: PushResult.Outcome] = [:]
    for line in output.split(separator: 10) {
      let parts = line.split(separator: 9, omittingEmptySubsequences: false)
      guard parts.count >= 3, let flag = parts[0].first, parts[0].count == 1,
        let colon = parts[1].firstIndex(of: UInt8(ascii: ":"))
      else { continue }
      let name = String(decoding: parts[1][(colon + 1)...], as: UTF8.self)
      let words = String(decoding: parts[2], as: UTF8.self)
      switch flag {
      case UInt8(ascii: "="): found[name] = .upToDate
      case UInt8(ascii: "!"): found[name] = refusal(words)
      default: found[name] = .moved
      }
    }
    return found
  }

  private static func refusal(_ words: String) -> PushResult.Outcome {
    // `[remote rejected] (hook declined)`: the reason is in the last parentheses.
    let reason =
      words.firstIndex(of: "(").map { String(words[words.index(after: $0)...].dropLast()) } ?? words
    if words.contains("atomic") { return .abandoned }
    // The server's message about a branch that was moved concurrently.
    if words.hasPrefix("[rejected]") || reason == "failed to update ref" { return .behind(reason) }
    return .refused(reason)
  }
}
