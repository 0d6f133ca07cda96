import Glibc

/// Splits work on many things among tasks, each of which opens what it needs for itself.
///
/// - Parameter tasks: into how many parts; by default twice as many as there are processors.
/// - Returns: the results in the order of the elements' parts.
public func inParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], tasks: Int? = nil,
  _ body: @escaping @Sendable ([Element]) async throws -> [Result]
) async throws -> [Result] {
  let tasks = tasks ?? 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  let size = max(1, (elements.count + tasks - 1) / max(1, tasks))
  return try await withThrowingTaskGroup(of: (Int, [Result]).self) { group in
    for start in stride(from: 0, to: elements.count, by: size) {
      let part = Array(elements[start..<min(start + size, elements.count)])
      group.addTask { (start, try await body(part)) }
    }
    var found: [(Int, [Result])] = []
    for try await part in group { found.append(part) }
    return found.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }
}
