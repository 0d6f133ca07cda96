import Model
import Text

/// One of several parts into which what was handed in is divided: `3/16` is the third of sixteen.
///
/// The part of a submission follows from its worksheet and its mailbox alone, so that machines that
/// grade a part each need not agree about anything else.
struct GradeShare: Hashable {
  /// From 1.
  let number: Int
  let count: Int

  /// As many parts as there can be.
  private static let most = 10_000

  init(_ text: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...GradeShare.most).contains(count), (1...count).contains(number)
    else {
      throw Failure(
        .valueIsFaulty, "'\(text)' is no share",
        hint: "write '--shard 3/16' for the third of sixteen; there are at most \(GradeShare.most)")
    }
    self.number = number
    self.count = count
  }

  /// Whether the work of a mailbox on a worksheet is in this part.
  func contains(_ worksheet: ContextPath, of mailbox: String) -> Bool {
    GradeShare.number(of: worksheet, of: mailbox, count) == number
  }

  /// The number of the part that the work of a mailbox on a worksheet is in.
  static func number(of worksheet: ContextPath, of mailbox: String, _ count: Int) -> Int {
    let digest = sha256(Array("\(worksheet) \(mailbox)".utf8))
    let value = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(value % UInt64(count)) + 1
  }
}

extension GradeShare: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }
}
