import Model
import PlainYAML
import Storage
import Text

/// The merged grades of all shards, equal to those of a single run.
public struct GradeMerge {
  private let shards: [GradeShard]
  /// The graded object.
  public let path: String

  /// - Parameter files: file names as typed, in any order.
  /// - Throws: `Failure` unless they are all shards of one run, each once.
  public init(_ files: [String], from directory: String) throws {
    let shards = try files.map { try GradeShard($0, from: directory) }
      .sorted { $0.share.number < $1.share.number }
    guard let first = shards.first else {
      throw Failure(.commandIsFaulty, "no shards to merge", hint: "name the files of all shards")
    }
    for shard in shards.dropFirst() where shard.grading != first.grading {
      throw GradeMerge.difference(first, shard)
    }
    for (shard, next) in zip(shards, shards.dropFirst()) where shard.share == next.share {
      throw Failure(
        .commandIsFaulty, "'\(shard.name)' and '\(next.name)' are both shard \(shard.share)",
        hint: "name each shard once")
    }
    let count = first.share.count
    if shards.count < count {
      let numbers = Set(shards.map(\.share.number))
      let missing = (1...count).filter { !numbers.contains($0) }.map { "\($0)/\(count)" }
      throw Failure(
        .commandIsFaulty,
        """
        missing \(missing.count) of \(count) shards: \
        \(missing.prefix(10).joined(separator: ", "))\(missing.count > 10 ? " and more" : "")
        """,
        hint: "grade them with 'teachkit grade \(first.grading.path) --shard \(missing[0])'")
    }
    self.shards = shards
    path = first.grading.path
  }

  private static func difference(_ first: GradeShard, _ second: GradeShard) -> Failure {
    let names = "'\(first.name)' and '\(second.name)'"
    if first.grading.path != second.grading.path {
      return Failure(
        .commandIsFaulty,
        "\(names) grade different work: \(first.grading.path) and \(second.grading.path)")
    }
    if first.share.count != second.share.count {
      return Failure(
        .commandIsFaulty,
        "\(names) can't be combined: one is \(first.share), the other \(second.share)",
        hint: "grade all of them with the same number of shards")
    }
    return Failure(
      .objectIsFaulty, "\(names) were graded from different states of the school",
      hint: "check out the same commit on each machine, and grade again")
  }

  /// Writes the grades of some worksheets into the ledgers of a change.
  ///
  /// - Parameter worksheets: all worksheets that the path covers.
  /// - Throws: `Failure` if the school has changed since it was graded.
  public func merge(
    _ worksheets: [Worksheet], of subject: String, into change: Change
  ) throws -> [GradeRun.Outcome] {
    let files = SchoolFiles(change)
    guard try GradeInputs(of: subject, in: files).state(of: worksheets) == shards[0].grading.state
    else {
      throw Failure(
        .updateOperationFailed,
        "the school differs from the state that the shards were graded from",
        hint: "merge with that commit checked out, or grade the shards again")
    }
    let run = try GradeRun(subject: subject, files, nil)
    var keys = shards.map { _ in Set<String>() }
    let outcomes = try worksheets.map { worksheet in
      let works = try run.works(on: worksheet, of: .everyone)
      var outcome = GradeRun.Outcome(path: worksheet.path, title: worksheet.context.title)
      outcome.tests = Set(run.participants.testing.map(\.id))
      try change.editGrades(of: worksheet.path) { ledger in
        for work in works {
          let place =
            GradeShare.number(of: worksheet.path, of: work.terms.mailbox, shards.count) - 1
          let key = GradeShard.key(worksheet.path, work.student)
          keys[place].insert(key)
          if let line = try shards[place].line(key) {
            try outcome.add(line, of: work.student, to: &ledger)
          } else {
            outcome.remove(work.student, from: &ledger)
          }
        }
      }
      return outcome
    }
    for (shard, keys) in zip(shards, keys) { try shard.checkLines(keys.contains) }
    return outcomes
  }
}

extension GradeRun.Outcome {
  fileprivate mutating func add(
    _ line: GradeShard.Line, of student: String, to ledger: inout Ledger
  ) throws {
    switch line {
    case .kept(let why): kept.append((student, why))
    case .grade(let grade, let reason):
      if !tests.contains(student) { counts[grade.state, default: 0] += 1 }
      if let reason { unreadable.append((student, reason)) }
      if let new = try ledger.update(grade, of: student) { changed.append(new) }
    }
  }
}
