import MemoCore
import Testing

@testable import MemoStore

/// The walk and the rule for stamps that the index and sync share.
@Suite struct TreeScanTests {
  /// Folders in memory, by the names of the folders in them; a folder that is not among them cannot be listed.
  private struct Tree {
    let folders: [String: [String]]
    var depthLimit = 10

    var scan: TreeScan<Int> {
      TreeScan(depthLimit: depthLimit, nothing: 0) { [folders] folder throws(FileError) in
        guard let names = folders[folder.path.text] else {
          throw FileError(.list, path: folder.path.bytes, reason: .accessDenied)
        }
        folder.found = names.count
        for name in names { folder.descend(into: folder.path.appending(name)) }
      }
    }
  }

  private static let tree = Tree(folders: [
    "": ["a", "b"], "a": ["x", "y"], "b": ["z"], "a/x": [], "a/y": [], "b/z": ["deep"], "b/z/deep": [],
  ])

  private func texts(_ folders: [TreeScan<Int>.Folder]) -> [String] { folders.map(\.path.text) }

  @Test func foldersComeLevelByLevelInTheirOrder() {
    let folders = Self.tree.scan.run(from: [.root])
    #expect(texts(folders) == ["", "a", "b", "a/x", "a/y", "b/z", "b/z/deep"])
    #expect(folders.map(\.found) == [2, 2, 1, 0, 0, 1, 0])
    #expect(folders.allSatisfy { $0.problem == nil && $0.unlisted.isEmpty })
  }

  @Test func aKnownFolderIsNamedButNotListed() {
    let folders = Self.tree.scan.run(from: [.root]) { $0 == VaultPath("b") }
    #expect(texts(folders) == ["", "a", "a/x", "a/y"])
    #expect(folders[0].folders == [VaultPath("a"), VaultPath("b")])
  }

  @Test func aFolderIsListedOnceHoweverOftenItIsNamed() {
    let start = [VaultPath.root, VaultPath("b"), VaultPath("b/z")]
    #expect(texts(Self.tree.scan.run(from: start)) == ["", "b", "b/z", "a", "b/z/deep", "a/x", "a/y"])
  }

  @Test func nothingIsListedBelowTheLastFolder() {
    let folders = Self.tree.scan.run(from: [.root], until: { $0.path == VaultPath("a") })
    #expect(texts(folders) == ["", "a", "b"])
  }

  @Test func aFolderThatCannotBeListedIsReported() {
    let tree = Tree(folders: ["": ["a", "b"], "b": []])
    let folders = tree.scan.run(from: [.root])
    #expect(texts(folders) == ["", "a", "b"])
    #expect(folders.map(\.failure?.reason) == [nil, .accessDenied, nil])
    #expect(folders.flatMap(\.unlisted) == [VaultPath("a")])
    #expect(folders[1].problem == folders[1].failure)
  }

  @Test func foldersBelowTheLimitAreReportedAndNotListed() {
    var tree = Self.tree
    tree.depthLimit = 1
    let folders = tree.scan.run(from: [.root])
    #expect(texts(folders) == ["", "a", "b"])
    #expect(folders.flatMap(\.unlisted) == ["a/x", "a/y", "b/z"].map { VaultPath($0) })
    #expect(folders.map(\.problem) == [nil, .tooDeep(VaultPath("a/y")), .tooDeep(VaultPath("b/z"))])
  }

  // MARK: Stamps

  @Test(arguments: [
    (50, 50, true), (89, 89, true), (90, 50, false), (50, 90, false), (100, 100, false), (110, 50, false),
    (50, 110, false), (50, 5_000, false),
  ])
  func aStampVouchesOnceItsTimesAreSettled(modified: Int64, changed: Int64, vouches: Bool) {
    let stamp = FileStamp(size: 1, modified: modified, changed: changed, inode: 1)
    let rules = [StampRule(settledBefore: 90), StampRule(now: 100, grain: 10)]
    for rule in rules {
      #expect(rule.vouches(for: stamp) == vouches)
      #expect((rule.trusted(stamp) == stamp) == vouches)
      #expect(rule.trusted(stamp).isDistrusted != vouches)
    }
    #expect(!StampRule(settledBefore: .min).vouches(for: stamp), "the time is unknown")
  }

  @Test func onlyTimesOfOtherDevicesMayBeAhead() {
    let stamp = FileStamp(size: 1, modified: 5_000, changed: 50, inode: 1)
    #expect(!StampRule(settledBefore: 90).vouches(for: stamp))
    #expect(StampRule(now: 100, grain: 10).vouches(for: stamp))
    #expect(!StampRule(now: 4_995, grain: 10).vouches(for: stamp), "a write may come in its own tick")
  }
}
