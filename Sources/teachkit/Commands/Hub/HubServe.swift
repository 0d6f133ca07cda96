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
    // Until Git starts, the idle timeout applies.
    signal(SIGALRM, SIG_DFL)
    alarm(UInt32(ConnectionTime.mostIdle))
    if web {
      let hub = try openHub(session)
      return try reportingRefusal(HubLog(hub), nil, session) { try serveWeb(hub, session) }
    }
    let principal = try principal()
    let hub = try openHub(session)
    try reportingRefusal(HubLog(hub), principal, session) {
      try ConnectionLimit.admit(principal, in: hub)
      let command = session.surroundings.variable("SSH_ORIGINAL_COMMAND") ?? ""
      if let request = PeopleRequest(command: command) {
        return try answer(request, from: principal, hub, session)
      }
      guard let request = ServiceRequest(command: command) else { throw HubError.notAllowed }
      let place = try AccessPolicy(hub).admit(principal, request)
      try serve(request.service, at: place, for: principal, hub, session)
    }
  }

  /// Opens the hub. If that fails, the client learns that the hub has a problem.
  private func openHub(_ session: Session) throws -> ServedHub {
    do {
      var hub = try ServedHub(folder)
      hub.program = try Surroundings.program()
      return hub
    } catch {
      // Without a client, the administrator runs this command.
      if !web, session.surroundings.variable("SSH_ORIGINAL_COMMAND") == nil { throw error }
      return try reportingRefusal(HubLog(at: folder, unopened: error), nil, session) { throw error }
    }
  }

  /// Runs Git's service.
  private func serve(
    _ service: HubService, at place: HubPlace, for principal: Principal, web: WebRequest? = nil,
    _ hub: ServedHub, _ session: Session
  ) throws {
    alarm(0)
    // Over the web, listing the refs and pushing are separate connections.
    let isPush = web?.isPush ?? (service == .push)
    try Housekeeping(hub).prepare(place)
    let program = ServiceProgram(
      service, at: place, for: principal, in: hub, program: try Surroundings.program(),
      lock: isPush ? try hub.leaveLock(place) : nil, web: web,
      variable: session.surroundings.variable)
    if service == .archive {
      alarm(UInt32(ConnectionTime.mostIdle))
      try forwardArchiveRequest(session)
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
    case .idle: try refuse(.idle(seconds: program.idle), session)
    case .timedOut: try refuse(.timedOut(seconds: program.seconds), session)
    }
  }

  /// Reads an archive request, and puts the checked request for Git on standard input.
  private func forwardArchiveRequest(_ session: Session) throws {
    let text = try ArchiveRequest(session.input.bytes).text
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
    guard let name = variable("REMOTE_USER"), !name.isEmpty else {
      throw Failure(.notConfigured, "the web server passes no user name in REMOTE_USER")
    }
    let principal: Principal? =
      hub.settings.teachers.contains(name) ? .teacher : Principal("student:\(name)")
    if let principal, let calendar = WebRequest.calendar(variable: variable) {
      return try sendCalendar(calendar, to: principal, hub, session)
    }
    guard let request = WebRequest(variable: variable), let principal
    else { throw HubError.notAllowed }
    try reportingRefusal(HubLog(hub), principal, session) {
      let place = try AccessPolicy(hub).admit(principal, request.service)
      try serve(request.service.service, at: place, for: principal, web: request, hub, session)
    }
  }

  /// Answers the request of a calendar program, which can't use Git.
  private func sendCalendar(
    _ request: ServiceRequest, to principal: Principal, _ hub: ServedHub, _ session: Session
  ) throws {
    try reportingRefusal(HubLog(hub), principal, session) {
      let place = try AccessPolicy(hub).admit(principal, request)
      guard place.repository == .subject, let bytes = try hub.calendar(of: place.subject) else {
        throw HubError.notAllowed
      }
      session.output.print(
        "Content-Type: text/calendar; charset=utf-8\r\n\r\n\(String(decoding: bytes, as: UTF8.self))",
        terminator: "")
    }
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
    switch request {
    case .join(let subject, let invitation):
      let sent = JoinInput(String(decoding: session.input.rest(atMost: 1 << 16), as: UTF8.self))
      // An invitation works only once, so it isn't used up if the client asks for another subject.
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

  /// Runs a step. If it fails, logs problems of the hub, and replies with a code.
  private func reportingRefusal<Result>(
    _ log: HubLog, _ principal: Principal?, _ session: Session, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as NegativeAnswer {
      throw error
    } catch let error as HubError where error == .fault || error.reply != .hubFault {
      try refuse(error.reply, session, error.lines)
    } catch {
      let problem: any Sendable =
        error is HubError || error is Failure ? explain(error).failures[0].logLine : error
      log.add(problem, doing: "serve a connection", by: principal)
      let isFull = (error as? GitError)?.code == .noSpace
      try refuse(isFull ? .diskFull : .hubFault, session)
    }
  }

  /// Writes a reply, in the form of Git's own programs or as a response of the web server, and ends.
  private func refuse(
    _ reply: HubReply, _ session: Session, _ lines: [String]? = nil
  ) throws -> Never {
    let lines = lines ?? reply.lines()
    if web {
      let body = lines.joined(separator: "\n")
      session.output.print(
        "Status: \(reply.httpStatus)\r\nContent-Type: text/plain\r\n\r\n\(body)")
    } else {
      session.output.notice(Message(verbatim: lines[0]))
      for line in lines.dropFirst() { session.output.notice(Message(verbatim: "fatal: \(line)")) }
    }
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

extension HubReply {
  /// The status of an HTTP response that refuses a request.
  fileprivate var httpStatus: String {
    switch self {
    case .notFound: "404 Not Found"
    case .busy, .tooManyConnections: "503 Service Unavailable"
    case .diskFull: "507 Insufficient Storage"
    case .hubFault: "500 Internal Server Error"
    default: "403 Forbidden"
    }
  }
}

extension Failure {
  /// The message with its place in a file, as in `hub.yaml:3:7: invalid number 'x'`.
  fileprivate var logLine: String {
    guard let place else { return message.text }
    let position = [place.line, place.column].compactMap { $0 }.map { ":\($0)" }.joined()
    let name = place.path.split(separator: "/").last ?? ""
    return "\(name)\(position): \(message.text)"
  }
}
