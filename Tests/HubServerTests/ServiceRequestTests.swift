import HubProtocol
import HubServer
import Testing

@Suite struct ServiceRequestTests {
  @Test(arguments: [
    ("git-upload-pack '/srv/hub/math/subject.git'", HubService.fetch, "/srv/hub/math/subject.git"),
    ("git-receive-pack 'a b'", .push, "a b"),
    ("git upload-pack 'x'", .fetch, "x"),
    ("git-receive-pack 'it'\\''s'", .push, "it's"),
    ("git-receive-pack 'wow'\\!'now'", .push, "wow!now"),
    ("git-upload-archive x", .archive, "x"),
  ])
  func readsFilesWrittenByGit(command: String, service: HubService, path: String) {
    #expect(ServiceRequest(command: command) == ServiceRequest(service, path: path))
  }

  @Test(arguments: [
    "", "git-upload-pack", "git-upload-pack ", "git-upload-pack 'x' 'y'", "git-upload-pack 'x'; id",
    "git-upload-pack 'x", "git-upload-pack $(id)", "git-upload-pack `id`", "git-upload-pack '-x'",
    "git-upload-pack --help", "git-upload-pack 'x'\\''", "git gc", "sh -c id", "scp -f x",
    "git-upload-pack  x", "git-upload-pack x\ny", "git-upload-pack 'a\nb'", "git-upload-pack ''x",
    "git-receive-pack x y", "git-upload-pack 'x'y", " git-upload-pack x",
  ])
  func otherRequestsAreRefused(command: String) {
    #expect(ServiceRequest(command: command) == nil)
  }

  @Test(arguments: [
    "math/subject.git", "math/desk.git", "math/mailboxes/ada.git", "math/mailboxes/7b+red.git",
  ])
  func repositoryPathsAreParsed(path: String) { #expect(HubPlace(path: path)?.path == path) }

  @Test(arguments: [
    "", "math", "math/", "math/other.git", "../math/subject.git", "math/../x/subject.git",
    "math/mailboxes/../subject.git", "math/mailboxes/ada", "math/mailboxes/.git",
    "math/mailboxes/a/b.git", "/math/subject.git", "math//subject.git", "math/subject.git/",
    ".hooks/subject.git", "math/mailboxes/-x.git", "math/mailboxes/a+b+c.git",
  ])
  func otherPathsAreRefused(path: String) { #expect(HubPlace(path: path) == nil) }
}
