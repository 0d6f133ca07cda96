import Git
import HubProtocol

/// The `git` command for an authorized request.
public struct ServiceProgram: Sendable {
  /// The maximum duration of this connection in seconds.
  public let seconds: Int
  /// The maximum idle time of this connection in seconds.
  public let idle: Int

  /// The resource limits of a push.
  public struct Bounds: Sendable {
    /// Git's memory in bytes.
    public let memory: Int
    /// CPU time in seconds.
    public let seconds: Int
  }

  /// The limits of the connection; nil for a teacher.
  public let bounds: Bounds?

  /// The folders to search for the command.
  public let folders: [String]
  /// The words of the command, `git` first.
  public let arguments: [String]
  /// The whole environment, without any variables from the client.
  public let environment: [String: String]

  /// - Parameters:
  ///   - program: the path of this program.
  ///   - lock: the descriptor of the repository's lock, for a push.
  ///   - web: the web server's request; nil for an OpenSSH connection.
  ///   - variable: reads this process's environment; most variables aren't passed on.
  public init(
    _ service: HubService, at place: HubPlace, for principal: Principal, in hub: ServedHub,
    program: String, lock: Int32?, web: WebRequest? = nil, variable: (String) -> String?
  ) {
    folders = (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    let root = hub.folder.path
    let isThere = DurableFile.exists("\(root)/\(place.path)")
    let path = isThere ? place.path : ServedHub.nothing
    arguments =
      web == nil ? ["git", service.rawValue, "\(root)/\(path)"] : ["git", "http-backend"]
    var environment = [
      "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
      HookVariable.program: program, HookVariable.hub: root,
      HookVariable.principal: principal.description, HookVariable.place: place.name,
    ]
    environment[HookVariable.lock] = lock?.description
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
      // The hook updates all branches at once and completes the push before Git reports success.
      ("receive.procReceiveRefs", "refs"),
      ("receive.fsckObjects", "true"), ("receive.autogc", "false"), ("receive.unpackLimit", "1"),
      ("receive.shallowUpdate", "false"), ("uploadpack.allowFilter", "false"),
    ]
    if service == .archive {
      settings.append(("uploadArchive.allowUnreachable", "false"))
      // Archive attributes could make Git run programs to verify signatures: it only finds its own
      // programs.
      environment["PATH"] = "/dev/null"
    }
    switch principal {
    case .teacher:
      seconds = ConnectionTime.mostForTeachers
      // Compressing large files may take the teacher's computer minutes.
      idle = 600
      bounds = nil
      // Collected branches aren't pushed to, so their thousands of names aren't listed.
      settings.append(("receive.hideRefs", HubBranch.received))
      settings.append(("receive.advertisePushOptions", "true"))
    case .student, .invited:
      seconds = ConnectionTime.mostForStudents
      idle = ConnectionTime.mostIdle
      // A few kilobytes can expand to gigabytes. For an honest push, Git needs memory for the
      // largest file and about a second of CPU time.
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
