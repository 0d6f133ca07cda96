import Git
import HubProtocol
import Model

extension ServedHub {
  /// A repository in `hub status`.
  public struct Inventory: Sendable {
    public let place: HubPlace
    /// The size of its objects on disk; 0 for a mailbox that doesn't exist yet.
    public let bytes: Int
    /// The size limit; nil for the teacher's repositories.
    public let most: Int?
    public let packs: Int
    /// The time of the latest receipt.
    public let received: Instant?
    /// The state of the mailbox's student.
    public let state: Participant.State?
  }

  /// The size of a repository's objects on disk, including those in quarantine.
  func size(of place: HubPlace) throws -> Int { try folder.size(of: "\(place.path)/objects") }

  /// Every repository of the hub, by subject.
  public func inventory() throws -> [Inventory] {
    var found: [Inventory] = []
    for subject in try subjects() {
      // The log explains unreadable lists; here only the states are missing.
      let access = (try? access(to: subject)) ?? nil
      let desk = try folder.repository(HubPlace(subject, .desk).path)
      let known = access?.mailboxes.filter(HubLayout.isMailbox) ?? []
      let boxes = Set(try mailboxes(of: subject) + known).sorted()
      for repository in [.subject, .desk] + boxes.map(HubRepository.mailbox) {
        let place = HubPlace(subject, repository)
        var received: Instant?
        var state: Participant.State?
        var most: Int?
        if case .mailbox(let name) = repository {
          let tip = try desk?.reference(HubBranch.received + name)
          received = try tip.flatMap { try desk?.commit($0) }
            .map { Instant(seconds: $0.committer.seconds) }
          state = access?[name]?.state
          most = settings.mailbox
        }
        let packs = try folder.files(in: "\(place.path)/objects/pack").filter {
          $0.hasSuffix(".pack")
        }
        found.append(
          Inventory(
            place: place, bytes: try size(of: place), most: most, packs: packs.count,
            received: received, state: state))
      }
    }
    return found
  }
}
