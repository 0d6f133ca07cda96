/// A student whom the class teacher must speak to before the end of the school day: an entry of
/// `guidance.yaml`.
public struct GuidanceRecord: Hashable, Sendable {
  public enum Status: String, CaseIterable, Sendable {
    case valid
    /// Put off to a later day.
    case delayed
    case complete
    /// Kept for the record, and shown only on request.
    case deleted
  }

  /// The reasons that every school has; `other` needs a detail.
  public static let reasons = ["clothing", "indoor-shoes", "jaywalking", "other"]
  /// The maximum length of a detail in characters.
  public static let longestDetail = 500

  public let id: String
  public let student: String
  public var reason: String
  public var detail: String?
  /// The day from which the student is on the list.
  public var date: CivilDate
  public var status: Status
  /// The first date of a delayed record.
  public var from: CivilDate?
  /// Who wrote it, as a marker's id or name.
  public var by: String?

  public init(
    id: String, student: String, reason: String, detail: String? = nil, date: CivilDate,
    status: Status = .valid, from: CivilDate? = nil, by: String? = nil
  ) {
    self.id = id
    self.student = student
    self.reason = reason
    self.detail = detail
    self.date = date
    self.status = status
    self.from = from
    self.by = by
  }

  /// Whether something is left to do.
  public var isOpen: Bool { status == .valid || status == .delayed }

  /// Whether it is on the list of a day.
  public func isDue(on day: CivilDate) -> Bool { isOpen && date <= day }

  /// The next unused id, such as `g14` after `g13`.
  public static func nextID(after ids: some Sequence<String>) -> String {
    let numbers = ids.compactMap { id in id.first == "g" ? Int(id.dropFirst()) : nil }
    return "g\((numbers.filter { $0 < Int.max }.max() ?? 0) + 1)"
  }
}
