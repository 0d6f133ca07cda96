import CArchives
import Glibc

/// A zip archive in memory.
///
/// Names of entries are only keys here: nothing is extracted to paths.
public final class ZipArchive {
  /// The maximum size of all entries that are read, in bytes.
  public static let largest = 64 << 20
  /// The maximum number of entries.
  public static let maxEntries = 10_000

  private let storage: UnsafeMutablePointer<UInt8>
  private let buffer: UnsafeMutablePointer<teachkit_buffer>
  private let file: unzFile
  private var room = ZipArchive.largest
  /// The names of the entries, in order.
  public private(set) var names: [String] = []

  /// Whether bytes begin like a zip archive.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  public init(_ bytes: [UInt8]) throws(ArchiveError) {
    storage = .allocate(capacity: max(1, bytes.count))
    storage.initialize(from: bytes, count: bytes.count)
    buffer = .allocate(capacity: 1)
    buffer.initialize(
      to: teachkit_buffer(
        bytes: storage, count: bytes.count, capacity: bytes.count, place: 0))
    guard let file = teachkit_open_archive(buffer) else {
      storage.deallocate()
      buffer.deallocate()
      throw .damaged
    }
    self.file = file
    var status = unzGoToFirstFile(file)
    while status == UNZ_OK {
      guard names.count < Self.maxEntries else { throw .tooLarge }
      names.append(try currentName())
      status = unzGoToNextFile(file)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE else { throw .damaged }
  }

  deinit {
    unzClose(file)
    storage.deallocate()
    buffer.deallocate()
  }

  private func currentName() throws(ArchiveError) -> String {
    var info = unz_file_info64()
    var name = [CChar](repeating: 0, count: 1024)
    guard
      unzGetCurrentFileInfo64(file, &info, &name, uLong(name.count - 1), nil, 0, nil, 0) == UNZ_OK
    else { throw .damaged }
    if info.flag & 1 != 0 { throw .encrypted }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the content of an entry; nil if there is none of this name.
  ///
  /// - Throws: `ArchiveError.damaged`; `.tooLarge` if all entries together exceed ``largest``.
  public func content(of name: String) throws(ArchiveError) -> [UInt8]? {
    guard unzLocateFile(file, name, 1) == UNZ_OK else { return nil }
    guard unzOpenCurrentFile(file) == UNZ_OK else { throw .damaged }
    var isOpen = true
    defer { if isOpen { unzCloseCurrentFile(file) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Int(unzReadCurrentFile(file, &chunk, UInt32(chunk.count)))
      if count < 0 { throw .damaged }
      if count == 0 { break }
      room -= count
      if room < 0 { throw .tooLarge }
      bytes += chunk[..<count]
    }
    isOpen = false
    // It compares the checksum, too.
    guard unzCloseCurrentFile(file) == UNZ_OK else { throw .damaged }
    return bytes
  }

  /// Writes an archive. Equal entries give equal bytes.
  public static func write(_ entries: [(name: String, content: [UInt8])]) -> [UInt8] {
    var buffer = teachkit_buffer()
    defer { free(buffer.bytes) }
    guard let file = teachkit_create_archive(&buffer) else { return [] }
    // The first day that the format knows.
    var info = zip_fileinfo()
    info.tmz_date.tm_mday = 1
    info.tmz_date.tm_year = 1980
    for (name, content) in entries {
      guard
        zipOpenNewFileInZip(
          file, name, &info, nil, 0, nil, 0, nil, Z_DEFLATED, Z_DEFAULT_COMPRESSION) == ZIP_OK
      else { continue }
      zipWriteInFileInZip(file, content, UInt32(content.count))
      zipCloseFileInZip(file)
    }
    zipClose(file, nil)
    return Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }
}
