extension HubError {
  /// The hub's reply code.
  public var reply: HubReply {
    switch self {
    case .notAllowed: .notFound
    case .readOnly: .readOnly
    case .removed(let subject): .removed(subject: subject)
    case .pending(let subject): .pending(subject: subject)
    case .full(let bytes, let most): .mailboxFull(bytes: bytes, limit: most)
    case .tooManyConnections(let most): .tooManyConnections(limit: most)
    case .invitation(let fault): fault.reply
    case .push(.closed(let branch, let at, let zone)):
      .closed(branch: branch, at: at, zone: zone)
    case .push(.busy): .busy
    case .push(.collected(let branch)): .collected(branch: branch)
    case .push(.overtaken(let mailbox)): .overtaken(mailbox: mailbox)
    case .push, .key, .archiveOption, .keyIsTaken, .keyBoundElsewhere, .noSuchKey: .refused
    case .noHub, .isThere, .belongs, .settings, .fault: .hubFault
    }
  }
}

extension InvitationFault {
  fileprivate var reply: HubReply {
    switch self {
    case .slip, .unknown: .invitationUnknown
    case .used: .invitationUsed
    case .expired(let at): .invitationExpired(at: at)
    case .ofAnother(.student(let id)): .invitationOfAnother(student: id)
    case .ofAnother: .invitationUnknown
    case .keyOfAnother: .keyOfAnother
    case .keyBoundElsewhere: .keyBoundElsewhere
    case .nameless: .studentMissing
    case .nameIsTaken(let id): .studentTaken(student: id)
    case .tooMany: .tooManyRequests
    case .tooOften: .tooManyRequestsOfClient
    case .unproven: .keyUnproven
    }
  }
}
