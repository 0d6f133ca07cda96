import Model
import PlainYAML
import Text

// The serialized form of jobs for machines that have nothing else.

extension CodeJob {
  /// The self-contained job. Jobs with a test program are never serialized, because their expected
  /// results would be next to the student's program.
  public var value: Value {
    var plain: [(String, Value?)] = []
    var others: [(String, Value?)] = []
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
        plain.append((path, .scalar(text)))
      } else {
        others.append((path, .scalar(base64(bytes))))
      }
    }
    return .fields([
      ("job", .scalar(digest)), ("language", language.value),
      ("paths", list(paths)),
      ("files", plain.isEmpty ? Value?.none : .fields(plain)),
      ("base64", others.isEmpty ? Value?.none : .fields(others)),
      (
        "limits",
        .fields([
          ("time", .plain("\(limits.time)")), ("memory", .plain("\(limits.memory)")),
          ("output", .plain("\(limits.output)")),
        ])
      ),
      (
        "inputs",
        .sequence(
          inputs.map {
            .fields([("stdin", .scalar($0.stdin)), ("args", list($0.args))])
          })
      ),
    ])
  }

  /// Reads a job.
  ///
  /// - Throws: `Failure` if it is invalid.
  public init(_ item: DocumentStream.Item) throws {
    let root = item.root
    func number(_ name: String) throws -> Int {
      let node = root["limits"]?[name]
      guard let number = node?.scalar.flatMap({ Int($0) }), (1...64 << 30).contains(number) else {
        throw item.fault("missing or invalid limit", at: node)
      }
      return number
    }
    var files: [String: [UInt8]] = [:]
    for entry in root["files"]?.mapping ?? [] {
      files[entry.key] = entry.value.scalar.map { Array($0.utf8) }
    }
    for entry in root["base64"]?.mapping ?? [] {
      files[entry.key] = entry.value.scalar.flatMap { bytes(base64: $0) }
    }
    let language = Language(root["language"])
    guard !language.run.isEmpty else { throw item.fault("invalid job") }
    let paths = files.keys.flatMap { $0.split(separator: "/", omittingEmptySubsequences: false) }
    guard paths.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      throw item.fault("a file path leaves the job's folder")
    }
    self.init(
      language,
      CodeTask(
        language: language.name, files: texts(in: root["paths"]),
        limits: CodeLimits(
          time: try number("time"), memory: try number("memory"), output: try number("output")),
        cases: (root["inputs"]?.sequence ?? []).map {
          CodeCase(stdin: $0["stdin"]?.scalar ?? "", args: texts(in: $0["args"]))
        }), files: files, tester: nil)
    guard digest == root["job"]?.scalar else {
      throw item.fault("the job's content doesn't match its digest", at: root["job"])
    }
  }
}

extension Language {
  fileprivate var value: Value {
    .fields([
      ("name", .scalar(name)), ("suffixes", list(suffixes)),
      ("compile", .sequence(compile.map(list))), ("result", .text(result)), ("run", list(run)),
      ("folders", list(folders)), ("limits-itself", .plain(limitsItself ? "yes" : "no")),
    ])
  }

  fileprivate init(_ node: Node?) {
    self.init(
      name: node?["name"]?.scalar ?? "", suffixes: texts(in: node?["suffixes"]),
      compile: (node?["compile"]?.sequence ?? []).map(texts).filter { !$0.isEmpty },
      result: node?["result"]?.scalar, run: texts(in: node?["run"]),
      folders: texts(in: node?["folders"]),
      limitsItself: node?["limits-itself"]?.scalar == "yes")
  }
}

private func list(_ texts: [String]) -> Value { .flow(.sequence(texts.map { .scalar($0) })) }

private func texts(in node: Node?) -> [String] { (node?.sequence ?? []).compactMap(\.scalar) }
