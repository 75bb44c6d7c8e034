import MemoCore
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

@Suite struct WorkTreeFingerprintTests {
  /// A vault of one file.
  private struct OneFile: WorkTree {
    let stamp: FileStamp

    func entries(of folder: VaultPath) throws(FileError) -> [WorkTreeEntry]? {
      [WorkTreeEntry(name: Array("a.md".utf8), kind: .file(stamp, isExecutable: false))]
    }
    func setModified(_ path: VaultPath, to time: Int64, ifStill stamp: FileStamp) throws(FileError) -> Bool { false }
    func setExecutable(_ path: VaultPath, _ isExecutable: Bool) throws(FileError) {}
  }

  @Test func aFileThatHadJustChangedWhenItWasLookedAtProvesNothing() {
    let second: Int64 = 1_000_000_000
    let tree = OneFile(stamp: FileStamp(size: 1, modified: 0, changed: 100 * second, inode: 1))
    #expect(WorkTreeFingerprint(tree, now: 101 * second)?.isSure == false)
    #expect(WorkTreeFingerprint(tree, now: 103 * second)?.isSure == true)
  }

  @Test func aFileThatIsListedTwiceIsOneFile() {
    let stamps = [1, 2].map { FileStamp(size: $0, modified: 0, changed: 0, inode: $0) }
    let entries = stamps.map { WorkTreeEntry(name: Array("a.md".utf8), kind: .file($0, isExecutable: false)) }
    let listing = WorkTreeListing([WorkTreeListing.Folder(path: .root, entries: entries)])
    #expect(listing.files.joined().map(\.stamp) == [stamps[1]])
    let names = PackedTexts(names: ["b", "a", "b"].map { VaultPath($0) })
    #expect(names.all.map { Array($0) } == [Array("a".utf8), Array("b".utf8)])
  }

  @Test func aTimeFromAClockThatIsAheadProvesAsMuchAsAnother() {
    let second: Int64 = 1_000_000_000
    func isSure(modified: Int64, changed: Int64, now: Int64) -> Bool? {
      let stamp = FileStamp(size: 1, modified: modified * second, changed: changed * second, inode: 1)
      return WorkTreeFingerprint(OneFile(stamp: stamp), now: now * second)?.isSure
    }
    #expect(isSure(modified: 9000, changed: 100, now: 103) == true)
    #expect(isSure(modified: 9000, changed: 100, now: 101) == false)
    #expect(isSure(modified: 9000, changed: 100, now: 8999) == false, "a write may come in its own tick")
    #expect(isSure(modified: 9000, changed: 9000, now: 103) == false, "the clock was set back")
  }
}
