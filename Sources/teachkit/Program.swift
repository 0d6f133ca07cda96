import ArgumentParser
import Glibc

@main
enum Program {
  static func main() async {
    openStandardStreams()
    // A reader that goes away is noticed where we write, not by dying in the middle of a change.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(await run(arguments, in: .process))
  }

  /// Runs the command that `arguments` name.
  /// - Returns: the exit code.
  static func run(_ arguments: [String], in surroundings: Surroundings) async -> Int32 {
    let invocation = Invocation(arguments, of: Teachkit.self)
    let output = Output(surroundings, failuresAsJSON: invocation.wantsJSON)
    do {
      let command = try invocation.parse(in: surroundings)
      if let command = command as? any Command {
        let session = try Session(command, in: surroundings, output: output)
        try await command.run(session)
      } else {
        output.print(try invocation.help(by: command))
      }
    } catch let request as TextRequest {
      output.print(request.text, terminator: request.text.hasSuffix("\n") ? "" : "\n")
    } catch {
      return output.fail(explain(error))
    }
    return output.finish()
  }

  /// A program may be started with its standard streams closed. The first files it opens would then
  /// become its standard output, and what it prints would go into them.
  private static func openStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
