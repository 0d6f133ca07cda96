import Git
import PlainYAML

/// Information about a published subject.
public enum PublishedSubject {
  /// The school's unique id in a commit of `main`; nil if it is missing.
  public static func school(
    of main: ObjectID, in source: some ObjectSource
  ) throws(GitError) -> String? {
    try field("uid", of: main, in: source)
  }

  /// The name of the school's time zone; nil if it is missing.
  public static func zone(
    of main: ObjectID, in source: some ObjectSource
  ) throws(GitError) -> String? {
    try field("zone", of: main, in: source)
  }

  private static func field(
    _ name: String, of main: ObjectID, in source: some ObjectSource
  ) throws(GitError) -> String? {
    let tree = try source.commit(main).tree
    guard let bytes = try source.file(at: "subject.yaml", in: tree, limit: 1 << 20) else {
      return nil
    }
    return try? Document(bytes).root[name]?.scalar
  }
}
