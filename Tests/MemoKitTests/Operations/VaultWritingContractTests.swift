import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

/// What every implementation of the port does: the one on the disk, and the one in memory that laws are tried on.
@Suite struct VaultWritingContractTests {
  enum Place: CaseIterable {
    case disk
    case memory
  }

  /// A vault of one kind with the files `a.md` and `b.md`.
  private struct Sample {
    let files: any VaultFiles
    let writer: any VaultWriting
    private let folder: TemporaryFolder?

    init(_ place: Place) throws {
      folder = place == .disk ? try TemporaryFolder() : nil
      let access =
        try folder.map { try TemporaryFolder.host().vault(at: $0.path) }
        ?? MemoryVault.host().vault(at: .fileSystemRoot)
      (files, writer) = (access.files, access.writer)
      for name in ["a", "b"] {
        try #require(try writer.create(VaultPath("\(name).md"), contents: Array(name.utf8), modified: 7))
      }
    }

    func text(_ path: String) throws -> String? {
      var text: String?
      _ = try files.read(VaultPath(path), limit: 100) { text = String(decoding: $0, as: UTF8.self) }
      return text
    }

    func modified(_ path: String) -> Int64? { files.stamp(of: VaultPath(path))?.modified }
  }

  private let a = VaultPath("a.md")
  private let b = VaultPath("b.md")
  private let none = VaultPath("no/folder/none.md")

  @Test(arguments: Place.allCases)
  func aFileIsMadeOnceAndReplacedAndRemoved(place: Place) throws {
    let sample = try Sample(place)
    #expect(try !sample.writer.create(a, contents: [1], modified: nil))
    #expect(try sample.text("a.md") == "a" && sample.modified("a.md") == 7)
    try sample.writer.replace(a, contents: Array("new".utf8))
    try sample.writer.replace(VaultPath("x/y.md"), contents: Array("y".utf8))
    #expect(try sample.text("a.md") == "new" && sample.text("x/y.md") == "y" && sample.modified("a.md") != 7)
    #expect(try sample.writer.remove(a) && !sample.writer.remove(a) && !sample.writer.remove(none))
    #expect(try sample.text("a.md") == nil)
  }

  @Test(arguments: Place.allCases)
  func aStagedFileIsNew(place: Place) throws {
    let sample = try Sample(place)
    try sample.writer.stage(VaultPath("s/0"), contents: Array("0".utf8), like: a, modified: 5)
    #expect(try sample.text("s/0") == "0" && sample.modified("s/0") == 5)
    #expect(throws: FileError(.write, path: a.bytes, code: 17)) {
      try sample.writer.stage(a, contents: [], like: nil, modified: nil)
    }
  }

  @Test(arguments: Place.allCases)
  func aMoveKeepsTheFileAndNeverOverwrites(place: Place) throws {
    let sample = try Sample(place)
    #expect(try !sample.writer.move(a, to: b) && !sample.writer.move(none, to: VaultPath("c.md")))
    let inode = sample.files.stamp(of: a)?.inode
    #expect(try sample.writer.move(a, to: VaultPath("x/c.md")))
    #expect(sample.files.stamp(of: VaultPath("x/c.md"))?.inode == inode && sample.modified("x/c.md") == 7)
    #expect(try sample.text("a.md") == nil && sample.text("b.md") == "b")
    #expect(try !sample.writer.move(b, to: VaultPath("x")))
  }

  @Test(arguments: Place.allCases)
  func twoFilesChangePlaces(place: Place) throws {
    let sample = try Sample(place)
    let inodes = (sample.files.stamp(of: a)?.inode, sample.files.stamp(of: b)?.inode)
    #expect(try sample.writer.exchange(a, with: b))
    #expect(try sample.text("a.md") == "b" && sample.text("b.md") == "a")
    #expect((sample.files.stamp(of: b)?.inode, sample.files.stamp(of: a)?.inode) == inodes)
    #expect(try !sample.writer.exchange(a, with: none) && !sample.writer.exchange(none, with: a))
    #expect(try sample.text("a.md") == "b")
  }

  @Test(arguments: Place.allCases)
  func namesAreTakenByFilesAndFolders(place: Place) throws {
    let sample = try Sample(place)
    try sample.writer.makeFolder(VaultPath("x/y"))
    #expect(try ["a.md", "x", "x/y"].allSatisfy { try sample.writer.isTaken(VaultPath($0)) })
    #expect(try !["c.md", "x/z", "no/folder"].contains { try sample.writer.isTaken(VaultPath($0)) })
    #expect(throws: FileError.self) { try sample.writer.isTaken(VaultPath("a.md/x")) }
    #expect(throws: FileError.self) { try sample.writer.move(b, to: VaultPath("a.md/x")) }
  }

  @Test(arguments: Place.allCases)
  func aSettledFileIsKnownByItsBytes(place: Place) throws {
    let sample = try Sample(place)
    let settled = try sample.writer.readSettled(a)
    #expect(settled?.hash == XXHash64.hash(Array("a".utf8)) && settled?.isOpen == false)
    #expect(try sample.writer.readSettled(VaultPath("none.md")) == nil)
  }

  @Test(arguments: Place.allCases)
  func foldersAreMadeMovedAndRemoved(place: Place) throws {
    let sample = try Sample(place)
    try sample.writer.makeFolder(VaultPath("x/y"))
    try sample.writer.makeFolder(VaultPath("x/y"))
    try sample.writer.stage(VaultPath("x/y/0"), contents: Array("0".utf8), like: nil, modified: nil)
    try sample.writer.moveFolder(VaultPath("x/y"), to: VaultPath("x/z"))
    #expect(try sample.text("x/z/0") == "0" && sample.files.folderStamp(of: VaultPath("x/y")) == nil)
    #expect(try !sample.writer.removeFolder(VaultPath("x/z")) && !sample.writer.removeFolder(VaultPath("x/y")))
    try sample.writer.synchronize(files: [VaultPath("x/z/0"), a])
    try sample.writer.synchronize(folders: [.root, VaultPath("x"), VaultPath("gone")])
    try sample.writer.removeFolderWithFiles(VaultPath("x/z"))
    try sample.writer.removeFolderWithFiles(VaultPath("x/z"))
    #expect(try sample.writer.removeFolder(VaultPath("x")) && !sample.writer.isTaken(VaultPath("x")))
    #expect(try sample.text("a.md") == "a")
  }
}
