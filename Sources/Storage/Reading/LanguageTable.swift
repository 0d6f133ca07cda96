import Model
import PlainYAML
import Text

/// How programs of each language are compiled and run: `languages.yaml` of the templates.
public struct LanguageTable: Sendable {
  /// The published part of a school's own table, in a clone.
  public static let published = "languages.yaml"

  public private(set) var languages: [String: Language] = [:]
  /// The languages of the file that was added last: those that are installed with the program.
  private var installed: [String: Language] = [:]

  public init() {}

  /// Adds the languages of a file; known languages are kept.
  ///
  /// - Parameter file: its name in messages.
  /// - Throws: `FaultyFiles`.
  public mutating func add(
    _ bytes: [UInt8], file: String, strictness: Strictness = .school
  ) throws {
    let reading = try FileReading(file: file, bytes: bytes, strictness: strictness)
    installed = [:]
    for entry in reading.document.root.mapping ?? [] {
      let fields = FieldReader(
        reading, entry.value, allowed: Schema.language, what: "'\(entry.key)'")
      let run = fields.texts("run") ?? []
      if run.isEmpty {
        fields.fault(
          .missingField, "'\(entry.key)' has no 'run'", hint: "add `run: [python3, \"{file}\"]`")
      }
      let language = Language(
        name: entry.key, suffixes: fields.texts("suffixes") ?? [],
        compile: (fields.items("compile") ?? []).map { ($0.sequence ?? []).compactMap(\.scalar) }
          .filter { !$0.isEmpty },
        result: fields.text("result"), run: run, folders: fields.texts("folders") ?? [],
        limitsItself: fields.flag("limits-itself") ?? false)
      installed[entry.key] = language
      if languages[entry.key] == nil { languages[entry.key] = language }
    }
    try reading.finish()
  }

  /// The language of a test program, by its suffix; nil if there is none.
  ///
  /// A school's own way to run students' programs doesn't change how tests run, so installed
  /// languages come first.
  public func language(ofTest file: String) -> Language? {
    [installed, languages].lazy.compactMap { table in
      table.values.sorted { $0.name < $1.name }
        .first { $0.suffixes.contains { file.hasSuffix($0) } }
    }.first
  }
}
