import HubProtocol
import Model

/// A repository of a subject on a hub.
public enum HubRepository: Hashable, Sendable {
  /// Readable for all participants.
  case subject
  /// The teacher's repository, through which everything is published and collected.
  case desk
  /// The mailbox of a student or group.
  case mailbox(String)
}

/// The location of a repository on a hub.
public struct HubPlace: Hashable, Sendable {
  public let subject: String
  public let repository: HubRepository
  /// Whether it is the address for leave notices, which accepts nothing else.
  public let isLeaving: Bool

  public init(_ subject: String, _ repository: HubRepository, isLeaving: Bool = false) {
    self.subject = subject
    self.repository = repository
    self.isLeaving = isLeaving
  }

  /// Parses a path relative to the hub, such as `math/mailboxes/ada.git`.
  ///
  /// - Returns: nil for other paths.
  public init?(path: String) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let subject = names.first, Identifier.problem(in: subject, for: .subject) == nil else {
      return nil
    }
    switch names.count {
    case 2 where names[1] == HubLayout.subjectRepository: self.init(subject, .subject)
    case 2 where names[1] == HubLayout.desk: self.init(subject, .desk)
    case 3 where names[1] == HubLayout.mailboxes || names[1] == HubLayout.leaving:
      guard let mailbox = HubLayout.mailbox(ofFolder: names[2]) else { return nil }
      self.init(subject, .mailbox(mailbox), isLeaving: names[1] == HubLayout.leaving)
    default: return nil
    }
  }

  /// The requested path, relative to the hub.
  var name: String {
    guard isLeaving, case .mailbox(let mailbox) = repository else { return path }
    return "\(subject)/\(HubLayout.leaving)/\(mailbox).git"
  }

  /// The path of the repository, relative to the hub.
  public var path: String {
    switch repository {
    case .subject: "\(subject)/\(HubLayout.subjectRepository)"
    case .desk: "\(subject)/\(HubLayout.desk)"
    case .mailbox(let name): "\(subject)/\(HubLayout.mailbox(name))"
    }
  }

  /// A companion file of the repository, relative to the hub, one of each kind.
  func companion(_ kind: String) -> String {
    switch repository {
    case .subject: "\(subject)/subject.\(kind)"
    case .desk: "\(subject)/desk.\(kind)"
    case .mailbox(let name): "\(subject)/receiving/\(name).\(kind)"
    }
  }
}
