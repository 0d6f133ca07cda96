import Model
import Substrings

/// What a hub says while it takes a push: when it took which branch. Git shows it to whoever pushes.
public struct ReceiptNotice: Hashable, Sendable {
  /// Without `refs/heads/`: `submit/fractions.adding`.
  public let branch: String
  public let at: Instant

  private static let verb = ": received "

  init(_ branch: String, at: Instant) {
    self.branch = branch
    self.at = at
  }

  /// - Parameter line: as ``text`` has it; nil comes of any other.
  public init?(_ line: String) {
    guard let verb = line.firstRange(of: Self.verb), let at = Instant(iso: line[verb.upperBound...])
    else { return nil }
    branch = String(line[..<verb.lowerBound])
    self.at = at
  }

  public var text: String { "\(branch)\(Self.verb)\(at)" }
}
