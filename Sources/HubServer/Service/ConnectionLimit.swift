import Git
import Glibc
import HubProtocol
import Model
import Text

/// Limits the number of concurrent connections of a principal.
///
/// Each connection locks a byte of a file; the kernel releases the lock when the connection ends,
/// in any way.
public struct ConnectionLimit {
  /// The file with the locks, below the hub.
  static let file = ".connections"
  /// `F_OFD_SETLK`, which glibc only declares for GNU programs.
  private static let lock: Int32 = 37

  /// The maximum number of concurrent connections.
  static func most(for principal: Principal) -> Int {
    switch principal {
    case .teacher: 64
    case .student: 8
    // All invitees of one open link have the same key: a class joins at once.
    case .invited: 40
    }
  }

  /// Counts a connection for the lifetime of this process and the programs that it executes.
  ///
  /// - Throws: `HubError.tooManyConnections`.
  public static func admit(_ principal: Principal, in hub: ServedHub) throws(HubError) {
    let file = open(
      "\(hub.folder.path)/\(file)", O_RDWR | O_CREAT | O_NOFOLLOW, mode_t(0o600))
    // A hub on a full or read-only disk still answers.
    if file < 0 { return }
    let most = most(for: principal)
    let digest = sha256(Array(principal.description.utf8))
    let start = digest.prefix(5).reduce(0) { $0 << 8 | Int($1) } << 8
    for place in 0..<most {
      var wanted = flock()
      wanted.l_type = Int16(F_WRLCK)
      wanted.l_whence = Int16(SEEK_SET)
      wanted.l_start = start + place
      wanted.l_len = 1
      if fcntl(file, lock, &wanted) == 0 { return }
      if errno != EAGAIN && errno != EACCES {
        close(file)
        return
      }
    }
    close(file)
    throw .tooManyConnections(most)
  }
}
