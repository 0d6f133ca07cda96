import CGit2
import Text

/// Provides libgit2 with objects from the checked reader, because libgit2's own reader overflows
/// the heap on damaged files (docs/decisions/one-object-reader.md).
final class CheckedBackend {
  private let objects: FolderObjects
  /// Why libgit2 couldn't get an object, in full: it knows only return codes.
  private var failure: GitError?
  /// The maximum size of an object in bytes. libgit2 only reads trees, commits and attribute files
  /// for us.
  private static let largest = 64 << 20

  init(_ objects: FolderObjects) { self.objects = objects }

  /// Makes this the only object database of an open repository, which then owns it.
  func install(in repository: borrowing Handle) throws(GitError) {
    let database = try Handle(free: git_odb_free) { git_odb_new(&$0) }
    let backend = UnsafeMutablePointer<teachkit_odb_backend>.allocate(capacity: 1)
    backend.initialize(to: teachkit_odb_backend())
    backend.pointee.reader = Unmanaged.passRetained(self).toOpaque()
    fill(&backend.pointee.base)
    let pointer = repository.pointer
    let code = backend.withMemoryRebound(to: git_odb_backend.self, capacity: 1) {
      let code = git_odb_add_backend(database.pointer, $0, 1)
      if code < 0 { $0.pointee.free?($0) }
      return code
    }
    try call { code < 0 ? code : git_repository_set_odb(pointer, database.pointer) }
  }

  /// Runs a call of libgit2's that reads objects.
  ///
  /// - Throws: the reader's own error if an object couldn't be read.
  func reading<Result: ~Copyable>(
    _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    failure = nil
    do {
      return try body()
    } catch {
      if let failure { throw failure }
      // A missing object is corruption, because a tree or commit of this repository refers to it.
      if error.code == .notFound { throw GitError(.corrupt, error.message, path: error.path) }
      throw error
    }
  }

  private func fill(_ backend: inout git_odb_backend) {
    backend.version = UInt32(GIT_ODB_BACKEND_VERSION)
    backend.read = { data, size, kind, backend, id in
      CheckedBackend.answer(backend, id) { objects, id throws(GitError) in
        guard let found = try objects.read(id, limit: CheckedBackend.largest) else { return false }
        // Some of libgit2's parsers look at the byte after the last one.
        guard let copy = git_odb_backend_data_alloc(backend, found.bytes.count + 1) else {
          throw GitError(.limit, "not enough memory for object \(id)")
        }
        found.bytes.withUnsafeBytes {
          if let start = $0.baseAddress { copy.copyMemory(from: start, byteCount: $0.count) }
        }
        copy.storeBytes(of: 0, toByteOffset: found.bytes.count, as: UInt8.self)
        data?.pointee = copy
        size?.pointee = found.bytes.count
        kind?.pointee = git_object_t(found.kind.number)
        return true
      }
    }
    backend.read_header = { size, kind, backend, id in
      CheckedBackend.answer(backend, id) { objects, id throws(GitError) in
        guard let found = try objects.header(id) else { return false }
        size?.pointee = found.size
        kind?.pointee = git_object_t(found.kind.number)
        return true
      }
    }
    backend.exists = { backend, id in
      CheckedBackend.answer(backend, id) { objects, id throws(GitError) in
        try objects.contains(id)
      } == 0 ? 1 : 0
    }
    backend.free = { backend in
      guard let backend else { return }
      if let reader = CheckedBackend.reader(backend) { reader.release() }
      backend.withMemoryRebound(to: teachkit_odb_backend.self, capacity: 1) { $0.deallocate() }
    }
  }

  private static func reader(
    _ backend: UnsafeMutablePointer<git_odb_backend>
  ) -> Unmanaged<CheckedBackend>? {
    backend.withMemoryRebound(to: teachkit_odb_backend.self, capacity: 1) {
      $0.pointee.reader.map { Unmanaged.fromOpaque($0) }
    }
  }

  /// Runs a question of libgit2's and returns the code that answers it.
  private static func answer(
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?,
    _ body: (FolderObjects, ObjectID) throws(GitError) -> Bool
  ) -> Int32 {
    guard let backend, let id, let reader = reader(backend)?.takeUnretainedValue() else {
      return GIT_ERROR.rawValue
    }
    do throws(GitError) {
      return try body(reader.objects, ObjectID(id.pointee)) ? 0 : GIT_ENOTFOUND.rawValue
    } catch {
      reader.failure = error
      git_error_set_str(Int32(GIT_ERROR_ODB.rawValue), error.description)
      return GIT_ERROR.rawValue
    }
  }
}
