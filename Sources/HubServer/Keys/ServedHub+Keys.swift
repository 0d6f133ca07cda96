import Git
import HubProtocol

extension ServedHub {
  /// The authorized keys; nil before the first one.
  var keys: AuthorizedKeys? {
    guard let file = settings.keys, let program else { return nil }
    return AuthorizedKeys(file, hub: folder.path, program: program)
  }
}
