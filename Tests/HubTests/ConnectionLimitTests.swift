import Testing

@testable import Hub

/// How many connections one principal has at a time.
@Suite struct ConnectionLimitTests {
  @Test func aStudentHasFewConnectionsAtATime() throws {
    let temporary = try TemporaryHub()
    let ada = Party.student("ada")
    let most = ConnectionLimit.most(for: ada)
    for _ in 0..<most { try ConnectionLimit.take(ada, in: temporary.hub) }
    #expect(throws: HubError.tooManyConnections(most)) {
      try ConnectionLimit.take(ada, in: temporary.hub)
    }
    try ConnectionLimit.take(.student("ben"), in: temporary.hub)
    try ConnectionLimit.take(.teacher, in: temporary.hub)
  }
}
