import Git

/// How `git` is run for somebody who was admitted.
public struct ServiceProgram: Sendable {
  /// The variable that names this program for the hooks.
  public static let program = "TEACHKIT_PROGRAM"
  /// The variables from which the hooks know the hub, who pushes, and where to.
  static let (hub, party, place) = ("TEACHKIT_HUB", "TEACHKIT_PARTY", "TEACHKIT_PLACE")
  /// The variable that names the descriptor of the place's lock.
  static let lock = "TEACHKIT_LOCK"
  /// After so many seconds a connection ends: a teacher may bring films over a slow line.
  static let longest = 12 * 3600
  /// And a student's.
  static let longestForStudents = 3600
  /// After so many seconds without a byte a student's connection ends.
  public static let idle = 60

  /// After how many seconds this connection ends, however far it has come.
  public let seconds: Int
  /// After how many seconds without a byte this connection ends.
  public let idle: Int

  /// How much of the machine somebody's push may take.
  public struct Bounds: Sendable {
    /// Bytes of memory that Git may have at once.
    public let memory: Int
    /// Seconds of computing.
    public let seconds: Int
  }

  /// Nil for a teacher, who may do as much as it takes.
  public let bounds: Bounds?

  /// The folders in which the command is looked for.
  public let folders: [String]
  /// The words of the command, `git` first.
  public let arguments: [String]
  /// The whole environment: what a client sends of its own is not in it.
  public let environment: [String: String]

  /// - Parameters:
  ///   - program: the path of this program.
  ///   - lock: the descriptor of the place's lock, for a push.
  ///   - web: what a web server passed on; nil for a connection of OpenSSH's.
  ///   - variable: this process's environment, of which little is passed on.
  public init(
    _ service: HubService, at place: HubPlace, for party: Party, in hub: ServedHub,
    program: String, lock: Int32?, web: WebRequest? = nil, variable: (String) -> String?
  ) {
    folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    let root = hub.folder.path
    let isThere = DurableFile.isThere("\(root)/\(place.path)")
    let path = isThere ? place.path : ServedHub.nothing
    arguments =
      web == nil ? ["git", service.rawValue, "\(root)/\(path)"] : ["git", "http-backend"]
    var environment = [
      "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
      Self.program: program, Self.hub: root, Self.party: party.description,
      Self.place: place.name,
    ]
    environment[Self.lock] = lock?.description
    for name in ["PATH", "HOME", "TZ", "TEACHKIT_NOW"] { environment[name] = variable(name) }
    if let web {
      for name in WebRequest.variables { environment[name] = variable(name) }
      environment["GIT_PROJECT_ROOT"] = root
      environment["GIT_HTTP_EXPORT_ALL"] = "1"
      environment["PATH_INFO"] = "/\(path)/\(web.step)"
    }
    if let version = variable("GIT_PROTOCOL"),
      ["version=0", "version=1", "version=2"].contains(version)
    {
      environment["GIT_PROTOCOL"] = version
    }
    var settings = [
      ("core.hooksPath", "\(root)/\(ServedHub.hooks)"),
      // The hook moves the branches, however many, and does what follows before Git says that they
      // moved.
      ("receive.procReceiveRefs", "refs"),
      ("receive.fsckObjects", "true"), ("receive.autogc", "false"), ("receive.unpackLimit", "1"),
      ("receive.shallowUpdate", "false"), ("uploadpack.allowFilter", "false"),
    ]
    if service == .archive {
      settings.append(("uploadArchive.allowUnreachable", "false"))
      // A file may have Git ask others whether its commit is signed: besides its own programs it finds
      // none.
      environment["PATH"] = "/dev/null"
    }
    switch party {
    case .teacher:
      seconds = Self.longest
      // Packing films may take a teacher's computer minutes.
      idle = 600
      bounds = nil
      // What is collected isn't pushed: its thousands of names are not listed for a push.
      settings.append(("receive.hideRefs", HubBranch.received))
      settings.append(("receive.advertisePushOptions", "true"))
    case .student, .invited:
      seconds = Self.longestForStudents
      idle = Self.idle
      // A few kilobytes can stand for gigabytes: of an honest push Git holds its largest file, and
      // computes for a second.
      bounds = Bounds(
        memory: (128 << 20) + 2 * hub.settings.push, seconds: GitProgram.mostComputing)
      settings.append(("pack.threads", "1"))
      let most = place.isLeaving ? min(Push.mostToLeave, hub.settings.push) : hub.settings.push
      settings.append(("receive.maxInputSize", String(most)))
    }
    environment["GIT_CONFIG_COUNT"] = String(settings.count)
    for (index, setting) in settings.enumerated() {
      environment["GIT_CONFIG_KEY_\(index)"] = setting.0
      environment["GIT_CONFIG_VALUE_\(index)"] = setting.1
    }
    self.environment = environment
  }
}
