/// The system calls denied to students' programs, as a seccomp program.
///
/// The filter denies memory without an owning process (System V objects, memfd, anonymous shared
/// mappings), the user's keyrings, and all but local sockets, as the sandbox has no network. It also
/// denies io_uring, which could bypass the socket check. Requests for larger socket buffers have no
/// effect.
enum SystemCallFilter {
  private struct Numbers {
    let architecture: UInt32
    let denied: [UInt32]
    let sockets: [UInt32]
    let map: UInt32
    let socketOption: UInt32
  }

  #if arch(x86_64)
    // shmget, semget, msgget, add_key, request_key, keyctl, memfd_create, io_uring_setup,
    // memfd_secret; socket, socketpair; mmap; setsockopt.
    private static let numbers = Numbers(
      architecture: 0xC000_003E, denied: [29, 64, 68, 248, 249, 250, 319, 425, 447],
      sockets: [41, 53], map: 9, socketOption: 54)
  #elseif arch(arm64)
    private static let numbers = Numbers(
      architecture: 0xC000_00B7, denied: [194, 190, 186, 217, 218, 219, 279, 425, 447],
      sockets: [198, 199], map: 222, socketOption: 208)
  #endif

  private static let localFamily: UInt32 = 1
  /// MAP_SHARED with MAP_ANONYMOUS.
  private static let anonymousSharing: UInt32 = 0x21
  /// SOL_SOCKET, and its options SO_SNDBUF and SO_RCVBUF.
  private static let socketLevel: UInt32 = 1
  private static let bufferSizes: [UInt32] = [7, 8]

  // Seccomp's return values: allow, return 0 without a call, or fail with ENOSYS or EAFNOSUPPORT.
  private static let allow: UInt32 = 0x7FFF_0000
  private static let ignored: UInt32 = 0x0005_0000
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
    for number in numbers.denied { filter.answer(unknown, to: number) }
    for number in numbers.sockets {
      filter.ifCall(number) { check in
        check.load(argument: 0)
        check.answer(allow, to: localFamily)
        check.answer(unsupported)
      }
    }
    filter.ifCall(numbers.map) { check in
      check.load(argument: 3)
      check.mask(anonymousSharing)
      check.answer(unknown, to: anonymousSharing)
      check.answer(allow)
    }
    filter.ifCall(numbers.socketOption) { check in
      check.load(argument: 1)
      check.skip(1, unlessEqual: false, socketLevel)
      check.answer(allow)
      check.load(argument: 2)
      for option in bufferSizes { check.answer(ignored, to: option) }
      check.answer(allow)
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

    /// Loads a word of `struct seccomp_data`: 0 is the call, 4 the architecture.
    mutating func load(_ offset: UInt32) { add(0x20, 0, 0, offset) }

    /// Loads the lower half of an argument.
    mutating func load(argument: UInt32) { load(16 + 8 * argument) }

    /// Keeps only these bits of the loaded word.
    mutating func mask(_ bits: UInt32) { add(0x54, 0, 0, bits) }

    /// Skips instructions if the loaded word equals a value, or if it doesn't when negated.
    mutating func skip(_ count: UInt8, unlessEqual isNegated: Bool, _ value: UInt32) {
      add(0x15, isNegated ? 0 : count, isNegated ? count : 0, value)
    }

    mutating func skip(_ count: UInt8, ifBelow value: UInt32) { add(0x35, 0, count, value) }

    mutating func answer(_ answer: UInt32) { add(0x06, 0, 0, answer) }

    /// Answers if the loaded word equals a value.
    mutating func answer(_ answer: UInt32, to value: UInt32) {
      skip(1, unlessEqual: true, value)
      self.answer(answer)
    }

    /// Adds instructions, ending with an answer, for one call; the call's number must be loaded.
    mutating func ifCall(_ number: UInt32, _ write: (inout Builder) -> Void) {
      var check = Builder()
      write(&check)
      skip(UInt8(check.bytes.count / 8), unlessEqual: true, number)
      bytes += check.bytes
    }
  }
}
