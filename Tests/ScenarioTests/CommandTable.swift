/// A command as `Tests/Faults/campaign.sh` runs it.
struct TriedCommand {
  /// Its folder below the one that `Tests/Faults/school.sh` creates.
  let folder: String
  let text: String
  /// The command that completes it if the repeated one says that it is done.
  var completion: String?
  /// Whether it needs a served hub.
  var isForServers = false
  /// Whether the state stays the same.
  var reads = false

  /// Every command of `teachkit` that changes a school, a clone or a hub.
  static let changing: [TriedCommand] = {
    func school(_ text: String, then completion: String? = nil) -> TriedCommand {
      TriedCommand(folder: "school", text: "teachkit " + text, completion: completion)
    }
    func served(_ folder: String, _ text: String, then completion: String? = nil) -> TriedCommand {
      TriedCommand(
        folder: folder, text: "teachkit " + text, completion: completion, isForServers: true)
    }
    let share = "teachkit share math --yes"
    return [
      TriedCommand(folder: ".", text: "teachkit init academy --name Academy"),
      school("create class 9c"),
      school("create student dora --class 7b"),
      school("create group 7b/blue ada"),
      school("create subject art --title Art"),
      school("create context math/rest --title Rest"),
      school("create worksheet math/three --title Three"),
      school(
        "create exercise math/many/next --type number --prompt 'Next?' --answer 3", then: share),
      school("set math/one title=Uno"),
      school("edit math/many"),
      TriedCommand(
        folder: "school",
        text: "echo 3 > subjects/math/many/files/3.txt && echo x > staff.txt && teachkit save"),
      school("rename math/many lots"),
      school("rename students/dan daniel"),
      school("move math/many math/one"),
      school("copy math/many math/more"),
      school("delete math/many --yes"),
      school("delete students/dan --yes"),
      school("undo"),
      school("restore math/two@HEAD~1"),
      school("backup ../school.backup", then: "teachkit backup ../school.backup --force"),
      TriedCommand(folder: ".", text: "teachkit backup old.backup restored --restore"),
      school("template save math/many sheet"),
      TriedCommand(
        folder: "school",
        text:
          "PATH=$PATH:$HOME/programs teachkit context ensure math/sets --provider book --expand"),
      TriedCommand(folder: "mill", text: "teachkit check --fix"),
      school("check --install-hook"),
      school("import roster ../roster.csv --class 7b --yes"),
      school("import marks ../marks.csv math/one --yes"),
      school("import subject ../mill/maths"),
      school("import worksheet ../mill maths/four --into math"),
      school("export student ben ../ben-data"),
      school("add dan --to math", then: share),
      school("add ben --to 8a"),
      school("remove ben --from math", then: share),
      school("remove ben --from 7b", then: share),
      school("forget ben --yes"),
      school("share math --with dan --yes"),
      school("share math --purge --yes"),
      school("share math --bundle ../bundles"),
      served("school", "invite math dan --slips ../slips.html"),
      served("school", "invite math --accept zoe", then: share),
      served("school", "invite math --decline zoe", then: share),
      served("school", "invite math --open"),
      school("unshare math --yes"),
      school("assign math/many --to 7b --due 2027-01-02"),
      school("announce 7b 'Bring a compass.' --until 2027-01-02", then: share),
      school("remind due math/one --before 24h", then: share),
      school("guidance add ben --reason clothing"),
      school("guidance delay g1 --to 2027-01-02"),
      school("guidance complete g1"),
      school("guidance delete g1"),
      school("guidance purge --before 2027-02-01"),
      school("extend math/one --for ben --until 2027-01-05"),
      school("archive math/one", then: share),
      school("collect"),
      school("download math --to ../downloads"),
      school("mark math/one ben sum=1"),
      school("excuse ada math/two --why ill"),
      school("grade math"),
      school("grade math --jobs ../out.jobs"),
      school("run ../jobs --output ../out.runs"),
      school("return math --yes"),
      served(".", "clone $(head -n 1 links) cleo --key ~/cleo"),
      TriedCommand(folder: ".", text: "teachkit clone $(cat address)/math new --student ada"),
      school("clone math ../probe --as-test --key ~/probe"),
      TriedCommand(folder: "ada", text: "teachkit pull"),
      TriedCommand(folder: "ada", text: "teachkit work one < ../typed"),
      TriedCommand(folder: "ada", text: "teachkit answer one/sum 4"),
      TriedCommand(folder: "ada", text: "teachkit submit one --yes"),
      TriedCommand(folder: "ben", text: "teachkit submit two --withdraw"),
      TriedCommand(folder: "ada", text: "teachkit submit one --bundle ../ada.bundle --yes"),
      TriedCommand(folder: "ben", text: "teachkit feedback one --ask sum 'Why?'"),
      TriedCommand(folder: "ada", text: "teachkit leave --yes"),
      TriedCommand(folder: "ada", text: "teachkit leaderboard --hide && teachkit pull"),
      // If the hub can't be reached, the next pull sends the mark.
      TriedCommand(folder: "ada", text: "teachkit done one && teachkit pull"),
      TriedCommand(folder: "ada", text: "teachkit activity start one"),
      TriedCommand(folder: "ada", text: "teachkit open one a.txt --with true"),
      TriedCommand(folder: "ben", text: "teachkit activity progress two 0.5"),
      TriedCommand(folder: "ben", text: "teachkit activity item two words --quantity 558"),
      TriedCommand(folder: "ben", text: "teachkit activity stop", completion: "true"),
      TriedCommand(folder: "ben", text: "teachkit close", completion: "true"),
      served(".", "hub init hub3"),
      served(".", "hub add-key hub --student ada ~/ada.pub --authorized-keys keys.hub"),
      served(".", "hub remove-key hub --teacher ~/teacher.pub --authorized-keys keys.hub"),
      served("lost", "hub restore math"),
      TriedCommand(folder: "stuck", text: "teachkit doctor --fix"),
      school("print math/one --output ../out.html"),
      TriedCommand(folder: "school", text: "teachkit audit math", reads: true),
    ]
  }()

  /// Commands that only print.
  static let reading: [TriedCommand] = [
    ("school", "guidance list"),
    ("school", "export marks math/one"), ("school", "export roster"), ("school", "status"),
    ("school", "deadlines"), ("school", "calendar"), ("school", "tick --dry-run"),
    ("ada", "calendar"),
    ("school", "list students"), ("school", "search one"),
    ("school", "show math/one"), ("school", "log"), ("school", "diff"), ("school", "grades"),
    ("school", "leaderboard math"), ("school", "stats math"), ("school", "blame one ben"),
    ("school", "preview math --as student:ada"), ("school", "template list"),
    ("school", "template show quiz"), ("ben", "feedback one"), ("ben", "activity show"),
    ("ada", "watch --once"),
    (".", "hub status hub"),
  ].map { TriedCommand(folder: $0.0, text: "teachkit \($0.1)", reads: true) }

  /// Commands that are tried by other means, and why.
  static let exceptions = [
    "merge-driver": "git runs it, and `git merge --abort` undoes the merge",
    "hub serve": "each command on a served hub runs it",
    "hub hook": "each push to a served hub runs it",
    "activity send": "the end of a session in a live subject runs it, as 'pull' does",
    "remind closing": "timers are outside of the school",
    "remind fire": "it delivers, and changes nothing",
    "remind today": "timers are outside of the school",
    "hub notify": "a share to a hub with 'notify' runs it, and a repeated one isn't needed",
    "tick": "its steps are those of 'share', 'collect', 'grade' and 'return', which are tried",
    "play": "a repeated game is another attempt, so its state differs",
    "demo": "it runs other commands in a new folder",
    "try": "it changes nothing, and needs a programming exercise",
    "help": "it prints",
  ]

  /// Whether it runs a command of that name.
  func runs(_ name: String) -> Bool { (text + " ").contains("teachkit \(name) ") }
}
