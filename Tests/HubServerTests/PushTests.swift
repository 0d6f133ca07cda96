import Git
import Model
import Testing

@testable import HubProtocol
@testable import HubServer

/// Rules for pushes. Each refused push is also accepted once its reason is removed.
@Suite struct PushTests {
  let temporary: TemporaryHub
  let box: FolderRepository
  let work = "refs/heads/submit/adding"

  init() throws {
    temporary = try TemporaryHub()
    box = try temporary.repository(.mailbox("ada"))
  }

  private func fault(
    _ name: String, from old: ObjectID? = nil, to new: ObjectID?,
    in repository: HubRepository = .mailbox("ada"), by principal: Principal = .student("ada"),
    isPurge: Bool = false, isLeaving: Bool = false
  ) throws -> PushFault? {
    do {
      try temporary.push(
        [(name, old, new)], to: repository, by: principal, isPurge: isPurge, isLeaving: isLeaving
      ).check(quarantine: nil, now: temporary.now)
      return nil
    } catch HubError.push(let fault) {
      return fault
    }
  }

  @Test(arguments: [
    "refs/heads/main", "refs/heads/inbox", "refs/heads/receipts", "refs/tags/x", "refs/notes/x",
    "refs/heads/submit/", "refs/heads/submit/a..b", "refs/heads/other", "refs/heads/progress/x",
  ])
  func refusesOtherBranches(name: String) throws {
    let id = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    #expect(try fault(name, to: id) == .branch(name))
    #expect(try fault(work, to: id) == nil)
  }

  @Test func sharedObjectsAreForgottenWithTheLastBranch() throws {
    let desk = try temporary.repository(.desk)
    let names = ["refs/heads/out/ada", "refs/heads/out/ben"]
    let common = try temporary.commit(["inbox.yaml": "title: A"], in: desk)
    let before = try ["one", "secret"].map {
      try temporary.commit(["inbox.yaml": "title: \($0)"], on: [common], in: desk)
    }
    let after = try ["new", "newer"].map {
      try temporary.commit(["inbox.yaml": "title: \($0)"], in: desk)
    }
    func push(_ old: [ObjectID?], _ new: [ObjectID], isPurge: Bool = false) throws {
      let push = try temporary.push(
        zip(names, zip(old, new)).map { ($0, $1.0, $1.1) }, to: .desk, by: .teacher,
        isPurge: isPurge)
      try push.check(quarantine: nil, now: temporary.now)
      try push.move()
      _ = try push.finish()
    }
    try push([nil, nil], before)
    for (name, commit) in zip(["ada", "ben"], before) {
      let box = try temporary.repository(.mailbox(name))
      try Housekeeping(temporary.hub).prepare(HubPlace("math", .mailbox(name)))
      #expect(try box.contains(commit))
    }
    try push(before, after, isPurge: true)
    for id in before + [common] { #expect(try !temporary.repository(.desk).contains(id)) }
    for (name, commit) in zip(["ada", "ben"], zip(before, after)) {
      let box = try temporary.repository(.mailbox(name))
      #expect(try box.reference(HubBranch.inbox) == commit.1)
      #expect(try !box.contains(commit.0) && !box.contains(common))
    }
    // A second call, with all of it already removed, loses nothing and doesn't fail.
    try temporary.repository(.desk).forget(before)
    #expect(try temporary.repository(.desk).contains(after[1]))
  }

  @Test func branchesOfFormerNamesCloseWithTheWork() throws {
    let subject = try temporary.repository(.subject)
    let first = try temporary.commit(
      ["early/worksheet.yaml": "title: Late\n", "adding/worksheet.yaml": "title: Adding\n"],
      in: subject)
    let renamed = try temporary.commit(
      [
        "late/worksheet.yaml": "title: Late\nwas: [early]\n",
        "adding/worksheet.yaml": "title: Adding\n",
      ], on: [first], in: subject)
    try subject.update([RefUpdate(HubBranch.main, to: renamed, expecting: .anything)])
    let id = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    for name in ["late", "early"] {
      let found = try fault("refs/heads/submit/\(name)", to: id)
      guard case .closed("submit/\(name)", let at, _)? = found else {
        Issue.record("submit/\(name) is open: \(String(describing: found))")
        continue
      }
      #expect(at == Instant(seconds: 1_600_000_000))
    }
    #expect(try fault(work, to: id) == nil)
    // A different worksheet that reuses the former name is open.
    let taken = try temporary.commit(
      [
        "late/worksheet.yaml": "title: Late\nwas: [early]\n",
        "early/worksheet.yaml": "title: Early\n",
      ], on: [renamed], in: subject)
    try subject.update([RefUpdate(HubBranch.main, to: taken, expecting: .anything)])
    #expect(try fault("refs/heads/submit/early", to: id) == nil)
  }

  // MARK: Withdrawals

  private func deliver(
    _ name: String, from old: ObjectID?, to new: ObjectID, in repository: HubRepository,
    by principal: Principal
  ) throws {
    let push = try temporary.push([(name, old, new)], to: repository, by: principal)
    try push.check(quarantine: nil, now: temporary.now)
    try push.move()
    _ = try push.finish()
  }

  /// A mark that names a receipt.
  private func mark(_ receipt: ObjectID) throws -> ObjectID {
    try temporary.commit(
      [:], in: temporary.repository(.desk), message: "Collect\n\nTeachkit-Receipt: \(receipt)\n")
  }

  @Test func onlyAttemptsThatAreNotCollectedCanBeWithdrawn() throws {
    let desk = try temporary.repository(.desk)
    let first = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    try deliver(work, from: nil, to: first, in: .mailbox("ada"), by: .student("ada"))
    let withdrawal = try temporary.commit(
      ["answers.yaml": "a: 1"], on: [first], in: box,
      message: "Withdraw\n\nTeachkit-Withdraws: \(first)\n")
    #expect(try fault(work, from: first, to: withdrawal) == nil)
    let name = HubBranch.collected + "ada"
    let receipt = try #require(try desk.reference(HubBranch.received + "ada"))
    // The refused test push above left a note of a withdrawal.
    #expect(
      try fault(name, to: mark(receipt), in: .desk, by: .teacher) == .overtaken(mailbox: "ada"))
    _ = try ReceiptWriter(temporary.hub, "math", mailbox: "ada").applyPending()
    try deliver(name, from: nil, to: mark(receipt), in: .desk, by: .teacher)
    #expect(try fault(work, from: first, to: withdrawal) == .collected("submit/adding"))
    let second = try temporary.commit(["answers.yaml": "a: 2"], on: [first], in: box)
    let withdrawn = try temporary.commit(
      ["answers.yaml": "a: 2"], on: [second], in: box,
      message: "Withdraw\n\nTeachkit-Withdraws: \(second)\n")
    #expect(try fault(work, from: first, to: withdrawn) == nil)
  }

  @Test func attemptsThatWereWithdrawnInTheMeantimeAreNotMarked() throws {
    let desk = try temporary.repository(.desk)
    let first = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    try deliver(work, from: nil, to: first, in: .mailbox("ada"), by: .student("ada"))
    let receipt = try #require(try desk.reference(HubBranch.received + "ada"))
    let withdrawal = try temporary.commit(
      ["answers.yaml": "a: 1"], on: [first], in: box,
      message: "Withdraw\n\nTeachkit-Withdraws: \(first)\n")
    try deliver(work, from: first, to: withdrawal, in: .mailbox("ada"), by: .student("ada"))
    let name = HubBranch.collected + "ada"
    #expect(
      try fault(name, to: mark(receipt), in: .desk, by: .teacher) == .overtaken(mailbox: "ada"))
    let newest = try #require(try desk.reference(HubBranch.received + "ada"))
    #expect(try fault(name, to: mark(newest), in: .desk, by: .teacher) == nil)
    #expect(try fault(name, to: mark(first), in: .desk, by: .teacher) != nil)
    #expect(try fault("refs/heads/collected/..", to: mark(newest), in: .desk, by: .teacher) != nil)
    #expect(try fault(name, to: newest, in: .desk, by: .teacher) == .branch(name))
    #expect(try fault(name, to: newest) == .branch(name))
  }

  @Test func onlyFastForwardsAreAccepted() throws {
    let first = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    let second = try temporary.commit(["answers.yaml": "a: 2"], on: [first], in: box)
    let aside = try temporary.commit(["answers.yaml": "a: 3"], in: box)
    #expect(try fault(work, from: first, to: second) == nil)
    #expect(try fault(work, from: second, to: first) == .notFastForward("submit/adding"))
    #expect(try fault(work, from: second, to: aside) == .notFastForward("submit/adding"))
    #expect(try fault(work, from: second, to: nil) == .deleted(work))
  }

  @Test func leavingAddressAcceptsOnlyALeaveNotice() throws {
    func fault(_ old: ObjectID?, _ new: ObjectID?, on name: String = HubBranch.progress) throws
      -> PushFault?
    {
      try self.fault(name, from: old, to: new, isLeaving: true)
    }
    let words = String(decoding: LeaveNotice(at: temporary.now, since: nil).bytes, as: UTF8.self)
    let before = try temporary.commit(["time.yaml": "a: 1"], in: box)
    let leaving = ["time.yaml": "a: 1", LeaveNotice.file: words]
    let farewell = try temporary.commit(leaving, on: [before], in: box)
    #expect(try fault(before, farewell) == nil)
    #expect(try fault(nil, farewell) == .notLeaving)
    #expect(try fault(farewell, farewell) == .notLeaving)
    #expect(try fault(nil, before) == .notLeaving)
    #expect(try fault(before, farewell, on: work) == .notLeaving)
    let more = try temporary.commit([LeaveNotice.file: words], on: [before], in: box)
    #expect(try fault(before, more) == .notLeaving)
  }

  @Test func hubsOfEarlierVersionsGetHooks() throws {
    let hooks = "\(temporary.hub.path)/\(ServedHub.hooks)"
    let new = "\(hooks)/\(HookName.procReceive.rawValue)"
    let script = try DurableFile.read(new)
    try DurableFile.move(new, to: "\(hooks)/post-receive")
    try Housekeeping(temporary.hub).prepare(HubPlace("math", .mailbox("ada")))
    #expect(try DurableFile.read(new) == script)
    #expect(!DurableFile.exists("\(hooks)/post-receive"))
  }

  @Test func aPushIsAtomic() throws {
    let first = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    let second = try temporary.commit(["answers.yaml": "a: 2"], on: [first], in: box)
    let other = "refs/heads/submit/other"
    func move(_ updates: [(name: String, old: ObjectID?, new: ObjectID?)]) throws {
      try temporary.push(updates, to: .mailbox("ada")).move()
    }
    try move([(work, nil, first)])
    #expect(throws: GitError.self) { try move([(other, nil, first), (work, second, first)]) }
    #expect(try box.reference(other) == nil)
    try move([(other, nil, first), (work, first, second)])
    #expect(try box.reference(other) == first && box.reference(work) == second)
  }

  @Test func closedWorkIsRefused() throws {
    let id = try temporary.commit(["answers.yaml": "a: 1"], in: box)
    #expect(
      try fault("refs/heads/submit/late", to: id)
        == .closed("submit/late", at: Instant(seconds: 1_600_000_000), zone: nil))
    #expect(try fault("refs/heads/submit/later", to: id) == nil)
  }

  @Test func acceptsOnlyAnswersAndWork() throws {
    let name = "submit/adding"
    for files in [["x": ""], ["a/answers.yaml": ""], ["answers.yaml": "", "notes/x": ""]] {
      let id = try temporary.commit(files, in: box)
      guard case .attempt(name, .unexpected)? = try fault(work, to: id) else {
        #expect(Bool(false), "\(files)")
        continue
      }
    }
    // An invalid intermediate commit is not an attempt and doesn't block later ones.
    let bad = try temporary.commit(["x": ""], in: box)
    let good = try temporary.commit(["answers.yaml": "a: 1"], on: [bad], in: box)
    #expect(try fault(work, to: good) == nil)
    #expect(try fault(work, to: bad) == .attempt(name, .unexpected("x")))
  }

  @Test func acceptsCurrentAndFormerPublishedFiles() throws {
    let subject = try temporary.repository(.subject)
    var main: [ObjectID] = []
    func publish(_ files: [String: String]) throws {
      main.append(try temporary.commit(files, on: main.suffix(1), in: subject))
      try subject.update([RefUpdate(HubBranch.main, to: main.last, expecting: .anything)])
    }
    func submit(_ sheet: String, to work: String = "adding") throws -> PushFault? {
      let id = try temporary.commit(["answers.yaml": "", "worksheet.yaml": sheet], in: box)
      return try fault("refs/heads/submit/\(work)", to: id)
    }
    let refused = PushFault.attempt("submit/adding", .changedPublished("worksheet.yaml"))
    try publish(["adding/worksheet.yaml": "v: 1", "sub/worksheet.yaml": "w: 1"])
    #expect(try submit("v: 1") == nil)
    #expect(try submit("v: 2") == refused)
    try publish(["adding/worksheet.yaml": "v: 2", "sub/worksheet.yaml": "w: 1"])
    #expect(try submit("v: 1") == nil)
    #expect(try submit("v: 2") == nil)
    #expect(try submit("w: 1") == refused)
    // Either name accepts the published versions of both worksheets.
    try publish(["more/sums/worksheet.yaml": "was: [adding]", "sub/worksheet.yaml": "w: 1"])
    #expect(try submit("v: 1", to: "more.sums") == nil)
    #expect(try submit("was: [adding]") == nil)
    #expect(try submit("v: 2") == nil)
    #expect(try submit("w: 1") == refused)
    try publish(["parts/sums/worksheet.yaml": "was: [adding]", "parts/context.yaml": "was: more"])
    #expect(try submit("v: 1", to: "parts.sums") == nil)
    #expect(try submit("was: [adding]", to: "more.sums") == nil)
    #expect(try submit("v: 3", to: "parts.sums") != nil)
    // A worksheet that no longer exists.
    #expect(try submit("w: 1", to: "sub") == nil)
  }

  @Test func forbiddenFilesAreRefusedEverywhere() throws {
    func commit(_ entry: TreeEntry, on parents: [ObjectID]) throws -> (id: ObjectID, tree: ObjectID)
    {
      let batch = ObjectBatch()
      try batch.add(blob: [])
      let tree = try batch.add(tree: [entry])
      let root = try batch.add(tree: [TreeEntry("work", .tree, tree)])
      let id = try batch.add(
        commit: CommitContent(
          tree: root, parents: parents, author: Signature(name: "A", email: "a@b", seconds: 1),
          message: "m"))
      try box.write(batch)
      return (id, root)
    }
    let blob = try ObjectID.hash(blob: [])
    let before = try commit(TreeEntry("f", .file, blob), on: [])
    let bad = try commit(TreeEntry("l", .symlink, blob), on: [before.id])
    let tip = try commit(TreeEntry("g", .file, blob), on: [bad.id])
    let fault = PushFault.tree("submit/adding", TreeFault(.symlink, "work/l"))
    #expect(try self.fault(work, from: before.id, to: bad.id) == fault)
    #expect(
      try self.fault(work, from: before.id, to: tip.id)
        == .older(
          fault, commit: bad.id,
          replacement: .init(tree: tip.tree, on: before.id, branch: "submit/adding")))
  }

  @Test func treesAreValidated() throws {
    func commit(_ entries: [TreeEntry]) throws -> ObjectID {
      let batch = ObjectBatch()
      try batch.add(blob: [])
      let work = try batch.add(tree: entries)
      let root = try batch.add(tree: [TreeEntry("work", .tree, work)])
      let id = try batch.add(
        commit: CommitContent(
          tree: root, parents: [],
          author: Signature(name: "A", email: "a@b", seconds: 1), message: "m"))
      try box.write(batch)
      return id
    }
    let blob = try ObjectID.hash(blob: [])
    let faults: [(TreeFault.Kind, [TreeEntry])] = [
      (.symlink, [TreeEntry("l", .symlink, blob)]),
      (.submodule, [TreeEntry("s", .submodule, blob)]),
      (.gitFolder, [TreeEntry(".GIT", .file, blob)]),
      (.tooManyFiles(limit: 200), (0...200).map { TreeEntry("f\($0)", .file, blob) }),
    ]
    for (kind, entries) in faults {
      guard case .tree("submit/adding", let found)? = try fault(work, to: try commit(entries))
      else {
        #expect(Bool(false), "\(kind)")
        continue
      }
      #expect(found.kind == kind)
    }
    #expect(try fault(work, to: try commit([TreeEntry("f", .file, blob)])) == nil)
  }

  @Test func pushesWithMissingObjectsAreRefused() throws {
    // The tree names an object that the desk contains but the mailbox doesn't.
    let secret = try temporary.repository(.desk)
    try temporary.commit(["answer": "B"], in: secret)
    let batch = ObjectBatch()
    let root = try batch.add(tree: [
      TreeEntry("answers.yaml", .file, try ObjectID.hash(blob: Array("B".utf8)))
    ])
    let id = try batch.add(
      commit: CommitContent(
        tree: root, parents: [], author: Signature(name: "A", email: "a@b", seconds: 1),
        message: "m"))
    try box.write(batch)
    #expect(try fault(work, to: id) != nil)
    try temporary.commit(["answers.yaml": "B"], in: box)
    #expect(try fault(work, to: id) == nil)
  }

  @Test func teachersPushTheirBranches() throws {
    let desk = try temporary.repository(.desk)
    let id = try temporary.commit([AccessList.file: "ada: {state: accepted}\n"], in: desk)
    func fault(_ name: String, to new: ObjectID) throws -> PushFault? {
      try self.fault(name, to: new, in: .desk, by: .teacher)
    }
    #expect(try fault("refs/heads/out/ada", to: id) == nil)
    #expect(try fault("refs/heads/access", to: id) == nil)
    for name in ["refs/heads/in/ada", "refs/heads/out/a/b", "refs/heads/main", "refs/tags/x"] {
      #expect(try fault(name, to: id) == .branch(name))
    }
    let bad = try temporary.commit([AccessList.file: "ada: {state: sleepy}\n"], in: desk)
    #expect(try fault("refs/heads/access", to: bad) == .access(line: "ada"))
    let broken = try temporary.commit([AccessList.file: "ada: {"], in: desk)
    #expect(try fault("refs/heads/access", to: broken) == .access(line: nil))
  }

  @Test func aHubServesOneSchool() throws {
    let subject = try temporary.repository(.subject)
    func fault(_ yaml: String, after old: ObjectID? = nil, purge: Bool = false) throws -> PushFault?
    {
      let id = try temporary.commit(["subject.yaml": yaml], in: subject)
      return try self.fault(
        HubBranch.main, from: old, to: id, in: .subject, by: .teacher, isPurge: purge)
    }
    #expect(try fault("title: M\n") == .noSchool)
    #expect(try fault("uid: one\n") == nil)
    let hub = try ServedHub(temporary.path)
    #expect(hub.settings.school == "one")
    #expect(throws: PushFault.otherSchool) { try hub.pin(school: "two") }
    func submit(to school: String) throws {
      let message = "Hand in\n\nTeachkit-School: \(school)\n"
      let new = try temporary.commit(["work/a": ""], in: box, message: message)
      let zero = String(repeating: "0", count: 40)
      try Push(
        to: HubPlace("math", .mailbox("ada")), of: hub, by: .student("ada"),
        lines: ["\(zero) \(new) \(work)"], isPurge: false
      ).check(quarantine: nil, now: temporary.now)
    }
    #expect(throws: HubError.push(.attempt("submit/adding", .otherSchool))) {
      try submit(to: "two")
    }
    #expect(throws: Never.self) { try submit(to: "one") }
  }
}
