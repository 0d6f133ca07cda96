/// A program that nobody has reason to trust, and what it gets.
public struct SandboxedProgram: Sendable {
  /// The program and its arguments; the first is looked for in the sandbox's `PATH`.
  public var command: [String]
  /// A folder of this machine with the files that it finds, as copies of its own, where it runs.
  public var folder: String
  /// Folders of this machine besides `/usr` that it may read, where they exist.
  public var readable: [String]
  /// What it reads.
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
