import ArgumentParser
import Exchange
import Git
import Model
import Reports
import Storage

struct ContextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Make contexts that somebody else knows: a textbook, a curriculum.",
    discussion: """
      A provider is a program 'teachkit-provider-NAME' in PATH, or a template for chapters. \
      'teachkit set math provider=NAME' makes it the one of a subject, 'teachkit set school \
      provider=NAME' of all.
      """,
    subcommands: [ContextEnsure.self])
}

struct ContextEnsure: Command {
  static let configuration = CommandConfiguration(
    commandName: "ensure",
    abstract: "Make a context and those above it that are missing, as a provider says.",
    discussion: """
      The provider is asked once for each context that is missing; what is there already is left \
      alone and nobody is asked. All of it is one commit, and where the provider knows nothing of \
      one of them nothing is made. The same happens where another command names such a path and \
      the subject or school has a provider that is a program. In a student's clone nothing is kept.

      Example: teachkit context ensure math/fractions/adding --provider textbook
      """)

  @Argument(
    help: "Its path, such as math/fractions/adding.", completion: Candidates.content.completion)
  var path: String
  @Option(
    help: "Who is asked; that of the subject or school unless given.",
    completion: Candidates.providers.completion)
  var provider: String?
  @Option(
    help: ArgumentHelp("How long a program has for each answer; 10 unless given.", valueName: "s"))
  var timeout: Double?
  @Flag(help: "Make what is directly below it, too, where there is nothing.") var expand = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if let timeout, !(timeout > 0 && timeout <= 3600) {
      throw Failure(
        .valueIsFaulty, "'--timeout \(timeout)' can't be", hint: "it is up to 3600 seconds")
    }
    switch try session.place() {
    case .school: try ensure(session)
    case .clone: try look(session)
    }
  }

  private func ensure(_ session: Session) throws {
    let store = try session.openSchool()
    let path = try Naming.context(path, "context")
    try store.files.checkSubject(of: path)
    var made: [ContextPath] = []
    if try expand || !store.files.exists(path) {
      let provider = try checked(
        session.provider(
          provider, limit: timeout, for: path.subject, in: store.files, root: store.root))
      made = try session.ensure(path, by: provider, in: store, expands: expand)
      session.tellProvided(made, by: provider)
    }
    if made.isEmpty { session.output.notice("nothing to make: it is there already") }
    let files = store.files
    let shown = made.contains(path) ? made : [path] + made
    session.report(
      ChangeAnswer(
        items: try shown.map {
          .init(path: "\($0)", version: try files.version(of: .context($0)))
        }))
  }

  /// What a student asks for is shown and forgotten.
  private func look(_ session: Session) throws {
    let clone = try session.openClone()
    let files = try clone.files
    let whole = path.split(separator: "/").first.map(String.init) == clone.subject
    let path = try Naming.context(whole ? path : "\(clone.subject)/\(path)", "context")
    var answer = ChangeAnswer(items: [])
    if try files.exists(path) {
      answer.items = [.init(path: path.work, version: try files.version(of: .context(path)))]
    } else {
      let name = provider
      let provider = try checked(name.map { try Provider($0, limit: timeout, session) })
      answer.items = try provider.missing(upTo: path, in: files).map {
        .init(path: $0.path.work, version: nil)
      }
      session.output.notice("nothing was kept: only what a teacher makes lasts")
    }
    session.report(answer)
  }

  private func checked(_ provider: Provider?) throws -> Provider {
    if let provider { return provider }
    throw Failure(
      .notConfigured, "nobody knows what '\(path)' is: no provider is set",
      hint: "name one with '--provider', or for good with 'teachkit set SUBJECT provider=NAME'")
  }
}
