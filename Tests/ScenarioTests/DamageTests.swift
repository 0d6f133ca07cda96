import Foundation
import Testing

@testable import plainyaml_fuzz

/// Git's files in a school, a clone, a collected store and an outbox, each with a few damaged
/// bytes.
///
/// `DAMAGES=2000` tries more than a test has time for; `DAMAGE=17` tries only that one.
@Suite struct DamageTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let numbers =
    environment["DAMAGE"].flatMap { Int($0) }.map { $0..<($0 + 1) }
    ?? 0..<(environment["DAMAGES"].flatMap { Int($0) } ?? 30)

  /// Folders that contain Git's files, and the commands in a folder that read them.
  private static let places: [(folder: String, root: String, commands: [String])] = [
    (
      "school/.git", "school",
      [
        "status", "list students", "check", "log", "grade math", "diff", "show math/adding",
        "create class c9", "blame math/adding ada", "share math", "undo",
      ]
    ),
    (
      "school/.git/teachkit/collected/math.git", "school",
      ["collect math", "grade math", "status", "audit math"]
    ),
    (
      "school/.git/teachkit/outbox/math.git", "school",
      ["share math", "return math", "status", "audit math"]
    ),
    (
      "clone/.git", "clone",
      ["status", "pull", "submit adding", "feedback adding", "grades", "diff"]
    ),
    ("clone/.git", "school", ["grade adding --submission ../clone --school ."]),
    ("hub/math/subject.git", "other", ["import subject ../hub/math"]),
  ]

  private let stage: Stage

  init() throws {
    stage = try Stage(try Scenario(""), binary: try #require(Scenarios.binary))
    let result = try stage.run(
      """
      set -e
      teachkit init school --name Hof --hub hub --teacher 'T <t@example.org>' --quiet; cd school
      teachkit create class 7b --quiet; teachkit create student ada --class 7b --quiet
      teachkit create subject math --title Math --class 7b --quiet
      mkdir -p subjects/math/adding
      printf 'title: Adding\\nexercises:\\n  - {id: one, type: number, prompt: 1 + 1?, answer: 2}\\n' \\
        > subjects/math/adding/worksheet.yaml
      teachkit share math --with 7b --quiet >/dev/null 2>&1
      teachkit assign math/adding --to 7b --due fri --quiet >/dev/null 2>&1
      cd; teachkit clone hub/math clone --student ada --quiet; cd clone
      printf '2\\n' | teachkit work adding >/dev/null; teachkit submit adding --yes --quiet; cd ../school
      teachkit collect math --quiet; teachkit grade math --quiet; teachkit return math --yes --quiet
      cd ../clone; teachkit pull --quiet; cd
      teachkit init other --name Hof --teacher 'T <t@example.org>' --quiet
      mkdir loose packed; cp -a school clone hub other loose; mv school clone hub other packed
      for store in packed/school packed/clone packed/school/.git/teachkit/*/math.git \\
        packed/hub/math/subject.git; do
        git -C $store gc --quiet
      done
      """, as: "tina")
    #expect(result.exitCode == 0, "\(result.lines)")
  }

  @Test func damageIsReported() throws {
    defer { stage.clear() }
    let home = try stage.home(of: "tina")
    for number in Self.numbers {
      var random = Seeded(0, number)
      let state = random.pick(["loose", "packed"])
      let place = random.pick(Self.places)
      let command = random.pick(place.commands)
      _ = try stage.run("rm -rf school clone hub other; cp -a \(state)/. .", as: "tina")
      let (file, damage) = try Damage.apply(to: "\(home)/\(place.folder)", &random)
      let result = try stage.run(
        "(ulimit -t 2; MALLOC_PERTURB_=165 timeout 20 teachkit -C \(place.root) \(command) 2>&1)",
        as: "tina")
      let words = result.lines.joined(separator: "\n")
      // Without its mark or its branches, a folder is no longer recognized as a school or clone.
      let isNameless =
        result.exitCode == 66 && ["HEAD", "config", "packed-refs"].contains(file)
      // With 1, the results for other students are valid.
      let isReported =
        [1, 65, 74].contains(result.exitCode) && words.contains("teachkit: error")
        && words.contains("/")
        // An audit reports damage as a finding.
        || command.hasPrefix("audit") && result.exitCode == 1 && words.contains("finding")
      #expect(
        result.exitCode == 0 || isReported || isNameless,
        """
        DAMAGE=\(number): \(damage) in \(state)/\(place.folder)/\(file), '\(command)' ends with \
        \(result.exitCode ?? -1):
        \(words)
        """)
    }
  }
}

/// A change of a few bytes in one of Git's files.
private enum Damage: String {
  case flippedBits, cutOff, emptied, zeroed, falseSize

  /// Damages one file below a folder.
  ///
  /// - Returns: the file's path below the folder, and the kind of damage.
  static func apply(to folder: String, _ random: inout Seeded) throws -> (file: String, Damage) {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue && !$0.hasPrefix("teachkit/") && !$0.hasPrefix("logs/")
        && !$0.hasPrefix("hooks/") && !$0.hasSuffix(".lock")
    }
    let objects = files.filter { $0.hasPrefix("objects/") }
    let file = random.pick(random.oneIn(4) ? files.filter { !objects.contains($0) } : objects)
    let url = URL(fileURLWithPath: "\(folder)/\(file)")
    var bytes = [UInt8](try Data(contentsOf: url))
    let isLoose =
      file.hasPrefix("objects/") && !file.hasPrefix("objects/pack/")
      && !file.hasPrefix("objects/info/")
    var damage = random.pick([Damage.flippedBits, .flippedBits, .cutOff, .emptied, .zeroed])
    if isLoose, random.oneIn(2), let forged = try forged(file, in: folder, &random) {
      damage = .falseSize
      bytes = forged
    }
    switch damage {
    case .flippedBits:
      for _ in 0...random.below(3) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
      }
    case .cutOff: bytes = Array(bytes.prefix(random.below(bytes.count)))
    case .emptied: bytes = []
    case .zeroed:
      let start = random.below(bytes.count)
      for place in start..<min(bytes.count, start + 64) { bytes[place] = 0 }
    case .falseSize: break
    }
    try? FileManager.default.removeItem(at: url)
    try Data(bytes).write(to: url)
    return (file, damage)
  }

  /// Returns a loose object whose header claims a size other than its body's.
  private static func forged(
    _ file: String, in folder: String, _ random: inout Seeded
  ) throws -> [UInt8]? {
    let id = file.split(separator: "/").dropFirst().joined()
    func git(_ words: String...) throws -> [UInt8] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
      process.arguments = ["--git-dir", folder, "cat-file"] + words
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return output
    }
    let kind = String(decoding: try git("-t", id).dropLast(), as: UTF8.self)
    if kind.isEmpty { return nil }
    let body = try git(kind, id)
    let sizes = [0, 1, body.count / 2, body.count - 1, body.count + 1, body.count * 1000, 1 << 40]
    let head = Array("\(kind) \(max(random.pick(sizes), 0))\0".utf8)
    return stored(head + body)
  }

  /// Returns a zlib stream with one uncompressed block (RFC 1950, RFC 1951 section 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8]? {
    guard let count = UInt16(exactly: bytes.count) else { return nil }
    var sums: (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sums.0 = (sums.0 + UInt32(byte)) % 65521
      sums.1 = (sums.1 + sums.0) % 65521
    }
    let check = sums.1 << 16 | sums.0
    func low(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return [0x78, 0x01, 1] + low(count) + low(~count) + bytes
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> UInt32($0)) }
  }
}
