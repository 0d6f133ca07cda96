import Model
import Text

/// One of several shares of all submissions: `3/16` is the third of sixteen.
///
/// A submission's share depends only on its worksheet and mailbox, so machines that grade one share
/// each need no coordination.
public struct GradeShare: Hashable {
  /// The number of the share, from 1.
  public let number: Int
  public let count: Int

  /// The largest number of shares.
  private static let most = 10_000

  public init(_ text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...GradeShare.most).contains(count), (1...count).contains(number)
    else {
      throw Failure(
        .valueIsFaulty, "invalid shard '\(text)'",
        hint: "write '--shard 3/16' for the third of sixteen; the maximum is \(GradeShare.most)")
    }
    self.number = number
    self.count = count
  }

  /// Whether a mailbox's work on a worksheet is in this share.
  public func contains(_ worksheet: ContextPath, of mailbox: String) -> Bool {
    GradeShare.number(of: worksheet, of: mailbox, count) == number
  }

  /// Returns the number of the share that contains a mailbox's work on a worksheet.
  public static func number(of worksheet: ContextPath, of mailbox: String, _ count: Int) -> Int {
    let digest = sha256(Array("\(worksheet) \(mailbox)".utf8))
    let value = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(value % UInt64(count)) + 1
  }
}

extension GradeShare: CustomStringConvertible {
  public var description: String { "\(number)/\(count)" }
}
