import Git
import HubProtocol

extension ServedHub {
  /// Records the currently authorized keys on every subject's desk.
  public func noteKeys() throws {
    for subject in try subjects() where try folder.contains(HubPlace(subject, .desk).path) {
      try Enrollment(self, subject).noteKeys()
    }
  }
}
