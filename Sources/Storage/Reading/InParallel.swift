import Glibc

/// Divides work on many elements among tasks, each of which opens its own resources.
///
/// - Parameters:
///   - tasks: the number of concurrent tasks; by default twice the number of processors.
///   - most: the maximum number of elements per step.
///   - onProgress: receives the number of new results.
/// - Returns: the results in the order of the elements.
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
