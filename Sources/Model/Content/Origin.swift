/// The origin of imported material: another school, or its published subject.
public struct Origin: Hashable, Sendable {
  /// The school's name, or the address of the published subject.
  public let from: String
  /// The school's unique id.
  public let uid: String?
  /// The path in that school: `math/fractions`.
  public let path: String?
  /// The imported commit, in hexadecimal.
  public let commit: String?

  public init(from: String, uid: String? = nil, path: String? = nil, commit: String? = nil) {
    self.from = from
    self.uid = uid
    self.path = path
    self.commit = commit
  }
}
