import Git
import Glibc
import Model
import Text

/// Bounds how many connections one principal has to a hub at a time.
///
/// Each connection locks a byte of one file for as long as it lasts; the kernel unlocks it, however the
/// connection ends.
public struct ConnectionLimit {
  /// The file with the locks, below the hub.
  static let file = ".connections"
  /// `F_OFD_SETLK`, which glibc shows to GNU programs only.
  private static let lock: Int32 = 37

  /// How many connections a principal may have at a time.
  static func most(for party: Party) -> Int {
    switch party {
    case .teacher: 64
    case .student: 8
    // All who join with one open link come with one key: a class at a time.
    case .invited: 40
    }
  }

  /// Counts a connection for as long as this process and those that it becomes last.
  ///
  /// - Throws: `HubError.tooManyConnections`.
  public static func take(_ party: Party, in hub: ServedHub) throws(HubError) {
    let file = open(
      "\(hub.folder.path)/\(file)", O_RDWR | O_CREAT | O_NOFOLLOW, mode_t(0o600))
    // A hub on a disk without room, or one that can't be written, still answers.
    if file < 0 { return }
    let most = most(for: party)
    let digest = sha256(Array(party.description.utf8))
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
