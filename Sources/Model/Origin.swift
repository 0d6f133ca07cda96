/// Where material was taken over from: another school, or a subject that one published.
public struct Origin: Hashable, Sendable {
  /// The school's name, or the address of what is published.
  public let from: String
  /// The school's own identifier.
  public let uid: String?
  /// What it is called there: `math/fractions`.
  public let path: String?
  /// The commit that it was read from, in hexadecimal.
  public let commit: String?

  public init(from: String, uid: String? = nil, path: String? = nil, commit: String? = nil) {
    self.from = from
    self.uid = uid
    self.path = path
    self.commit = commit
  }
}
