import Testing

@testable import Course

@Suite struct FolderPathTests {
  @Test(
    arguments: [
      ("hub", "/home/tina", "/home/tina/hub"), ("../hub", "/home/tina", "/home/hub"),
      ("/a//b/./c/..", "/x", "/a/b"), ("../../..", "/a", "/"), (".", "/a/b", "/a/b"),
    ])
  func pathsAreAbsoluteAndNormalized(_ path: String, _ base: String, _ expected: String) {
    #expect(FolderPath(path, from: base).text == expected)
  }

  @Test func relativePathsAreComputed() {
    let school = FolderPath("/home/tina/school", from: "/")
    #expect(FolderPath("/home/tina/hub", from: "/").relative(to: school) == "../hub")
    #expect(FolderPath("/srv/hub", from: "/").relative(to: school) == "../../../srv/hub")
    #expect(school.relative(to: school) == ".")
    #expect(FolderPath("x", from: school.text).isWithin(school))
    #expect(!FolderPath("../school2", from: school.text).isWithin(school))
  }
}
