/// What is wrong with a tree that came from elsewhere, and where.
public struct TreeFault: Error, Hashable, Sendable {
  /// The rules of trees, by what breaks them.
  public enum Kind: Hashable, Sendable {
    /// A name that some system takes for `.git`.
    case gitFolder
    /// A name that some system takes for `.gitmodules`.
    case gitModules
    /// `.` or `..`.
    case dots
    case emptyName
    /// `/` or `\` in a name.
    case separator
    /// Two entries of one name.
    case duplicate
    /// A file and a folder of one name.
    case fileAndFolder
    /// A name that is the same as another one, given here, on some systems.
    case sameAs(String)
    case unsorted
    case symlink
    case submodule
    /// Characters that don't print, or that turn the text around.
    case controlCharacter
    case notText
    case nameTooLong
    /// A name that another system keeps for a device, such as `CON`.
    case reservedName
    /// A dot or space at the end.
    case trailingDot
    /// What `git` would take for a repository.
    case nestedRepository
    case tooDeep
    /// More files or folders than there may be.
    case tooManyFiles(limit: Int)
    /// More bytes than there may be.
    case tooManyBytes(limit: Int)
    /// An entry that names an object of another kind, or one that isn't there.
    case wrongObject

    /// Why no system should be given a file of this name; nil if it is fine.
    public init?(ofName name: String) {
      guard let fault = TreeName.fault(name.pathBytes) else { return nil }
      self = fault
    }
  }

  public let kind: Kind
  /// Where, as it stands in the tree; it may hold any character.
  public let path: String

  public init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }
}
