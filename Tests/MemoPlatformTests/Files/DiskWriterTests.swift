import MemoCore
import MemoStore
import Testing

@testable import MemoPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct DiskWriterTests {
  let folder: OwnFolder
  let writer: DiskWriter

  init() throws {
    self.folder = try OwnFolder()
    self.writer = try DiskWriter(root: Array(folder.path.utf8))
  }

  @Test func aNewFileGetsItsBytesAndMissingFolders() throws {
    #expect(try writer.create(VaultPath("일/b/memo.md"), contents: Array("# 회의록\r\n".utf8), modified: nil))
    #expect(folder.text(of: "일/b/memo.md") == "# 회의록\r\n")
    #expect(folder.names(in: "일/b") == ["memo.md"])
  }

  @Test(arguments: [.all, .links, []] as [RenameAbilities])
  func aTakenNameIsLeftAlone(abilities: RenameAbilities) throws {
    let writer = try DiskWriter(in: VaultFolders(root: Array(folder.path.utf8)), abilities: abilities)
    try folder.write("old", to: "a.md")
    #expect(try !writer.create(VaultPath("a.md"), contents: Array("new".utf8), modified: nil))
    #expect(folder.text(of: "a.md") == "old")
    #expect(folder.names() == ["a.md"])
  }

  @Test(arguments: [.all, .links, []] as [RenameAbilities])
  func ofManyWritersOfOneNameOneWins(abilities: RenameAbilities) async throws {
    let writer = try DiskWriter(in: VaultFolders(root: Array(folder.path.utf8)), abilities: abilities)
    let winners = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<16 {
        group.addTask {
          let contents = Array("\(number)".utf8)
          return try writer.create(VaultPath("sub/a.md"), contents: contents, modified: nil) ? number : nil
        }
      }
      return try await group.reduce(into: [Int]()) { winners, winner in winners += [winner].compactMap(\.self) }
    }
    #expect(winners.map(String.init) == [folder.text(of: "sub/a.md")])
    #expect(folder.names(in: "sub") == ["a.md"])
    #expect(folder.status(of: "sub/a.md")?.st_nlink == 1)
  }

  @Test(arguments: [1_700_000_000_123_456_789, 0, -1, -1_500_000_000] as [Int64])
  func aNewFileGetsTheTimeItIsGiven(nanoseconds: Int64) throws {
    #expect(try writer.create(VaultPath("a.md"), contents: [], modified: nanoseconds))
    #expect(folder.modified(of: "a.md") == nanoseconds)
  }

  @Test func aNewFileHasThePermissionsOfTheUmask() throws {
    let model = open(folder["model"], O_CREAT | O_WRONLY | O_CLOEXEC, 0o666)
    close(model)
    #expect(try writer.create(VaultPath("a.md"), contents: [], modified: nil))
    try writer.replace(VaultPath("b.md"), contents: [])
    #expect(folder.status(of: "a.md")?.st_mode == folder.status(of: "model")?.st_mode)
    #expect(folder.status(of: "b.md")?.st_mode == folder.status(of: "model")?.st_mode)
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755, 0o400] as [mode_t])
  func aReplacedFileKeepsItsPermissions(mode: mode_t) throws {
    try folder.write("a much longer old text", to: "a.md", mode: mode)
    try writer.replace(VaultPath("a.md"), contents: Array("new".utf8))
    #expect(folder.text(of: "a.md") == "new")
    #expect(folder.status(of: "a.md").map { $0.st_mode & 0o7777 } == mode)
    #expect(folder.names() == ["a.md"])
  }

  @Test func aReplacedFileKeepsItsOwner() throws {
    try folder.write("old", to: "a.md")
    guard chown(folder["a.md"], 4_321, 4_322) == 0 else {
      try Test.cancel("only root can give files away")
    }
    try writer.replace(VaultPath("a.md"), contents: [])
    #expect(folder.status(of: "a.md")?.st_uid == 4_321)
    #expect(folder.status(of: "a.md")?.st_gid == 4_322)
  }

  @Test func aReaderOfTheOldFileKeepsTheOldBytes() throws {
    try folder.write("old", to: "a.md")
    let reader = try #require(fopen(folder["a.md"], "re"))
    defer { fclose(reader) }
    try writer.replace(VaultPath("a.md"), contents: Array("new".utf8))
    #expect(fgetc(reader) == Int32(UInt8(ascii: "o")))
  }

  @Test func aLinkOutOfTheVaultIsNotWrittenThrough() throws {
    let outside = try OwnFolder()
    symlink(outside.path, folder["out"])
    let path = VaultPath("out/a.md")
    let refused = FileError(.write, path: path.bytes, code: ENOTDIR)
    #expect(throws: refused) { try writer.create(path, contents: [1], modified: nil) }
    #expect(throws: refused) { try writer.replace(path, contents: [1]) }
    #expect(throws: FileError(.remove, path: path.bytes, code: ENOTDIR)) { try writer.remove(path) }
    #expect(outside.names() == [])
  }

  @Test func aLinkIsNotReplacedByAFile() throws {
    try folder.write("target", to: "target.md")
    symlink("target.md", folder["link.md"])
    #expect(throws: FileError(.write, path: Array("link.md".utf8), code: ELOOP)) {
      try writer.replace(VaultPath("link.md"), contents: [])
    }
    #expect(try !writer.create(VaultPath("link.md"), contents: [], modified: nil))
    #expect(folder.text(of: "link.md") == "target")
  }

  @Test(arguments: ["../a.md", "a/../../b.md", "./a.md", "a/..", "", "a\0.md"])
  func aPathThatIsNotInsideTheVaultIsRefused(path: String) {
    let path = VaultPath(path)
    #expect(throws: FileError(.write, path: path.bytes, code: EINVAL)) { try writer.replace(path, contents: []) }
    #expect(throws: FileError(.write, path: path.bytes, code: EINVAL)) {
      try writer.create(path, contents: [], modified: nil)
    }
    #expect(throws: FileError(.remove, path: path.bytes, code: EINVAL)) { try writer.remove(path) }
    #expect(folder.names() == [])
  }

  @Test func aFolderThatCannotBeThereNeedsNoSync() throws {
    let long = String(repeating: "n", count: 300)
    try writer.synchronize(folders: ["gone", long, "a/\(long)/b"].map { VaultPath($0) })
    mkdir(folder["a"], 0o755)
    try writer.synchronize(folders: [VaultPath("a/\(long)/b")])
  }

  @Test func aRefusedWriteLeavesNothingBehind() throws {
    let long = VaultPath(String(repeating: "n", count: 300))
    #expect(throws: FileError(.write, path: long.bytes, code: ENAMETOOLONG)) { try writer.replace(long, contents: [1]) }
    try folder.write("", to: "file")
    #expect(throws: FileError(.write, path: Array("file/a.md".utf8), code: ENOTDIR)) {
      try writer.create(VaultPath("file/a.md"), contents: [], modified: nil)
    }
    mkdir(folder["folder"], 0o755)
    #expect(throws: FileError(.write, path: Array("folder".utf8), code: EISDIR)) {
      try writer.replace(VaultPath("folder"), contents: [])
    }
    #expect(folder.names() == ["file", "folder"])
  }

  @Test func aTemporaryFileThatIsNotMovedDisappears() throws {
    let descriptor = OwnedDescriptor(open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    #expect(throws: SystemFailure(code: ENOENT)) {
      let file = try TemporaryFile(in: descriptor.number, mode: 0o666)
      try file.write([1])
      #expect(folder.names().map { $0.hasPrefix(".memo-tmp.") } == [true])
      try file.move(to: cString("missing/a.md".utf8))
    }
    #expect(folder.names() == [])
  }

  @Test func whatKilledProcessesWereWritingIsRemovedAndNothingElse() throws {
    let kept = [
      ".memo-tmp.", ".memo-tmp.-1", ".memo-tmp.+1", ".memo-tmp.01", ".memo-tmp.1X", ".memo-tmp.1x.md", ".memo-tmp.한",
      ".memo-tmp.3w5e11264sgsg", "a.memo-tmp.1x", ".memo-tmp", "memo-tmp.1x",
    ]
    let left = [".memo-tmp.0", ".memo-tmp.1x", ".memo-tmp.3w5e11264sgsf"]
    for name in kept + left { try folder.write("text", to: name) }
    mkdir(folder[".memo-tmp.1a"], 0o755)
    mkfifo(folder[".memo-tmp.1b"], 0o644)
    symlink(folder["a.memo-tmp.1x"], folder[".memo-tmp.1c"])
    let others = [".memo-tmp.1a", ".memo-tmp.1b", ".memo-tmp.1c"]
    let descriptor = OwnedDescriptor(open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    let file = try TemporaryFile(in: descriptor.number, mode: 0o666)
    try writer.removeLeftovers(in: .root)
    try file.move(to: cString("written.md".utf8))
    #expect(folder.names() == (kept + others + ["written.md"]).sorted())
    try writer.removeLeftovers(in: VaultPath("missing"))
  }

  @Test func aFullDiskIsAnError() {
    let full = OwnedDescriptor(open("/dev/full", O_WRONLY | O_CLOEXEC))
    #expect(throws: SystemFailure(code: ENOSPC)) { try writeAll([1, 2, 3], to: full.number) }
  }

  @Test func aFileIsRemovedOnce() throws {
    try folder.write("", to: "a.md")
    #expect(try writer.remove(VaultPath("a.md")))
    #expect(try !writer.remove(VaultPath("a.md")))
    #expect(try !writer.remove(VaultPath("no/such/folder.md")))
    #expect(folder.names() == [])
  }

  @Test func aMissingVaultCannotBeOpened() {
    let path = Array(folder["missing"].utf8)
    #expect(throws: FileError(.list, path: path, code: ENOENT)) { try DiskWriter(root: path) }
  }
}
