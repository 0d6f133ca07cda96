/// A broken rule in an untrusted tree, with its location.
public struct TreeFault: Error, Hashable, Sendable {
  /// The kinds of broken rules.
  public enum Kind: Hashable, Sendable {
    /// A name that some system treats as `.git`.
    case gitFolder
    /// A name that some system treats as `.gitmodules`.
    case gitModules
    /// `.` or `..`.
    case dots
    case emptyName
    /// `/` or `\` in a name.
    case separator
    /// Two entries with the same name.
    case duplicate
    /// A file and a folder with the same name.
    case fileAndFolder
    /// A name that equals another one, given here, on some systems.
    case sameAs(String)
    case unsorted
    case symlink
    case submodule
    /// Nonprinting or bidirectional characters.
    case controlCharacter
    case notText
    case nameTooLong
    /// A name that another system reserves for a device, such as `CON`.
    case reservedName
    /// A dot or space at the end.
    case trailingDot
    /// A folder that `git` would treat as a repository.
    case nestedRepository
    case tooDeep
    /// Too many files or folders.
    case tooManyFiles(limit: Int)
    /// Too many bytes.
    case tooManyBytes(limit: Int)
    /// An entry whose object is missing or has another type.
    case wrongObject

    /// Why a file of this name can't be published; nil if it can.
    public init?(ofName name: String) {
      guard let fault = TreeName.fault(name.pathBytes) else { return nil }
      self = fault
    }
  }

  public let kind: Kind
  /// The path in the tree; it may contain any character.
  public let path: String

  public init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }
}
