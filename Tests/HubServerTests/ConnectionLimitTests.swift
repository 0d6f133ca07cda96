import Testing

@testable import HubProtocol
@testable import HubServer

/// The limit on concurrent connections per principal.
@Suite struct ConnectionLimitTests {
  @Test func aStudentHasFewConnectionsAtATime() throws {
    let temporary = try TemporaryHub()
    let ada = Principal.student("ada")
    let most = ConnectionLimit.most(for: ada)
    for _ in 0..<most { try ConnectionLimit.admit(ada, in: temporary.hub) }
    #expect(throws: HubError.tooManyConnections(most)) {
      try ConnectionLimit.admit(ada, in: temporary.hub)
    }
    try ConnectionLimit.admit(.student("ben"), in: temporary.hub)
    try ConnectionLimit.admit(.teacher, in: temporary.hub)
  }
}
