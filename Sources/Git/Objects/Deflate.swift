import CGit2
import Text

/// A zlib stream that is reused for many objects.
///
/// zlib keeps a pointer to its stream, so the stream never moves.
struct Deflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = deflateInit_(
      stream, Z_BEST_SPEED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if code != Z_OK { throw GitError(.other(code), "can't compress") }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Appends the compressed form of `input` to `output`.
  func append(_ input: [UInt8], to output: inout [UInt8]) throws(GitError) {
    deflateReset(stream)
    let bound = Int(deflateBound(stream, uLong(input.count)))
    var code = Z_OK
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { space, count in
      code = run(input, space, &count)
    }
    if code != Z_STREAM_END { throw GitError(.other(code), "can't compress") }
    output += packed
  }

  private func run(
    _ input: [UInt8], _ space: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) -> Int32 {
    input.withUnsafeBufferPointer { bytes in
      // zlib counts its input in 32 bits, so large objects are split.
      var code = Z_OK
      var taken = 0
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.next_out = space.baseAddress
      while code == Z_OK {
        let part = min(bytes.count - taken, 1 << 30)
        let room = min(space.count - count, 1 << 30)
        stream.pointee.avail_in = uInt(part)
        stream.pointee.avail_out = uInt(room)
        code = deflate(stream, taken + part == bytes.count ? Z_FINISH : Z_NO_FLUSH)
        taken += part - Int(stream.pointee.avail_in)
        count += room - Int(stream.pointee.avail_out)
        if code == Z_OK, part == 0, room == 0 { return Z_BUF_ERROR }
      }
      return code
    }
  }
}

/// Reads zlib streams from untrusted bytes.
struct Inflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(GitError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if code != Z_OK { throw GitError(.other(code), "can't decompress") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// The result of inflating.
  enum Outcome {
    /// The whole stream: its content, and the number of input bytes used.
    case whole([UInt8], used: Int)
    /// The input ended early, or the content was larger than requested.
    case partial([UInt8])
    case broken
  }

  /// Inflates the stream at the start of `input` into at most `size` bytes.
  func inflate(_ input: ArraySlice<UInt8>, size: Int) -> Outcome {
    inflateReset(stream)
    var code = Z_OK
    var used = 0
    // One byte more than requested, so that the end of the stream is detected.
    let content = [UInt8](unsafeUninitializedCapacity: size + 1) { space, count in
      input.withUnsafeBufferPointer { bytes in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.next_out = space.baseAddress
        while code == Z_OK {
          let part = min(bytes.count - used, 1 << 30)
          let room = min(size + 1 - count, 1 << 30)
          stream.pointee.avail_in = uInt(part)
          stream.pointee.avail_out = uInt(room)
          code = CGit2.inflate(stream, Z_NO_FLUSH)
          used += part - Int(stream.pointee.avail_in)
          count += room - Int(stream.pointee.avail_out)
        }
      }
    }
    switch code {
    case Z_STREAM_END:
      return content.count <= size ? .whole(content, used: used) : .partial(content)
    case Z_BUF_ERROR: return .partial(content)
    default: return .broken
    }
  }
}
