import Foundation
import Model
import Testing

@testable import Storage

/// Every field of a context at its bounds, and just beyond.
@Suite struct ContextBoundsTests {
  private let school: TemporarySchool
  private let path = ContextPath(subject: "math", components: ["sets"])

  init() throws {
    school = try TemporarySchool()
    try school.write("subjects/math/subject.yaml", "title: Mathematics\n")
  }

  private func context(_ text: String) throws -> Context {
    try school.write("subjects/math/sets/context.yaml", text)
    return try SchoolFiles(WorkTree(root: school.root)).context(path)
  }

  private func check(_ text: String) throws -> [Fault] {
    try school.write("subjects/math/sets/context.yaml", text)
    let check = SchoolCheck(SchoolFiles(WorkTree(root: school.root)))
    try check.checkAll()
    return check.faults
  }

  @Test(arguments: ContextType.allCases)
  func contextTypesAreAccepted(_ type: ContextType) throws {
    let text = "title: Sets\ntype: \(type.rawValue)\n"
    switch type {
    case .app: #expect(throws: FaultyFiles.self) { try context(text) }
    case .custom:
      #expect(throws: FaultyFiles.self) { try context(text) }
      #expect(try context(text + "custom: Experiment\n").custom == "Experiment")
    default: #expect(try context(text).type == type)
    }
  }

  @Test(arguments: Topic.allCases)
  func everyTopic(_ topic: Topic) throws {
    #expect(try context("title: Sets\ntopic: \(topic.rawValue)\n").topic == topic)
  }

  @Test func theCatalogueOfTypesAndTopics() {
    #expect(
      ContextType.allCases.map(\.rawValue) == [
        "chapter", "section", "level", "page", "task", "challenge", "quiz", "exercise", "lesson",
        "book", "game", "document", "audio", "video", "course", "custom", "app",
      ])
    #expect(
      Topic.allCases.map(\.rawValue) == [
        "math", "science", "literacyAndWriting", "worldLanguage", "socialScience",
        "computerScienceAndEngineering", "artsAndMusic", "healthAndFitness",
      ])
  }

  private static func text(_ count: Int) -> String { String(repeating: "ä", count: count) }

  static let allowed = [
    "title: S", "title: \(text(256))", "title: Sets\nsummary: \(text(4000))",
    "title: Sets\ntitles: {de: \(text(256))}", "title: Sets\norder: -1000000",
    "title: Sets\norder: 1000000", "title: Sets\nage: 11", "title: Sets\nage: 11-11",
    "title: Sets\ntime: 0-90", "title: Sets\nlink: \"https://x.example/\(text(2000))\"",
    "title: Sets\nassignable: no", "title: Sets\nassignable: true",
    "title: Sets\ntype: custom\ncustom: \(text(256))",
  ]

  @Test(arguments: allowed)
  func valuesAtALimitAreAccepted(_ text: String) throws { _ = try context(text + "\n") }

  static let refused = [
    "type: chapter", "title: \"\"", "title: \" \"", "title: \(text(257))", "title: [a]",
    "title: Sets\nsummary: \(text(4001))", "title: Sets\ntitles: {de: \" \"}",
    "title: Sets\ntitles: {de: \(text(257))}", "title: Sets\norder: 1000001",
    "title: Sets\norder: first", "title: Sets\ntopic: maths", "title: Sets\nage: 13-11",
    "title: Sets\nage: -1", "title: Sets\nage: 11-", "title: Sets\ntime: 20 min",
    "title: Sets\nlink: \(text(2049))", "title: Sets\nassignable: maybe",
    "title: Sets\ntype: capter", "title: Sets\ntype: custom\ncustom: \(text(257))",
    "title: Sets\nthumbnail: \(text(257))", "title: Sets\ncolour: red",
  ]

  @Test(arguments: refused)
  func valuesOverALimitAreRefused(_ text: String) throws {
    #expect(throws: FaultyFiles.self) { try context(text + "\n") }
  }

  @Test(arguments: [
    (80, 330, true), (330, 80, true), (79, 100, false), (100, 79, false), (331, 100, false),
    (100, 331, false), (100, 65_536, false),
  ])
  func thumbnailsAreChecked(_ width: Int, _ height: Int, _ isAllowed: Bool) throws {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    var pictures: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + bytes(width, 4) + bytes(height, 4)
    ]
    if height < 65_536 {
      pictures.append(
        Array("GIF89a".utf8) + bytes(width, 2).reversed() + bytes(height, 2).reversed())
      pictures.append(
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8] + bytes(height, 2)
          + bytes(width, 2) + [3])
    }
    for picture in pictures {
      try school.write("subjects/math/sets/files/.keep", "")
      try Data(picture).write(
        to: URL(filePath: school.root + "/subjects/math/sets/files/small"))
      let faults = try check("title: Sets\nthumbnail: small\n")
      #expect(faults.map(\.rule) == (isAllowed ? [] : [.thumbnail]))
    }
  }

  @Test func thumbnailsMustExist() throws {
    #expect(try check("title: Sets\nthumbnail: small.png\n").map(\.rule) == [.deadLink])
    #expect(try check("title: Sets\nthumbnail: ../../x\n").map(\.rule) == [.deadLink])
    for cut: [UInt8] in [[], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], Array("GIF8".utf8)] {
      #expect(PictureSize(cut) == nil)
    }
  }

  @Test func depthAndLengthOfPathsAreLimited() throws {
    let eight = (1...8).map { "c\($0)" }.joined(separator: "/")
    try school.write("subjects/math/\(eight)/context.yaml", "title: Deep\n")
    #expect(try check("title: Sets\n") == [])
    try school.write("subjects/math/\(eight)/c9/context.yaml", "title: Too deep\n")
    #expect(try check("title: Sets\n").map(\.rule) == [.tooDeep])
  }

  @Test func duplicateSiblingsAreFoundAfterAMerge() throws {
    try school.write("subjects/math/Sets/context.yaml", "title: Sets again\n")
    #expect(try check("title: Sets\n").contains { $0.severity == .error })
  }

  @Test func chapterAndWorksheetOfTheSameNameAreFoundAfterAMerge() throws {
    try school.write("subjects/math/sets/worksheet.yaml", "title: Sets again\nexercises: []\n")
    let faults = try check("title: Sets\n")
    #expect(faults.map(\.rule) == [.duplicateID])
    #expect(faults.map(\.file) == ["subjects/math/sets/context.yaml"])
  }
}
