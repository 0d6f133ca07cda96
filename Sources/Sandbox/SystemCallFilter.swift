/// The system calls denied to students' programs, as a seccomp program.
///
/// The filter denies memory without an owning process (System V objects, memfd), the user's
/// keyrings, and sockets other than local and internet sockets (such as those to a virtual
/// machine's host). It also denies io_uring, which could bypass the socket check.
enum SystemCallFilter {
  private struct Numbers {
    let architecture: UInt32
    let denied: [UInt32]
    let sockets: [UInt32]
  }

  #if arch(x86_64)
    // shmget, semget, msgget, add_key, request_key, keyctl, memfd_create, io_uring_setup,
    // memfd_secret; socket, socketpair.
    private static let numbers = Numbers(
      architecture: 0xC000_003E, denied: [29, 64, 68, 248, 249, 250, 319, 425, 447],
      sockets: [41, 53])
  #elseif arch(arm64)
    private static let numbers = Numbers(
      architecture: 0xC000_00B7, denied: [194, 190, 186, 217, 218, 219, 279, 425, 447],
      sockets: [198, 199])
  #endif

  /// AF_UNIX, AF_INET, AF_INET6.
  private static let families: [UInt32] = [1, 2, 10]

  // Seccomp's return values: allow, or fail with ENOSYS or EAFNOSUPPORT.
  private static let allow: UInt32 = 0x7FFF_0000
  private static let unknown: UInt32 = 0x0005_0000 | 38
  private static let unsupported: UInt32 = 0x0005_0000 | 97

  /// The filter in the kernel's format, an array of `struct sock_filter`.
  static let bytes: [UInt8] = {
    var filter = Builder()
    filter.load(4)
    filter.skip(1, unlessEqual: false, numbers.architecture)
    filter.answer(unknown)
    filter.load(0)
    #if arch(x86_64)
      // The x32 interface has its own call numbers.
      filter.skip(1, ifBelow: 0x4000_0000)
      filter.answer(unknown)
    #endif
    for number in numbers.denied { filter.answer(unknown, toCall: number) }
    for number in numbers.sockets {
      // Skips the check of the family: a load, two instructions for each family, and the refusal.
      filter.skip(UInt8(2 + 2 * families.count), unlessEqual: true, number)
      filter.load(16)
      for family in families { filter.answer(allow, toCall: family) }
      filter.answer(unsupported)
    }
    filter.answer(allow)
    return filter.bytes
  }()

  /// A builder of classic Berkeley Packet Filter instructions.
  private struct Builder {
    private(set) var bytes: [UInt8] = []

    private mutating func add(_ code: UInt16, _ ifTrue: UInt8, _ ifFalse: UInt8, _ value: UInt32) {
      bytes += [UInt8(code & 0xFF), UInt8(code >> 8), ifTrue, ifFalse]
      for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(value >> shift & 0xFF)) }
    }

    /// Loads a word of `struct seccomp_data`: 0 is the call, 4 the architecture, 16 the first
    /// argument.
    mutating func load(_ offset: UInt32) { add(0x20, 0, 0, offset) }

    /// Skips instructions if the loaded word equals a value, or if it doesn't when negated.
    mutating func skip(_ count: UInt8, unlessEqual isNegated: Bool, _ value: UInt32) {
      add(0x15, isNegated ? 0 : count, isNegated ? count : 0, value)
    }

    mutating func skip(_ count: UInt8, ifBelow value: UInt32) { add(0x35, 0, count, value) }

    mutating func answer(_ answer: UInt32) { add(0x06, 0, 0, answer) }

    mutating func answer(_ answer: UInt32, toCall value: UInt32) {
      skip(1, unlessEqual: true, value)
      self.answer(answer)
    }
  }
}
