import Model
import PlainYAML
import Text

extension QuestionReading {
  /// The question of a code exercise.
  func code() -> Question {
    let files = (fields.texts("files") ?? []) + (fields.value("file") == nil ? [] : [fileName()])
    if files.isEmpty {
      fields.fault(.missingField, "\(what) has no 'file'", hint: "add `file: sum.py`")
    }
    for file in files where !isFileName(file) {
      fields.fault(
        .notAValue, "invalid path '\(visible(file))' in work/", hint: "write `files: [src]`",
        at: fields.value("files"))
    }
    let task = CodeTask(
      language: fields.required("language", most: 64), files: files, limits: limits(),
      cases: cases(), test: test())
    if keys == .needed, task.cases.isEmpty, task.test == nil {
      fields.fault(
        .noAnswer, "\(what) has no test cases",
        hint: "add `cases:` with `- {stdin: \"1 2\\n\", expect: \"3\\n\"}`, or `test:`")
    }
    return .code(task)
  }

  /// Whether a text is a valid file path in `work/`.
  func isFileName(_ name: String) -> Bool {
    name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  private func limits() -> CodeLimits {
    var limits = CodeLimits()
    guard let value = fields.value("limits") else { return limits }
    let reader = FieldReader(
      fields.reading, value, allowed: Schema.limits, what: "'limits'")
    if let time = reader.read("time", "length of time such as 2s or 500ms", Self.thousandths) {
      limits.time = time
    }
    if let memory = reader.read("memory", "size such as 256M", Self.bytes) {
      limits.memory = memory
    }
    if let output = reader.read("output", "size such as 64K", Self.bytes) {
      limits.output = output
    }
    return limits
  }

  /// Parses `2s`, `0.5s` or `500ms` to milliseconds, up to ten minutes.
  private static func thousandths(_ text: String) -> Int? {
    let (number, unit) = text.hasSuffix("ms") ? (text.dropLast(2), 1) : (text.dropLast(), 1000)
    guard text.hasSuffix("s"), let value = Rational(text: number),
      let exact = try? value * Rational(unit), let whole = Int(exact.decimal(places: 0)),
      (1...600_000).contains(whole)
    else { return nil }
    return whole
  }

  /// Parses `64K`, `256M` or `1G` to bytes, up to 64 gigabytes.
  private static func bytes(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    guard let shift = text.last.flatMap({ shifts[$0] }), let number = Int(text.dropLast()),
      number > 0, number <= (64 << 30) >> shift
    else { return nil }
    return number << shift
  }

  private func cases() -> [CodeCase] {
    (fields.items("cases") ?? []).map { node in
      let reader = FieldReader(
        fields.reading, node, allowed: Schema.codeCase, what: "the case")
      let match = reader.oneOf("match", OutputMatch.self) ?? .exact
      let expect = reader.text("expect", most: 1 << 16)
      if match == .pattern, let expect, let value = reader.value("expect") {
        checkPatterns([expect], match: .pattern, at: value)
      }
      return CodeCase(
        stdin: reader.text("stdin", most: 1 << 20) ?? "", args: reader.texts("args") ?? [],
        expect: expect, match: match, tolerance: reader.points("tolerance") ?? .zero,
        points: reader.points("points") ?? .one, isHidden: reader.flag("hidden") ?? false)
    }
  }

  /// A test program, `test: sum.py`, or a mapping for other ways to run tests.
  private func test() -> CodeTest? {
    guard let value = fields.value("test") else { return nil }
    guard value.mapping != nil else {
      return fields.text("test", most: 200).map { CodeTest(files: checked([$0], at: value)) }
    }
    let reader = FieldReader(
      fields.reading, value, allowed: Schema.codeTest, what: "'test'")
    let runner = reader.oneOf("run", CodeTest.Runner.self) ?? .program
    let files = checked(reader.texts("files") ?? [], at: reader.value("files") ?? value)
    if files.isEmpty {
      reader.fault(.missingField, "'test' has no 'files'", hint: "add `files: [test_sum.py]`")
    } else if runner == .program, files.count > 1 {
      reader.fault(
        .notAValue, "a test program is one file", hint: "write `files: [\(files[0])]`",
        at: reader.value("files"))
    }
    let language = reader.text("language", most: 64)
    if runner.isTogether, language != nil {
      reader.fault(
        .unknownField, "'run: \(runner.rawValue)' takes no 'language'", hint: "remove it",
        at: reader.value("language"))
    }
    if runner.isTogether, reader.text("trust", most: 20) != "together" {
      reader.fault(
        .missingField,
        "'run: \(runner.rawValue)' runs in one process with the student's program, which could forge results",
        hint: "add `trust: together` if you accept that, or write a test program")
    }
    return CodeTest(runner, files: files, language: language)
  }

  private func checked(_ files: [String], at value: Node) -> [String] {
    for file in files where !isFileName(file) {
      fields.fault(
        .notAValue, "invalid file '\(visible(file))' in private/", hint: "write `test: test.py`",
        at: value)
    }
    return files
  }
}
