/// An untrusted program with its inputs.
public struct SandboxedProgram: Sendable {
  /// The program and its arguments; the program is searched for in the sandbox's `PATH`.
  public var command: [String]
  /// A folder on this machine with the program's files, which are copied to its working folder.
  public var folder: String
  /// Folders on this machine, in addition to `/usr`, that the program may read; missing ones are
  /// ignored.
  public var readable: [String]
  /// Its standard input.
  public var input: [UInt8]
  public var limits: Limits

  public init(
    _ command: [String], in folder: String, readable: [String] = [], input: [UInt8] = [],
    limits: Limits
  ) {
    self.command = command
    self.folder = folder
    self.readable = readable
    self.input = input
    self.limits = limits
  }
}
