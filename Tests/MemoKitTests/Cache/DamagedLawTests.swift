import MemoCore
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Whatever the cache holds, the answer is that of the files: after random edits, those of the same size and time among
/// them, with the cache as it is, without one, with one of random bytes, and with one that was cut.
@Suite struct DamagedLawTests {
  private static let cache = VaultPath(".memo/cache")

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyCacheGivesTheAnswerOfNone(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    var (edits, random) = (RandomEdits(in: folder, seed: seed), SeededRandom(seed: seed))
    for step in 0..<50 {
      let edit = try edits.next()
      let expected = IndexAnswer(try folder.openVault().readAll())
      let files = try Self.files(in: folder)
      for damage in Damage.all(of: files, &random) {
        try damage.make(in: folder, files)
        let found = IndexAnswer(try folder.openVault().refresh())
        let isSame = found == expected
        #expect(isSame, "seed \(seed), step \(step), \(edit), \(damage): \(found.difference(from: expected))")
        guard isSame else { return }
      }
      // The edits go on from a cache that is as the last refresh left it.
    }
  }

  private static func files(in folder: TemporaryFolder) throws -> [VaultPath: [UInt8]] {
    guard folder.status(of: cache) != nil else { return [:] }
    return try folder.names(in: cache).map { cache.appending($0) }.reduce(into: [:]) { files, path in
      files[path] = try folder.bytes(of: path)
    }
  }

  /// What becomes of the cache.
  private enum Damage: CustomStringConvertible {
    case none
    case removed
    case random(VaultPath, [UInt8])
    case cut(VaultPath, Int)

    /// Each once; the cut ones at every seventh byte in turn.
    static func all(of files: [VaultPath: [UInt8]], _ random: inout SeededRandom) -> [Damage] {
      var all: [Damage] = [.none, .removed]
      for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty {
        let size = random.below(2 * bytes.count)
        all.append(.random(path, (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
        all.append(.cut(path, 7 * random.below(bytes.count / 7 + 1)))
      }
      return all
    }

    func make(in folder: TemporaryFolder, _ files: [VaultPath: [UInt8]]) throws {
      if folder.status(of: cache) != nil { try folder.remove(cache) }
      if case .removed = self { return }
      for (path, bytes) in files { try folder.write(bytes, to: path) }
      switch self {
      case .none, .removed: break
      case .random(let path, let bytes): try folder.write(bytes, to: path)
      case .cut(let path, let length): try folder.truncate(path, to: length)
      }
    }

    var description: String {
      switch self {
      case .none: "no damage"
      case .removed: "removed"
      case .random(let path, let bytes): "\(path.text) is \(bytes.count) random bytes"
      case .cut(let path, let length): "\(path.text) is cut to \(length)"
      }
    }
  }
}
