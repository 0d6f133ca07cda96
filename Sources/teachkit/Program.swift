import ArgumentParser
import Course
import Git
import Glibc
import Text

@main
enum Program {
  static func main() {
    openStandardStreams()
    // A closed pipe must fail our writes instead of killing the process in the middle of a change.
    signal(SIGPIPE, SIG_IGN)
    // Schools, clones and files made from them contain personal data. Folder hubs are shared and
    // set permissions for each file; `hub serve` has its own mask.
    umask(0o077)
    run(Invocation(Array(CommandLine.arguments.dropFirst()), of: Teachkit.self))
  }

  private nonisolated static func run(_ invocation: Invocation) -> Never {
    let output = Output(.process, failuresAsJSON: invocation.wantsJSON)
    do {
      Message.setLanguage(Surroundings.process.variable("TEACHKIT_LANG"))
      try checkArguments()
      let command = try invocation.parse(in: .process)
      guard let verb = command as? any Verb else {
        throw TextRequest(text: try invocation.help(by: command))
      }
      let session = try Session(
        verb.common, formats: type(of: verb).formats, showsAsStudent: type(of: verb).showsAsStudent,
        in: .process, output: output)
      if type(of: verb).configuration.shouldDisplay { DailyReminders.check(session) }
      if let command = verb as? any Command {
        do {
          try command.run(session)
        } catch {
          let made = try session.provide(whatIsMissing: error, for: invocation, command)
          do { try command.run(session) } catch { throw session.undoCreation(made, after: error) }
        }
      } else if let command = verb as? any AsyncCommand {
        try checkThreads()
        runInTask(command, session, invocation)
      }
      exit(output.finish())
    } catch let request as TextRequest {
      output.isPaged = true
      output.print(request.text, terminator: request.text.hasSuffix("\n") ? "" : "\n")
      exit(output.finish())
    } catch {
      exit(output.fail(explain(error)))
    }
  }

  /// Refuses arguments that aren't UTF-8; the commands would receive them altered.
  private nonisolated static func checkArguments() throws {
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[place] else { continue }
      if String(validatingCString: argument) == nil {
        throw Failure(
          .commandIsFaulty, "invalid UTF-8 in argument '\(String(cString: argument))'",
          hint: "write it in UTF-8 or ASCII")
      }
    }
  }

  /// Checks that threads can be started; otherwise an asynchronous command would hang.
  private nonisolated static func checkThreads() throws {
    do {
      try ThreadProbe.check()
    } catch {
      throw Failure(
        .ioFailure, error.message,
        hint: "quit other programs, or raise the limits 'ulimit -u' and 'ulimit -v'")
    }
  }

  /// Runs an asynchronous command in a task. `main` is synchronous because most commands are.
  private nonisolated static func runInTask(
    _ command: sending any AsyncCommand, _ session: sending Session, _ invocation: Invocation
  ) -> Never {
    Task {
      do {
        do {
          try await command.run(session)
        } catch {
          let made = try session.provide(whatIsMissing: error, for: invocation, command)
          do { try await command.run(session) } catch {
            throw session.undoCreation(made, after: error)
          }
        }
        exit(session.output.finish())
      } catch {
        exit(session.output.fail(explain(error)))
      }
    }
    while true { pause() }
  }

  /// Opens closed standard streams. Otherwise the first files that the program opens would become
  /// its standard output, and its results would be written into them.
  private static func openStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
