/// The resource limits of a program.
public struct Limits: Hashable, Sendable {
  /// Seconds of CPU time. A program that only waits is stopped after ``patience`` seconds.
  public var time: Double
  /// Bytes of address space per process; nil if the program limits its memory itself, as virtual
  /// machines do.
  public var memory: Int?
  /// Bytes of memory of all its processes together; nil for no such limit.
  public var total: Int?
  /// Bytes of output.
  public var output: Int
  /// Concurrent processes and threads.
  public var processes: Int
  /// Bytes written to files.
  public var disk: Int

  /// - Parameter total: by default `memory` plus the needs of a shell around the program.
  public init(
    time: Double, memory: Int?, total: Int? = nil, output: Int, processes: Int = 64,
    disk: Int = 32 << 20
  ) {
    self.total = total ?? memory.map { min($0, 1 << 40) + (16 << 20) }
    self.time = time
    self.memory = memory
    self.output = output
    self.processes = processes
    self.disk = disk
  }

  /// The wall-clock limit in seconds, generous because a busy machine gives each program little CPU
  /// time.
  var patience: Double { 3 * time + 2 }
}
