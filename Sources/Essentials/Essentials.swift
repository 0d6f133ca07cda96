// What the argument parser needs of Foundation.
//
// A release is built with this module under the name of `FoundationEssentials`: see `STAND_IN` in
// the `Makefile`, and `docs/decisions/linking.md`. None of our modules imports it.

/// An error that describes itself.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

/// Bytes.
public struct Data: Sendable {}

/// Writes nothing: the only use is the argument parser's description of all commands for other
/// programs, an experiment of its own behind a hidden option.
public final class JSONEncoder {
  /// How the text is laid out.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

extension String {
  /// How text becomes bytes.
  public enum Encoding: Sendable { case utf8 }

  /// The text of some bytes.
  public init?(data: Data, encoding: Encoding) { self = "" }
}
