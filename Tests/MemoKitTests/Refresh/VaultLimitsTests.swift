import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Vaults at the edges of what a file system can hold.
@Suite struct VaultLimitsTests {
  @Test func anEmptyVaultHasNoMemos() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for _ in 0..<3 {
      let index = try folder.openVault().refresh()
      #expect(index.count == 0)
      #expect(Array(index.memos).isEmpty)
      let rows = IndexRows(index)
      #expect(rows.row(of: VaultPath("a.md")) == nil && rows.row(of: .root) == nil)
    }
  }

  // Hashed as a whole it would take minutes.
  @Test(.ends(within: .seconds(60))) func aSparseFileIsHashedBySizeTimeAndFirstBytes() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let path = VaultPath("huge.md")
    try folder.write("# Huge\n", to: "huge.md")
    try folder.truncate(path, to: 1 << 40)
    let huge = try #require(try record(of: path, in: folder))
    #expect(huge.metadata.title == "Huge" && huge.size == 1 << 40)
    #expect(try record(of: path, in: folder)?.hash == huge.hash, "it is the same each time it is looked at")
    try folder.truncate(path, to: 1 << 40 + 1)
    #expect(try record(of: path, in: folder)?.hash != huge.hash)
    #expect(throws: VaultError.tooLarge(path)) {
      _ = try MemoEnd(path, in: folder.openVault())
    }
  }

  @Test func memosBelowAThousandFoldersAreLeftOutAndNamed() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let names = Array(repeating: "d", count: MemoFileRules.depthLimit - 1)
    let deepest = VaultPath(names.joined(separator: "/"))
    let tooDeep = deepest.appending("d")
    try folder.write(Array("in".utf8), asDeepAs: names, named: "in.md")
    try folder.write(Array("out".utf8), asDeepAs: names + ["d"], named: "out.md")
    let vault = try folder.openVault()
    for _ in 0..<2 {
      let index = try vault.refresh()
      #expect(IndexAnswer(index).paths == [deepest.appending("in.md").text])
      #expect(index.problems == [FileError(.list, path: tooDeep.bytes, reason: .tooLarge)])
    }
    #expect(vault.hasMemo(at: deepest.appending("in.md")) && !vault.hasMemo(at: tooDeep.appending("out.md")))
  }

  @Test func patternsOfMoreThan32KilobytesAreRefused() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let pattern = String(repeating: "a", count: 1023)
    func open(_ count: Int) throws {
      let patterns = Array(repeating: "\"\(pattern)\"", count: count).joined(separator: ",")
      try folder.write("{\"ignore\": [\(patterns)]}", to: ".memo/config.json")
      _ = try folder.openVault()
    }
    try open(32)
    let settings = folder.path.appending(".memo/config.json")
    #expect(throws: VaultError.badSettings(settings, .longPatterns(limit: 1 << 15))) { try open(33) }
  }

  private func record(of path: VaultPath, in folder: TemporaryFolder) throws -> MemoRecord? {
    let index = try folder.openVault().refresh()
    return index.memos(at: [path])[path].flatMap { index.record(of: $0) }
  }

  @Test(arguments: ["", "\n", "  \n\t\n", "#\n", "\u{FEFF}", "---\n---\n"])
  func aMemoWithoutTextHasNoTitle(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write(text, to: "memo.md")
    for _ in 0..<2 {
      let index = try folder.openVault().refresh()
      let memo = try #require(index.memos.first { _ in true })
      #expect(index.title(of: memo) == "")
      #expect(index.record(of: memo)?.size == UInt64(text.utf8.count))
      #expect(index.record(of: memo)?.hash == XXHash64.hash(Array(text.utf8)))
    }
  }

  @Test func anythingButFilesAndFoldersIsPassedBy() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("text", to: "folder/memo.md")
    try folder.makePipe(VaultPath("pipe.md"))
    try folder.makeSocket(VaultPath("socket.md"))
    try folder.link(VaultPath("self.md"), to: "self.md")
    try folder.link(VaultPath("here"), to: ".")
    try folder.link(VaultPath("folder/up"), to: "..")
    try folder.link(VaultPath("linked.md"), to: "folder/memo.md")
    try folder.link(VaultPath("linked"), to: "folder")
    try folder.link(VaultPath("broken.md"), to: "nowhere")
    let vault = try folder.openVault()
    for _ in 0..<2 {
      let index = try vault.refresh()
      #expect(IndexAnswer(index).paths == ["folder/memo.md"])
      #expect(index.problems.isEmpty)
    }
    for path in ["pipe.md", "socket.md", "self.md", "linked.md", "broken.md", "here/folder/memo.md", "folder"] {
      #expect(!vault.hasMemo(at: VaultPath(path)), "\(path)")
      #expect(try vault.files.read(VaultPath(path), limit: 10) { _ in } == nil || path.contains("/"), "\(path)")
    }
  }

  @Test func aHugeFileHasItsTitleAndSize() throws {
    let size = 40 << 20
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("# Huge\n", to: "huge.md")
    try folder.truncate(VaultPath("huge.md"), to: size)
    let index = try folder.openVault().refresh()
    let memo = try #require(index.memos.first { _ in true })
    #expect(index.title(of: memo) == "Huge")
    #expect(index.record(of: memo)?.size == UInt64(size))
  }

  @Test func theDeepestFoldersAreSeen() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let names = (0..<300).map { "folder \($0) of many" }
    try folder.write(Array("first".utf8), asDeepAs: names, named: "memo.md")
    try folder.write(Array("half".utf8), asDeepAs: Array(names.prefix(60)), named: "memo.md")
    let path = VaultPath((names + ["memo.md"]).joined(separator: "/"))
    #expect(path.bytes.count > Int(PATH_MAX))
    let vault = try folder.openVault()
    for _ in 0..<2 { #expect(try vault.refresh().memos(at: [path])[path]?.path == path) }
    try folder.write(Array("other".utf8), asDeepAs: names, named: "memo.md")
    let index = try vault.refresh()
    let record = try #require(index.memos(at: [path])[path].flatMap(index.record))
    #expect(record.hash == XXHash64.hash(Array("other".utf8)))
    #expect(vault.hasMemo(at: path))

    let missing = VaultPath((Array(names.prefix(250)) + ["missing", "memo.md"]).joined(separator: "/"))
    #expect(try vault.files.read(missing, limit: 10) { _ in } == nil)
    #expect(try vault.files.folderStamp(of: missing.parent) == nil)
    #expect(try vault.files.folderStamp(of: missing) == nil)
    #expect(try vault.files.entries(of: missing) == nil)
    #expect(!vault.hasMemo(at: missing))

    try folder.remove(VaultPath((names.prefix(100)).joined(separator: "/")))
    let answer = IndexAnswer(try vault.refresh())
    #expect(answer.rows.map(\.title) == ["half"])
    #expect(answer.problems.isEmpty, "\(answer.problems)")
    #expect(answer == IndexAnswer(try vault.readAll()))
  }

  @Test func theLongestNamesAreSeen() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    let name = String(repeating: "n", count: 252) + ".md"
    try folder.write("text", to: name)
    #expect(IndexAnswer(try folder.openVault().refresh()).paths == [name])
    #expect(try !folder.openVault().hasMemo(at: VaultPath("n" + name)))
  }

  #if os(Linux)
    // The files of /proc have no size until they are read.
    @Test func aFileOfUnknownSizeIsReadAsAWhole() throws {
      let files = try DiskFiles(root: HostPath("/proc/self"))
      var head: [UInt8] = []
      let reading = try files.read(VaultPath("status"), limit: 1 << 16) { head = Array($0) }
      #expect(reading?.stamp.size == 0)
      #expect(String(decoding: head, as: UTF8.self).contains("nonvoluntary_ctxt_switches"))
      _ = try files.read(VaultPath("status"), limit: 9) { head = Array($0) }
      #expect(head.count == 9)
    }
  #endif
}
