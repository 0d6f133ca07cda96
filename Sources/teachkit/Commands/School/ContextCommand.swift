import ArgumentParser
import Course
import Exchange
import Git
import Model
import Reports
import Storage
import Text

struct ContextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "context",
    abstract: "Create contexts that a provider defines, such as a textbook.",
    discussion: """
      A provider is a program 'teachkit-provider-NAME' in PATH, or a template for \
      chapters. Set the provider of a subject with 'teachkit set math provider=NAME', \
      or of the whole school with 'teachkit set school provider=NAME'.
      """,
    subcommands: [ContextEnsure.self])
}

struct ContextEnsure: Command {
  static let configuration = CommandConfiguration(
    commandName: "ensure",
    abstract: "Create a context and its missing parents with a provider.",
    discussion: """
      Asks the provider once for each missing context; existing ones stay unchanged. \
      All contexts are created in one commit, or none if the provider doesn't know one \
      of them. The same happens when another command names a missing path and the \
      subject or school has a provider program. In a student's clone, nothing is saved.

      Example: teachkit context ensure math/fractions/adding --provider textbook
      """)

  @Argument(
    help: "The path, such as math/fractions/adding.", completion: Candidates.content.completion)
  var path: String
  @Option(
    help: "The provider; by default, that of the subject or school.",
    completion: Candidates.providers.completion)
  var provider: String?
  @Option(
    help: ArgumentHelp("The timeout for each answer of a program; by default, 10.", valueName: "s"))
  var timeout: Double?
  @Flag(help: "Also create the contexts directly below it, if there are none.") var expand = false
  @OptionGroup(title: "Common options") var common: CommonOptions

  func run(_ session: Session) throws {
    if let timeout, !(timeout > 0 && timeout <= 3600) {
      throw Failure(
        .valueIsFaulty, "invalid --timeout '\(timeout)'", hint: "use at most 3600 seconds")
    }
    switch try session.place() {
    case .school: try ensure(session)
    case .clone: try look(session)
    }
  }

  private func ensure(_ session: Session) throws {
    let store = try session.openSchool()
    let path = try NewPath.context(path, "context")
    try store.files.checkSubject(of: path)
    var made: [ContextPath] = []
    if try expand || !store.files.exists(path) {
      let provider = try checked(
        session.provider(
          provider, limit: timeout, for: path.subject, in: store.files, root: store.root))
      made = try session.ensure(path, by: provider, in: store, expands: expand)
      session.reportProvided(made, by: provider)
    }
    if made.isEmpty { session.output.notice("nothing to create: it already exists") }
    let files = store.files
    let shown = made.contains(path) ? made : [path] + made
    session.report(
      ChangeAnswer(
        items: try shown.map {
          .init(path: "\($0)", version: try files.version(of: .context($0)))
        }))
  }

  /// In a student's clone, shows the contexts without saving them.
  private func look(_ session: Session) throws {
    let clone = try session.openClone()
    let files = try clone.files
    let whole = path.split(separator: "/").first.map(String.init) == clone.subject
    let path = try NewPath.context(whole ? path : "\(clone.subject)/\(path)", "context")
    var answer = ChangeAnswer(items: [])
    if try files.exists(path) {
      answer.items = [.init(path: path.work, version: try files.version(of: .context(path)))]
    } else {
      let name = provider
      let provider = try checked(name.map { try Provider($0, limit: timeout, session) })
      answer.items = try provider.missing(upTo: path, in: files).map {
        .init(path: $0.path.work, version: nil)
      }
      session.output.notice("not saved: only teachers can create contexts")
    }
    session.report(answer)
  }

  private func checked(_ provider: Provider?) throws -> Provider {
    if let provider { return provider }
    throw Failure(
      .notConfigured, "cannot create '\(path)': no provider is set",
      hint: "use '--provider', or set one with 'teachkit set SUBJECT provider=NAME'")
  }
}
