import CSystem
import MemoCore
import MemoIndex
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

@testable import MemoPlatform

/// A folder on the way to a file is a symbolic link, or is swapped for one while files are read.
@Suite struct LinkedFolderTests {
  private static let secret = "the secret"

  /// A vault with a link out of it as a folder: `link/inner/a.md` and `deep/link/inner/a.md` are outside.
  private struct Linked {
    let folder: TemporaryFolder
    let folders: VaultFolders
    let files: DiskFiles
    var workTree: DiskWorkTree { DiskWorkTree(in: folders) }

    init(opensAtOnce: Bool) throws {
      folder = try TemporaryFolder()
      try folder.write(LinkedFolderTests.secret, to: "outside/inner/a.md")
      try folder.write("inside", to: "vault/deep/inner/a.md")
      for link in ["vault/link", "vault/deep/link"] {
        try folder.link(VaultPath(link), to: folder.path.appending("outside").text)
      }
      let root = folder.path.appending("vault")
      folders = try VaultFolders(root: root.bytes, opensAtOnce: opensAtOnce)
      files = try DiskFiles(root: root, in: folders)
    }
  }

  private static let links = ["link", "deep/link"]

  @Test(arguments: [true, false], links)
  func whatIsBehindALinkIsAbsent(opensAtOnce: Bool, link: String) throws {
    let linked = try Linked(opensAtOnce: opensAtOnce)
    let files = linked.files
    for folder in [link, link + "/inner"].map({ VaultPath($0) }) {
      #expect(try files.entries(of: folder) == nil)
      #expect(try files.folderStamp(of: folder) == nil)
      #expect(try linked.workTree.entries(of: folder) == nil)
      #expect(files.stamp(of: folder.appending("a.md")) == nil)
    }
    let path = VaultPath(link + "/inner/a.md")
    #expect(try files.ownership(of: path) == nil)
    let reading = try files.read(path, limit: 100) { _ in Issue.record("bytes came") }
    let isThere = try files.stream(path) { _ in Issue.record("bytes came") }
    #expect(reading == nil && !isThere)
    files.read([path], in: path.parent, limit: 100) { _ in
      Issue.record("bytes came")
    } done: { result in
      #expect(result == .success(nil))
    }
    let stamp = FileStamp(size: 0, modified: 0, changed: 0, inode: 0)
    #expect(throws: FileError.self) { try linked.workTree.setModified(path, to: 1, ifStill: stamp) }
    #expect(throws: FileError.self) { try linked.workTree.setExecutable(path, true) }
  }

  @Test(arguments: [true, false])
  func nothingIsWrittenThroughALink(opensAtOnce: Bool) throws {
    let linked = try Linked(opensAtOnce: opensAtOnce)
    let writer = DiskWriter(in: linked.folders)
    let (inside, outside) = (VaultPath("deep/inner/a.md"), VaultPath("deep/link/inner/a.md"))
    let calls: [() throws -> Void] = [
      { _ = try writer.create(outside.parent.appending("new.md"), contents: [1], modified: nil) },
      { try writer.replace(outside, contents: [1]) }, { _ = try writer.remove(outside) },
      { try writer.stage(outside.parent.appending("s"), contents: [1], like: nil, modified: nil) },
      { _ = try writer.move(inside, to: outside.parent.appending("b.md")) },
      { _ = try writer.move(outside, to: VaultPath("taken.md")) },
      { _ = try writer.exchange(inside, with: outside) }, { _ = try writer.isTaken(outside) },
      { try writer.makeFolder(outside.parent.appending("f")) }, { _ = try writer.lock(outside, waiting: .zero) },
      { try writer.moveFolder(outside.parent, to: VaultPath("taken")) },
      { try writer.removeFolderWithFiles(outside.parent) },
    ]
    for (index, call) in calls.enumerated() { #expect(throws: FileError.self, "call \(index)") { try call() } }
    let place = VaultPath("outside/inner")
    #expect(try linked.folder.names(in: place) == [Array("a.md".utf8)])
    #expect(try linked.folder.bytes(of: place.appending("a.md")) == Array(Self.secret.utf8))
    #expect(try linked.folder.bytes(of: VaultPath("vault/deep/inner/a.md")) == Array("inside".utf8))
  }

  @Test(arguments: [true, false])
  func whatIsInTheVaultIsThereHoweverItIsOpened(opensAtOnce: Bool) throws {
    let linked = try Linked(opensAtOnce: opensAtOnce)
    let files = linked.files
    let path = VaultPath("deep/inner/a.md")
    #expect(try files.entries(of: .root)?.map(\.name) == [Array("deep".utf8)])
    #expect(try files.entries(of: path.parent)?.map(\.name) == [Array("a.md".utf8)])
    #expect(try files.folderStamp(of: .root) != nil)
    #expect(try files.folderStamp(of: path.parent) != nil)
    #expect(try files.folderStamp(of: path) == nil)
    #expect(try files.folderStamp(of: VaultPath("deep/" + String(repeating: "x", count: 256))) == nil)
    #expect(files.stamp(of: path)?.size == 6)
    #expect(try files.ownership(of: path)?.isOwnedByThisUser == true)
    var bytes: [UInt8] = []
    let reading = try files.read(path, limit: 100) { bytes = Array($0) }
    #expect(bytes == Array("inside".utf8) && reading?.stamp.size == 6)
    for climbing in ["..", "../outside/inner/a.md", "deep/../../outside/inner/a.md"] {
      let path = VaultPath(climbing)
      #expect((try? files.entries(of: path)) ?? nil == nil)
      #expect((try? files.folderStamp(of: path)) ?? nil == nil)
      #expect((try? files.ownership(of: path)) ?? nil == nil)
      _ = try? files.read(path, limit: 1) { _ in Issue.record("bytes came") }
    }
    withExtendedLifetime(linked) {}
  }

  @Test func theFolderThatIsOpenStaysTheVaultWhoeverTakesItsName() throws {
    let folder = try TemporaryFolder()
    try folder.write("inside", to: "vault/a.md")
    try folder.write(Self.secret, to: "outside/a.md")
    try folder.makeFolders(VaultPath("outside/.memo"))
    let vault = try Vault(at: folder.path.appending("vault"), host: folder.host())
    try folder.exchange(VaultPath("vault"), VaultPath("outside"))
    #expect(try vault.contents(of: VaultPath("a.md")) == Array("inside".utf8))
    _ = try vault.refresh()
    #expect(try folder.names(in: VaultPath("vault/.memo")).isEmpty, "no cache of one vault in another")
  }

  #if os(Linux)
    /// Another process, as it were, exchanges two folders all the time.
    @Test func aStampAndEntriesAreOfOneFolderWhicheverHasItsName() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "one/inner/a.md")
      try folder.write("", to: "two/inner/b.md")
      let files = try DiskFiles(root: folder.path)
      let path = VaultPath("one/inner")
      let names = try ["one/inner": "a.md", "two/inner": "b.md"].map { folder, name in
        (try #require(try files.folderStamp(of: VaultPath(folder))), name)
      }
      let swapper = FolderSwapper(folder, VaultPath("one"), VaultPath("two"))
      for _ in 0..<3_000 {
        guard let listing = try files.listing(of: path) else { continue }
        let name = names.first { $0.0 == listing.stamp }?.1
        #expect(listing.entries == [FolderEntry(name: Array((name ?? "").utf8), kind: .file)])
      }
      _ = swapper.stop()
      #expect(try files.listing(of: VaultPath("one/inner/a.md")) == nil)
      #expect(try files.listing(of: VaultPath("none")) == nil)
    }

    /// Another process, as it were, exchanges a folder and a link all the time.
    @Test(arguments: [true, false])
    func noByteFromOutsideComesThroughAFolderThatIsSwappedForALink(opensAtOnce: Bool) throws {
      let linked = try Linked(opensAtOnce: opensAtOnce)
      let (folder, files, workTree) = (linked.folder, linked.files, linked.workTree)
      let stamp = try #require(folder.status(of: VaultPath("outside/inner/a.md"))).stamp
      let swapper = FolderSwapper(folder, VaultPath("vault/deep"), VaultPath("vault/link"))
      let path = VaultPath("deep/inner/a.md")
      var found = 0
      for _ in 0..<3_000 {
        var bytes: [UInt8] = []
        if try files.read(path, limit: 100, head: { bytes = Array($0) }) != nil {
          #expect(bytes == Array("inside".utf8))
          found += 1
        }
        #expect(files.stamp(of: path) != stamp)
        let entries = try workTree.entries(of: path.parent)
        #expect(entries?.contains { $0.kind == .file(stamp, isExecutable: false) } != true)
        _ = try files.stream(path) { #expect(Array($0) == Array("inside".utf8)) }
        files.read([path], in: path.parent, limit: 100) { head in
          #expect(Array(head) == Array("inside".utf8))
        } done: { _ in
        }
      }
      let swaps = swapper.stop()
      #expect(found > 0 && swaps > 100, "\(found) reads, \(swaps) swaps")
    }
  #endif
}
