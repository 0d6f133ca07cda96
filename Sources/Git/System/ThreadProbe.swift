import Glibc
import Text

/// Checks whether this process can start threads.
///
/// Swift's thread pool hangs if it can't start one.
public enum ThreadProbe {
  /// Checks that threads can be started for all processors, by starting and ending them.
  public static func check() throws(GitError) {
    let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .system("cannot create a pipe") }
    var threads: [pthread_t] = []
    var code: Int32 = 0
    for _ in 0..<count where code == 0 {
      var thread = pthread_t()
      code = pthread_create(
        &thread, nil,
        { end in
          // All threads run at the same time, until the pipe is closed.
          var byte: UInt8 = 0
          while read(Int32(Int(bitPattern: end)), &byte, 1) < 0, errno == EINTR {}
          return nil
        }, UnsafeMutableRawPointer(bitPattern: Int(ends[0])))
      if code == 0 { threads.append(thread) }
    }
    if code == 0, !hasMemory { code = ENOMEM }
    close(ends[1])
    for thread in threads { pthread_join(thread, nil) }
    close(ends[0])
    if code != 0 {
      throw GitError(.other(code), "cannot start a thread: \(String(cString: strerror(code)))")
    }
  }

  /// Whether memory for the work of the threads can be allocated; Swift crashes without it.
  private static var hasMemory: Bool {
    let size = 32 << 20
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, size)
    return true
  }
}
