import ArgumentParser
import Course
import PlainYAML
import Reports
import Storage
import Text

struct Check: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the school's files for problems.",
    discussion: """
      Reports each problem with its file, line and column, and a hint. Warnings report content \
      that is valid but perhaps not intended. The exit code is 1 if there are errors, or with \
      '--strict', warnings. '--fix' fixes problems with only one possible solution, in one commit.

      '--install-hook' makes Git check staged changes before each 'git \
      commit'; it replaces no existing hook. '--remove-hook' removes the hook.

      Example: teachkit check math/fractions
      """)

  static let formats: [Format] = [.text, .json, .github]

  @Argument(
    help: "Objects or files to check; by default, the whole school.",
    completion: Candidates.content.completion)
  var paths: [String] = []
  @Flag(help: "Fix problems with only one solution, and report the rest.") var fix = false
  @Flag(name: .customLong("dry-run"), help: "With --fix: show the fixes without making them.")
  var dryRun = false
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Check only this rule; can be repeated.", valueName: "rule,…"),
    completion: .list(Rule.allCases.map(\.id)))
  var only: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Skip this rule; can be repeated.", valueName: "rule,…"),
    completion: .list(Rule.allCases.map(\.id)))
  var except: [String] = []
  @Flag(help: "Treat warnings as errors.") var strict = false
  @Flag(help: "Check the staged changes, as the next 'git commit' would record them.")
  var staged = false
  @Flag(help: "List the rules.") var rules = false
  @Flag(name: .customLong("install-hook"), help: "Make Git check before each commit.")
  var installHook = false
  @Flag(name: .customLong("remove-hook"), help: "Remove the hook.")
  var removeHook = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    session.output.isPaged = true
    try checkOptions()
    if rules { return session.report(Table.rules) }
    if installHook || removeHook { return try changeHook(session) }
    let isWanted = try wanted()
    let report =
      try fix
      ? applyFixes(session, isWanted)
      : staged ? stagedReport(session, isWanted) : found(session, isWanted)
    // Git hooks usually print nothing if they find no problems.
    if !staged || !report.faults.isEmpty || session.format != .text { session.report(report) }
    if report.errors > 0 || strict && !report.faults.isEmpty { throw NegativeAnswer() }
  }

  private func checkOptions() throws {
    let works = [fix, staged, rules, installHook, removeHook].count { $0 }
    guard works < 2 else {
      throw Failure(
        .commandIsFaulty,
        "--fix, --staged, --rules, --install-hook and --remove-hook can't be combined"
      )
    }
    guard !dryRun || fix else {
      throw Failure(
        .commandIsFaulty, "--dry-run requires --fix", hint: "without --fix, check changes nothing")
    }
    guard paths.isEmpty || !staged && !rules && !installHook && !removeHook else {
      throw Failure(.commandIsFaulty, "paths can't be used with --staged, --rules or hook options")
    }
  }

  /// Selects the problems to report.
  private func wanted() throws -> (Fault) -> Bool {
    let (only, except) = (try meant(by: only), try meant(by: except))
    return { (only.isEmpty || only.contains($0.rule)) && !except.contains($0.rule) }
  }

  private func meant(by words: [String]) throws -> Set<Rule> {
    let ids = words.flatMap { $0.split(separator: ",").map(String.init) }
    return Set(
      try ids.map { id in
        if let rule = Rule(rawValue: id) { return rule }
        throw Failure(
          .valueIsFaulty, "no rule '\(id)'",
          hint: didYouMean(id, among: Rule.allCases.map(\.id))
            ?? "run 'teachkit check --rules' to list them")
      })
  }

  /// The targets that the paths name: single files, and objects with everything below them.
  private func targets(in files: SchoolFiles, _ session: Session) throws -> [Target] {
    if paths.isEmpty { return [.object(.school)] }
    let root = try session.schoolRoot()
    return try paths.flatMap { path -> [Target] in
      if let file = try files.file(named: path, root: root, directory: session.directory) {
        return [.file(file)]
      }
      if FolderPath(path, from: session.directory).text == root { return [.object(.school)] }
      switch path {
      case "students": return [.file(SchoolPath.students)]
      case SchoolPath.classes: return try files.classIDs().map { .object(.schoolClass($0)) }
      case SchoolPath.assignments:
        return try files.assignmentIDs().map { .object(.assignment($0)) }
      default: return [.object(try Locator(files).find(path))]
      }
    }
  }

  private func found(_ session: Session, _ isWanted: (Fault) -> Bool) throws -> FaultReport {
    let root = try session.schoolRoot()
    let check = SchoolCheck(
      try session.schoolFiles(), at: session.now, languages: try languages(session)
    ) {
      (try? SchoolStore(root: root, notify: session.reportRecovery).gone()) ?? []
    }
    for target in try targets(in: check.files, session) { try target.look(check) }
    return FaultReport(
      faults: try check.faults.filter(isWanted).fixable(in: check.files.source).inPlaceOrder,
      count: check.count)
  }

  /// The languages that programs can be in; nil if the school's table, which is looked at like any
  /// file, can't be read.
  private func languages(_ session: Session) throws -> [String]? {
    let templates = Templates(session.surroundings, school: try session.schoolRoot())
    do {
      return try templates.languages().languages.keys.sorted()
    } catch is FaultyFiles {
      return nil
    }
  }

  private func stagedReport(
    _ session: Session, _ isWanted: (Fault) -> Bool
  ) throws -> FaultReport {
    let store = try SchoolStore(root: try session.schoolRoot(), notify: session.reportRecovery)
    // Git uses a temporary index if a commit includes only some of the staged files.
    let index = session.surroundings.variable("GIT_INDEX_FILE").map {
      FolderPath($0, from: session.directory).text
    }
    let (faults, count) = try store.stagedFaults(in: index, at: session.now)
    return FaultReport(faults: faults.filter(isWanted).inPlaceOrder, count: count)
  }

  // MARK: Fixing

  private func applyFixes(_ session: Session, _ isWanted: (Fault) -> Bool) throws -> FaultReport {
    let store = try SchoolStore(root: try session.schoolRoot(), notify: session.reportRecovery)
    let targets = try targets(in: store.files, session)
    let languages = try languages(session)
    var applied: [AppliedFix] = []
    var report = FaultReport(faults: [], count: 0)
    let committed = try store.change(
      "check --fix", targets[0].name, by: try session.committer(of: store), dryRun: dryRun
    ) { change in
      change.otherPaths = targets.dropFirst().map(\.name)
      // A fix can reveal further problems.
      for _ in 0..<256 {
        let check = SchoolCheck(
          SchoolFiles(change), at: session.now, languages: languages
        ) {
          (try? store.gone()) ?? []
        }
        for target in targets { try target.look(check) }
        report = FaultReport(faults: check.faults.filter(isWanted).inPlaceOrder, count: check.count)
        let new = try change.applyFixes(report.faults)
        if new.isEmpty { break }
        applied += new
      }
      let objects = Set(applied.map { SchoolPath.object(of: $0.fault.file) }).sorted()
      let named = [change.path] + change.otherPaths
      change.otherPaths += objects.filter { !named.contains($0) }
    }
    if let edits = committed?.handEdits, !edits.isEmpty { session.reportHandEdits(edits) }
    // Sorts problems of later rounds by file and line.
    applied.sort {
      ($0.fault.file, $0.fault.position?.line ?? 0) < ($1.fault.file, $1.fault.position?.line ?? 0)
    }
    return FaultReport(
      faults: report.faults, applied: applied, isFixing: true, isTrial: dryRun,
      count: report.count)
  }

  // MARK: The hook

  private func changeHook(_ session: Session) throws {
    let store = try SchoolStore(root: try session.schoolRoot(), notify: session.reportRecovery)
    let hook = try CheckHook(of: store, home: session.surroundings.variable("HOME"))
    if installHook {
      session.output.notice(
        try hook.install()
          ? "Git now checks before each commit, with '\(hook.path)'"
          : "Git already checks before each commit, with '\(hook.path)'")
    } else {
      session.output.notice(
        try hook.remove() ? "removed '\(hook.path)'" : "nothing to remove: no such hook")
    }
  }
}

/// Something to check.
private enum Target {
  case object(ObjectPath)
  case file(String)

  var name: String {
    switch self {
    case .object(let object): "\(object)"
    case .file(let file): SchoolPath.name(of: file)
    }
  }

  func look(_ check: SchoolCheck) throws {
    switch self {
    case .object(let object): try check.check(object)
    case .file(let file): try check.check(file: file)
    }
  }
}
