/// The content of an annotated tag.
public struct TagContent: Hashable, Sendable {
  /// The tagged commit.
  public var commit: ObjectID
  /// Its name without `refs/tags/`.
  public var name: String
  public var tagger: Signature
  /// The whole message, ending with a line break.
  public var message: String

  public init(commit: ObjectID, name: String, tagger: Signature, message: String) {
    self.commit = commit
    self.name = name
    self.tagger = tagger
    self.message = message
  }

  var bytes: [UInt8] {
    let head = "object \(commit)\ntype commit\ntag \(name)\ntagger \(tagger.text)\n\n"
    return Array(head.utf8) + message.utf8.filter { $0 != 0 }
  }
}

extension ObjectBatch {
  @discardableResult
  public func add(tag: TagContent) throws(GitError) -> ObjectID {
    try add(RawObject(.tag, tag.bytes))
  }
}
