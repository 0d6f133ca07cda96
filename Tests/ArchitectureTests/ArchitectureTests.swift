import Testing

/// The modules that each module may import, in addition to the standard library. `ARCHITECTURE.md`
/// shows the same list.
private let arrows: [String: Set<String>] = [
  "Substrings": [],
  "Text": ["CText", "Swift", "Synchronization"],
  "PlainYAML": ["Text"],
  "Git": ["CGit2", "Text", "Glibc"],
  "Model": ["Text"],
  "Grading": ["Model", "Text"],
  "Games": ["Model", "Text"],
  "Sandbox": ["Git", "Text", "Glibc"],
  "Storage": ["Model", "PlainYAML", "Git", "Text", "Glibc"],
  "HubProtocol": ["Model", "PlainYAML", "Git", "Text", "Glibc"],
  "HubServer": ["HubProtocol", "Model", "PlainYAML", "Git", "Text", "Glibc"],
  "Exchange": ["Storage", "Model", "PlainYAML", "HubProtocol", "Git", "Text", "Glibc"],
  "Course": [
    "Exchange", "Storage", "Sandbox", "Grading", "HubProtocol", "Model", "PlainYAML", "Reports",
    "Archives", "Git", "Text", "Glibc",
  ],
  "Archives": ["CArchives", "Model", "Text", "Glibc"],
  "Reports": ["Archives", "Model", "Text"],
  "Markdown": ["CMarkdown", "Text", "Glibc"],
  "Paper": ["Markdown", "Model", "Reports", "Text"],
  "teachkit": [
    "Text", "PlainYAML", "Git", "Model", "Grading", "Games", "Sandbox", "Storage", "HubProtocol",
    "HubServer", "Exchange", "Course",
    "Reports", "Markdown", "Paper", "ArgumentParser", "Glibc",
  ],
]

/// Standard modules that all modules may use. Full Foundation isn't one of them: it would add 40 MB
/// to the binary and milliseconds to each start.
private let everywhere: Set<String> = ["FoundationEssentials", "Substrings", "Synchronization"]

@Test func importsFollowTheDependencyGraph() throws {
  let lines = try sourceLines()
  #expect(lines.contains { $0.imported == "Glibc" })
  for line in lines {
    guard let imported = line.imported else { continue }
    let allowed = arrows[line.module, default: []].union(everywhere)
    guard !allowed.contains(imported) else { continue }
    Issue.record("\(line.module) must not import \(imported): \(line)")
  }
}

/// The compiler accepts an import of a module that the manifest doesn't declare, if another
/// dependency imports it.
@Test func everyModuleIsInTheDependencyGraph() throws {
  for module in Set(try sourceLines().map(\.module)) {
    #expect(arrows[module] != nil, "the module \(module) has no arrows yet")
  }
}

@Test(arguments: ["try!", "fatalError(", "as!", "@unchecked", "nonisolated(unsafe)"])
func noCodeTrapsOrHidesARace(_ forbidden: String) throws {
  for line in try sourceLines() where line.code.contains(forbidden) {
    Issue.record("'\(forbidden)' in \(line)")
  }
}

@Test func noForcedUnwrap() throws {
  for line in try sourceLines() where line.code.contains("!") {
    let code = line.code.replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
    guard code.contains(/[\w)\]]!(?![=\w])/) else { continue }
    Issue.record("a forced unwrap in \(line)")
  }
}

/// A file that declares its own `print` means that one.
@Test func onlyTheProgramPrints() throws {
  let lines = try sourceLines().filter { $0.module != "teachkit" }
  let printers = Set(lines.filter { $0.code.contains("func print(") }.map(\.file))
  for line in lines where line.code.contains("rint(") && !printers.contains(line.file) {
    guard line.code.contains(/(?:^|[^.\w])(?:debugPrint|print)\(/) else { continue }
    Issue.record("output in \(line)")
  }
}

@Test func importsAreParsed() {
  let imports = [
    "import Git": "Git", "  @testable import Model": "Model",
    "public import struct Text.Pattern": "Text",
    "private import Glibc": "Glibc", "@_exported import Storage": "Storage",
    "let import = 1": nil, "/// import Git": nil,
  ]
  for (code, expected) in imports {
    #expect(SourceLine(module: "", file: "", number: 1, code: code).imported == expected)
  }
}

@Test func noFolderHasTooManyFiles() throws {
  let folders = Dictionary(grouping: Set(try sourceLines().map(\.file))) { file in
    file.split(separator: "/").dropLast().joined(separator: "/")
  }
  for (folder, files) in folders where files.count > 25 {
    Issue.record("\(folder) has \(files.count) files: divide it by responsibility")
  }
}

/// Modules whose folders still use each other in circles.
private let tangled: Set<String> = ["Exchange", "Storage", "teachkit"]

@Test func foldersHaveNoCyclicDependencies() throws {
  for (module, lines) in Dictionary(grouping: try sourceLines(), by: \.module) {
    let uses = folderUses(in: lines)
    func reached(from folder: String) -> Set<String> {
      var found: Set<String> = []
      var waiting = [folder]
      while let next = waiting.popLast() {
        waiting += uses[next, default: []].filter { found.insert($0).inserted }
      }
      return found
    }
    let circles = uses.keys.filter { reached(from: $0).contains($0) }.sorted()
    #expect(
      circles.isEmpty != tangled.contains(module), "circles in \(module): \(circles)")
  }
}

/// The folders of a module that each folder uses, found by the names of types and functions.
private func folderUses(in lines: [SourceLine]) -> [String: Set<String>] {
  let declaration =
    /^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|typealias|actor|func) (\w+)/
  func folder(_ line: SourceLine) -> String {
    line.file.split(separator: "/").dropLast().joined(separator: "/")
  }
  var homes: [Substring: String] = [:]
  for line in lines where line.code.first.map({ $0 != " " && $0 != "}" }) ?? false {
    if let match = line.code.firstMatch(of: declaration) { homes[match.1] = folder(line) }
  }
  var uses: [String: Set<String>] = [:]
  for line in lines {
    let user = folder(line)
    // Every other part is a string.
    for (index, part) in line.code.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated() where index.isMultiple(of: 2)
    {
      for word in part.utf8.split(whereSeparator: { !isWord($0) }) {
        if let used = homes[Substring(word)], used != user {
          uses[user, default: []].insert(used)
        }
      }
    }
  }
  return uses
}

private func isWord(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
  default: false
  }
}
