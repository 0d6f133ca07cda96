import Git
import Model

extension ServedHub {
  /// One repository of a hub, as `hub status` shows it.
  public struct Inventory: Sendable {
    public let place: HubPlace
    /// What its objects take on the disk; 0 for a mailbox for which nobody came yet.
    public let bytes: Int
    /// The most that they may take; nil for the teacher's own, which have no bounds.
    public let most: Int?
    public let packs: Int
    /// When something was last received in a mailbox.
    public let received: Instant?
    /// What the teacher says of whose mailbox it is.
    public let state: Participant.State?
  }

  /// What a repository's objects take on the disk, with what is arriving there just now.
  func size(of place: HubPlace) throws -> Int { try folder.size(of: "\(place.path)/objects") }

  /// Every repository of the hub, by subject.
  public func inventory() throws -> [Inventory] {
    var found: [Inventory] = []
    for subject in try subjects() {
      // The log has what is wrong with an unreadable list; the rest is shown without the states.
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
