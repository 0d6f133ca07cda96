/// What a program may use before it is stopped.
public struct Limits: Hashable, Sendable {
  /// Seconds of processor time. A program that waits instead is stopped after ``patience`` seconds.
  public var time: Double
  /// Bytes of address space of each of its processes; nil leaves that to the program itself, as a
  /// virtual machine needs it.
  public var memory: Int?
  /// Bytes of memory of all its processes together; nil for no such limit.
  public var total: Int?
  /// Bytes that it may print.
  public var output: Int
  /// Processes and threads at one time.
  public var processes: Int
  /// Bytes that it may write into files.
  public var disk: Int

  /// - Parameter total: `memory` and what a shell around the program needs, unless given.
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

  /// Seconds after which a program is stopped whatever it does: a machine with much to do gives
  /// each program little.
  var patience: Double { 3 * time + 2 }
}
