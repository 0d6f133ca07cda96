import Testing

@testable import Git

/// The addresses that use `ssh`, and its arguments.
@Suite struct SecureShellTests {
  @Test(arguments: [
    ("ssh://git@school.example:2222/hub/math", ["-p", "2222", "git@school.example"]),
    ("ssh://school.example/math", ["school.example"]),
    ("ssh://git@[::1]:22/math", ["-p", "22", "git@::1"]),
    ("ssh://[::1]/math", ["::1"]),
    ("git@school.example:hub/math", ["git@school.example"]),
    ("school:math", ["school"]),
  ])
  func connectsToTheHost(address: String, words: [String]) {
    #expect(SecureShell(address: address)?.arguments == words)
  }

  @Test(arguments: [
    "https://school.example/math", "/srv/hub/math", "../hub/math", "a/b:c", "",
    "ssh://-oProxyCommand=id/math", "ssh://git@-x/math", "-oProxyCommand=id:math", "git@-x:math",
    "ssh://git@school.example:2x/math", "ssh:///math", "ssh://git@/math", ":math",
  ])
  func connectsToNoOtherHost(address: String) { #expect(SecureShell(address: address) == nil) }
}
