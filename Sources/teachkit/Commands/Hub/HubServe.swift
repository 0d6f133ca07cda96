import ArgumentParser
import Course
import Git
import Glibc
import HubProtocol
import HubServer
import Text

struct HubServe: Command {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve one connection to a hub. Run by OpenSSH or a web server.",
    discussion: """
      'hub add-key' sets this command for each key. It reads the client's command from \
      SSH_ORIGINAL_COMMAND, and only runs Git's service for the repositories that the \
      client may access. With '--web', a web server runs it as a CGI program and passes \
      the user in REMOTE_USER: a student's id, or a teacher listed in 'hub.yaml'.

      Example: teachkit hub serve /srv/hub --student ada
      """)

  @Argument(help: "The hub.", completion: .directory) var folder: String
  @Flag(help: "Serve a teacher.") var teacher = false
  @Option(help: ArgumentHelp("Serve this student.", valueName: "id")) var student: String?
  @Flag(help: "Serve a user whom a web server has authenticated.") var web = false
  @Option(help: ArgumentHelp("Serve the holder of this invitation.", valueName: "subject/id"))
  var invitation: String?
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    let around = session.surroundings
    let command = around.variable("SSH_ORIGINAL_COMMAND") ?? ""
    var hub = try ServedHub(folder)
    hub.program = try Surroundings.program()
    // Until Git starts, the idle timeout applies.
    signal(SIGALRM, SIG_DFL)
    alarm(UInt32(ServiceProgram.idle))
    if web { return try serveWeb(hub, session) }
    let principal = try principal()
    try reportingRefusal(hub, principal, session) { try ConnectionLimit.admit(principal, in: hub) }
    if let request = PeopleRequest(command: command) {
      return try answer(request, from: principal, hub, session)
    }
    let (service, place) = try reportingRefusal(hub, principal, session) {
      () throws -> (HubService, HubPlace) in
      guard let request = ServiceRequest(command: command) else { throw HubError.notAllowed }
      return (request.service, try AccessPolicy(hub).admit(principal, request))
    }
    try serve(service, at: place, for: principal, hub, session)
  }

  /// Runs Git's service.
  private func serve(
    _ service: HubService, at place: HubPlace, for principal: Principal, web: WebRequest? = nil,
    _ hub: ServedHub, _ session: Session
  ) throws {
    alarm(0)
    // Over the web, listing the refs and pushing are separate connections.
    let isPush = web?.isPush ?? (service == .push)
    try reportingRefusal(hub, principal, session) { try Housekeeping(hub).prepare(place) }
    let program = ServiceProgram(
      service, at: place, for: principal, in: hub, program: try Surroundings.program(),
      lock: isPush ? try Housekeeping(hub).leaveLock(place) : nil, web: web,
      variable: session.surroundings.variable)
    if service == .archive {
      alarm(UInt32(ServiceProgram.idle))
      try forwardArchiveRequest(hub, principal, session)
      alarm(0)
    }
    // Files that Git and its hooks create are for the hub's user and group only.
    umask(0o007)
    if let bounds = program.bounds {
      ResourceBounds.set(RLIMIT_DATA, to: bounds.memory)
      ResourceBounds.set(RLIMIT_CPU, to: bounds.seconds)
      ResourceBounds.set(RLIMIT_CORE, to: 0)
    }
    // No connection lasts forever, whatever the client does. A web server has its own limits.
    if web != nil {
      alarm(UInt32(program.seconds))
      return try become(program)
    }
    var relay = try Relay(program)
    switch relay.run(idle: program.idle, seconds: program.seconds) {
    case .exited(0): return
    case .exited: throw NegativeAnswer()
    case .idle:
      try refuse(HubReply.idle(seconds: program.idle).lines(), session)
    case .timedOut:
      try refuse(HubReply.timedOut(seconds: program.seconds).lines(), session)
    }
  }

  /// Reads an archive request, and puts the checked request for Git on standard input.
  private func forwardArchiveRequest(_ hub: ServedHub, _ principal: Principal, _ session: Session)
    throws
  {
    let text = try reportingRefusal(hub, principal, session) {
      try ArchiveRequest(session.input.bytes).text
    }
    var ends: [Int32] = [0, 0]
    let bytes = Array(text.utf8)
    guard pipe(&ends) == 0, write(ends[1], bytes, bytes.count) == bytes.count,
      dup2(ends[0], STDIN_FILENO) == STDIN_FILENO
    else { throw Failure(.ioFailure, "cannot pass the request to Git") }
    close(ends[0])
    close(ends[1])
  }

  /// Serves a request from a web server, which has authenticated the user.
  private func serveWeb(_ hub: ServedHub, _ session: Session) throws {
    let variable = session.surroundings.variable
    func say(_ status: String, _ words: String) {
      session.output.print("Status: \(status)\r\nContent-Type: text/plain\r\n\r\n\(words)")
    }
    func refuse(_ status: String, _ error: HubError) {
      say(status, error.lines.joined(separator: "\n"))
    }
    guard let name = variable("REMOTE_USER"), !name.isEmpty else {
      return say("403 Forbidden", "the web server doesn't pass a user name")
    }
    guard let request = WebRequest(variable: variable),
      let principal = hub.settings.teachers.contains(name) ? .teacher : Principal("student:\(name)")
    else { return refuse("404 Not Found", HubError.notAllowed) }
    let place: HubPlace
    do {
      place = try AccessPolicy(hub).admit(principal, request.service)
    } catch HubError.notAllowed {
      return refuse("404 Not Found", HubError.notAllowed)
    } catch HubError.fault {
      return refuse("500 Internal Server Error", HubError.fault)
    } catch let error as HubError {
      return refuse("403 Forbidden", error)
    } catch {
      HubLog(hub).add(error, doing: "serve a connection", by: principal)
      return refuse("500 Internal Server Error", HubError.fault)
    }
    try serve(request.service.service, at: place, for: principal, web: request, hub, session)
  }

  private func principal() throws -> Principal {
    let named = [
      teacher ? Principal.teacher : nil, student.flatMap { Principal("student:\($0)") },
      invitation.flatMap { Principal("invitation:\($0)") },
    ].compactMap { $0 }
    guard let principal = named.first, named.count == 1 else {
      throw Failure(.commandIsFaulty, "specify --teacher, --student or --invitation")
    }
    return principal
  }

  /// Answers a request to join or leave a subject.
  private func answer(
    _ request: PeopleRequest, from principal: Principal, _ hub: ServedHub, _ session: Session
  ) throws {
    let now = hub.settings.clock ?? session.now
    try reportingRefusal(hub, principal, session) {
      switch request {
      case .join(let subject, let invitation):
        let sent = JoinInput(String(decoding: session.input.rest(atMost: 1 << 16), as: UTF8.self))
        // An invitation works only once, so it isn't used up if the client asks for another
        // subject.
        if let place = sent.place, !AccessPolicy(hub).leads(place, to: subject) {
          throw HubError.notAllowed
        }
        alarm(0)
        let enrollment = Enrollment(hub, subject)
        let answer = try enrollment.join(
          with: invitation, by: principal, enrollment.provenKey(sent, for: request), as: sent.claim,
          from: session.clientAddress, at: now)
        let reply: HubReply =
          switch answer {
          case .accepted(let id): .joined(student: id)
          case .asked(let id): .asked(student: id)
          }
        session.output.print(reply.line)
      case .leave(let subject):
        try Enrollment(hub, subject).leave(principal, at: now)
        session.output.print(HubReply.left(subject: subject).line)
      }
    }
  }

  /// Reports a refusal in one line, as Git's own programs do.
  private func reportingRefusal<Result>(
    _ hub: ServedHub, _ principal: Principal, _ session: Session, _ body: () throws -> Result
  ) throws -> Result {
    let lines: [String]
    do {
      return try body()
    } catch let error as HubError {
      lines = error.lines
    } catch let error as GitError where error.code == .noSpace {
      HubLog(hub).add(error, doing: "serve a connection", by: principal)
      lines = HubReply.diskFull.lines()
    } catch {
      HubLog(hub).add(error, doing: "serve a connection", by: principal)
      lines = HubReply.hubFault.lines()
    }
    try refuse(lines, session)
  }

  /// Writes a reply, the sentence as Git's own programs do, and ends.
  private func refuse(_ lines: [String], _ session: Session) throws -> Never {
    session.output.notice(Message(verbatim: lines[0]))
    for line in lines.dropFirst() { session.output.notice(Message(verbatim: "fatal: \(line)")) }
    throw NegativeAnswer()
  }

  /// Replaces this process with a program.
  private func become(_ program: ServiceProgram) throws {
    signal(SIGPIPE, SIG_DFL)
    var words: [UnsafeMutablePointer<CChar>?] = program.arguments.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      program.environment.map { strdup("\($0)=\($1)") } + [nil]
    for folder in program.folders {
      execve("\(folder)/\(program.arguments[0])", &words, &settings)
    }
    throw Failure(.notConfigured, "'\(program.arguments[0])' isn't installed on this server")
  }
}

extension Session {
  /// The IP address of the SSH client; nil outside of an SSH connection.
  fileprivate var clientAddress: String? {
    surroundings.variable("SSH_CONNECTION")?.split(separator: " ").first.map(String.init)
  }
}
