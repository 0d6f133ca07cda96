import ArgumentParser
import Course
import Model
import Storage
import Text

struct CreateGroup: Command {
  static let configuration = CommandConfiguration(
    commandName: "group",
    abstract: "Create a group in a class, or divide the class into groups.",
    discussion: """
      A student can be in several groups. Name a group wherever you can name students: 7b/red.

      With '--into' or '--size', creates several groups, 7b/teams-1, 7b/teams-2 …, and divides \
      the students (those named, or the whole class) among them: at random, or '--balanced', \
      so that each has strong and weak students. The printed seed repeats a division.

      Example: teachkit create group 7b/red ada ben

      Example: teachkit create group 7b/teams --into 6 --balanced
      """)

  @Argument(help: "The class and the group's identifier: 7b/red.") var path: String
  @Argument(help: "Students of the class.", completion: Candidates.students.completion)
  var students: [String] = []
  @OptionGroup var deal: GroupDivision
  @Flag(name: .customLong("dry-run"), help: "Show the groups without creating them.")
  var dryRun = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let store = try session.openSchool()
    let parts = NewPath.identifier(path, in: SchoolPath.classes)
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw Failure(
        .valueIsFaulty, "invalid group path '\(path)'",
        hint: "add the class, such as 7b/red")
    }
    let members = try People(store.files).students(students)
    if deal.isWanted {
      return try divideClass(parts[1], in: parts[0], members, store, session)
    }
    let group = ObjectPath.group(schoolClass: parts[0], group: parts[1])
    try session.change("create group", group, in: store, dryRun: dryRun) { change in
      try change.createGroup(parts[1], in: parts[0], students: members)
    }
  }

  private func divideClass(
    _ name: String, in schoolClass: String, _ named: [String], _ store: SchoolStore,
    _ session: Session
  ) throws {
    let files = store.files
    guard try files.classIDs().contains(schoolClass) else {
      throw ChangeError.parentMissing(kind: "class", path: "classes/\(schoolClass)")
    }
    let all = try files.schoolClass(schoolClass).students
    let members = named.isEmpty ? all : named
    let seed = deal.seed ?? session.random.next() % 1_000_000
    let strengths = try deal.strengths(of: members, in: files, at: session.now)
    let groups = GroupMaking.deal(
      members, into: try deal.count(for: members.count), seed: seed,
      strength: strengths.map { known in { known[$0] } })
    let object = ObjectPath.group(schoolClass: schoolClass, group: name)
    let committed = try store.change(
      "create group", "\(object)", by: try session.committer(of: store), dryRun: dryRun
    ) { change in
      change.summary = "create \(groups.count) groups \(object)"
      if deal.replace {
        for (number, members) in groups.enumerated() {
          let id = "\(name)-\(number + 1)"
          guard let old = try SchoolFiles(change).schoolClass(schoolClass).group(id),
            Set(old.students) != Set(members)
          else { continue }
          try store.checkMembersReplaceable(
            id, in: schoolClass, hint: "choose another name, and use the new groups for later work")
        }
      }
      do {
        try change.createGroups(name, in: schoolClass, groups, replacing: deal.replace)
      } catch ChangeError.exists(let path) {
        throw Failure(
          .createOperationFailed, "'\(path)' already exists",
          hint: "use '--replace' to overwrite the existing groups")
      }
    }
    let items = groups.enumerated().map {
      (path: "\(schoolClass)/\(name)-\($0 + 1)", students: $1)
    }
    session.report(try SchoolListings.groups(items).table(sortedBy: []))
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    summarize(members, of: all, seed, strengths, session)
  }

  private func summarize(
    _ members: [String], of all: [String], _ seed: UInt64, _ strengths: [String: Rational]?,
    _ session: Session
  ) {
    let output = session.output
    let rest = all.filter { !members.contains($0) }
    if !rest.isEmpty { output.notice("left out: \(named(rest))") }
    if let strengths {
      let unknown = members.filter { strengths[$0] == nil }
      if !unknown.isEmpty {
        let measure = deal.by == .number ? "number" : "points yet"
        output.notice("placed last (no \(measure)): \(named(unknown))")
      }
    }
    if dryRun { output.notice("dry run: no changes made") }
    if deal.seed == nil { output.hint("use '--seed \(seed)' to get the same groups again") }
  }
}
