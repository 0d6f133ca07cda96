import Glibc

/// Splits work on many things among tasks, each of which opens what it needs for itself.
///
/// - Parameters:
///   - tasks: how many run at the same time; by default twice as many as there are processors.
///   - most: how many elements a task takes at a time, at the most.
///   - onProgress: gets the number of results since it was last called.
/// - Returns: the results in the order of the elements' parts.
public func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], tasks: Int? = nil, most: Int = .max, onProgress: ((Int) -> Void)? = nil,
  _ body: @escaping @Sendable ([Element]) async throws -> [Result]
) async throws -> [Result] {
  let tasks = max(1, tasks ?? 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  let size = max(1, min(most, (elements.count + tasks - 1) / tasks))
  return try await withThrowingTaskGroup(of: (Int, [Result]).self) { group in
    var next = 0
    func begin(_ group: inout ThrowingTaskGroup<(Int, [Result]), any Error>) {
      guard next < elements.count else { return }
      let start = next
      next = min(start + size, elements.count)
      let part = Array(elements[start..<next])
      group.addTask { (start, try await body(part)) }
    }
    for _ in 0..<tasks { begin(&group) }
    var found: [(Int, [Result])] = []
    for try await part in group {
      found.append(part)
      begin(&group)
      onProgress?(part.1.count)
    }
    return found.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }
}
