import CText
import Synchronization

/// A regular expression (PCRE2 syntax, Unicode aware) that matches whole texts in bounded time and
/// memory.
public final class Pattern: Sendable {
  /// The outcome of a match.
  public enum Outcome: Hashable, Sendable {
    case matches
    case noMatch
    /// The text is too long or the search took too many steps.
    case gaveUp
  }

  /// The longest text to match, in UTF-8 bytes.
  public static let longestSubject = 1 << 16

  public let source: String
  private let compiled: Mutex<CompiledPattern>

  /// Compiles `source`, anchored at both ends of a text.
  public init(_ source: String) throws(PatternError) {
    let compiled = try CompiledPattern(source)
    self.source = source
    self.compiled = Mutex(compiled)
  }

  /// Matches all of `text`, within about 50 ms for any text.
  public func match(_ text: String) -> Outcome {
    if text.utf8.count > Pattern.longestSubject { return .gaveUp }
    return compiled.withLock { $0.match(text) }
  }
}

/// An error in a pattern.
public struct PatternError: Error, Hashable, Sendable {
  /// PCRE2's message, such as `missing closing parenthesis`.
  public let message: String
  /// The offset in the pattern, in UTF-8 bytes.
  public let offset: Int
}

/// A compiled pattern with the memory for a match.
private struct CompiledPattern: ~Copyable {
  private static let steps: UInt32 = 500_000
  private static let depth: UInt32 = 100_000
  private static let kilobytes: UInt32 = 32 << 10

  private let code: OpaquePointer
  private let data: OpaquePointer
  private let context: OpaquePointer

  init(_ source: String) throws(PatternError) {
    let options =
      PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
    var status: Int32 = 0
    var offset = 0
    var copy = source
    let compiled = copy.withUTF8 {
      pcre2_compile_8($0.baseAddress, $0.count, options, &status, &offset, nil)
    }
    guard let compiled else {
      throw PatternError(message: CompiledPattern.message(for: status), offset: offset)
    }
    guard let data = pcre2_match_data_create_8(1, nil),
      let context = pcre2_match_context_create_8(nil)
    else {
      pcre2_code_free_8(compiled)
      throw PatternError(message: "out of memory", offset: 0)
    }
    pcre2_set_match_limit_8(context, CompiledPattern.steps)
    pcre2_set_depth_limit_8(context, CompiledPattern.depth)
    pcre2_set_heap_limit_8(context, CompiledPattern.kilobytes)
    (code, self.data, self.context) = (compiled, data, context)
  }

  deinit {
    pcre2_match_context_free_8(context)
    pcre2_match_data_free_8(data)
    pcre2_code_free_8(code)
  }

  func match(_ text: String) -> Pattern.Outcome {
    var copy = text
    let status = copy.withUTF8 {
      // Swift strings are valid UTF-8.
      pcre2_match_8(
        code, $0.baseAddress, $0.count, 0, PCRE2_NO_UTF_CHECK, data, context)
    }
    if status >= 0 { return .matches }
    return status == PCRE2_ERROR_NOMATCH ? .noMatch : .gaveUp
  }

  private static func message(for status: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
  }
}
