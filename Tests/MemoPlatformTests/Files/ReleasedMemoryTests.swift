import Foundation
import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

@Suite struct ReleasedMemoryTests {
  /// Kilobytes in memory of the mapping at an address, as Linux counts them.
  private static func resident(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    let start = String(UInt(bitPattern: bytes.baseAddress), radix: 16)
    // A file without a size, which has to be read up to its end.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let lines = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    let heading = try #require(lines.firstIndex { $0.hasPrefix(start + "-") }, "no mapping at \(start)")
    let size = lines[heading...].first { $0.hasPrefix("Rss:") }?.split(separator: " ").dropFirst().first
    return try #require(size.flatMap { Int($0) })
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps"), "no /proc"))
  func aMappedCacheIsReadAgainAfterItsMemoryIsReleased() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let store = try #require(DiskCacheStore(vault: folder.path, userCache: nil))
    let bytes = (0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 / 4096 + $0) }
    let lock = try #require(store.lock())
    #expect(lock.replace(.snapshot) { $0.write(bytes) })
    let region = try #require(store.map(.snapshot))
    #expect((region.residentLimit ?? .max) <= 128 << 20)
    for _ in 0..<2 {
      #expect(region.bytes.elementsEqual(bytes))
      #expect(try Self.resident(region.bytes) == 4096)
      region.release()
      #expect(try Self.resident(region.bytes) == 0)
    }
    #expect(region.isIntact)
  }
}
