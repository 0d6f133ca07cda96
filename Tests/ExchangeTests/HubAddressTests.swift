import HubProtocol
import Testing

@Suite struct HubAddressTests {
  @Test(arguments: [
    ("https://ada:secret@example.org/hub/math", "https://example.org/hub/math"),
    ("https://token@example.org/math", "https://example.org/math"),
    ("HTTPS://a:b@c@example.org/math", "HTTPS://example.org/math"),
    ("ssh://git@example.org:2222/math", "ssh://git@example.org:2222/math"),
    ("ssh://git:secret@example.org/math", "ssh://git@example.org/math"),
    ("https://example.org/@ada/math", "https://example.org/@ada/math"),
    ("git@example.org:math", "git@example.org:math"), ("/hub/math", "/hub/math"),
  ])
  func addressesAreKeptWithoutSecrets(_ address: String, _ kept: String) {
    #expect(HubAddress(address, relativeTo: "/").withoutSecrets == kept)
  }
}
