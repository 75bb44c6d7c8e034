import Foundation
import MemoCore
import MemoStore
import Testing

@testable import MemoPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The steps of larger changes, on file systems that know exclusive renames and exchanges, on those that know hard links
/// only, and on those that do not know these either.
@Suite struct DiskWriterStepTests {
  let folder: OwnFolder

  init() throws {
    folder = try OwnFolder()
    try folder.write("a", to: "a.md", mode: 0o640)
    try folder.write("b", to: "b.md")
  }

  static let abilities: [RenameAbilities] = [.all, [.exchange, .links], [.exclusive, .links], .links, .exclusive, []]

  private func writer(_ abilities: RenameAbilities = .all) throws -> DiskWriter {
    try DiskWriter(in: VaultFolders(root: Array(folder.path.utf8)), abilities: abilities)
  }

  @Test(arguments: abilities)
  func twoFilesChangePlaces(abilities: RenameAbilities) throws {
    let (a, b) = (folder.status(of: "a.md"), folder.status(of: "b.md"))
    #expect(try writer(abilities).exchange(VaultPath("a.md"), with: VaultPath("b.md")))
    #expect(folder.status(of: "a.md")?.st_ino == b?.st_ino && folder.status(of: "b.md")?.st_ino == a?.st_ino)
    #expect(folder.names() == ["a.md", "b.md"])
  }

  #if os(Linux)
    @Test func aProgramThatHasAFileOpenIsWaitedFor() throws {
      let descriptor = open("\(folder.path)/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
      try #require(descriptor >= 0)
      Thread.detachNewThread {
        write(descriptor, " and more", 9)
        close(descriptor)
      }
      let settled = try writer().readSettled(VaultPath("a.md"))
      #expect(settled?.isOpen == false && settled?.hash == XXHash64.hash(Array("a and more".utf8)))
    }

    @Test func aProgramThatKeepsAFileOpenIsToldOf() throws {
      let descriptor = open("\(folder.path)/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      #expect(try writer().readSettled(VaultPath("a.md"))?.isOpen == true)
      #expect(try writer().readSettled(VaultPath("b.md"))?.isOpen == false)
    }

    @Test func aStampVouchesForAFileThatWasNotWrittenToLately() throws {
      let (a, b) = (VaultPath("a.md"), VaultPath("b.md"))
      let old = Date(timeIntervalSince1970: 1_500_000_000)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder["a.md"])
      #expect(try writer().exchange(a, with: b))
      let files = try DiskFiles(root: HostPath(Array(folder.path.utf8)))
      let stamp = try #require(try writer().readSettled(b)?.stamp)
      #expect(files.stamp(of: b) == stamp)
      try folder.write("c", to: "b.md")
      #expect(files.stamp(of: b) != stamp)
      #expect(try writer().readSettled(b)?.stamp == nil)
    }
  #endif

  @Test func whatIsNoFileByNowIsNotWaitedFor() throws {
    #expect(symlink("a.md", "\(folder.path)/link.md") == 0 && mkfifo("\(folder.path)/pipe.md", 0o600) == 0)
    let names = ["a.md", "none.md", "no/folder.md", "a.md/below.md", "link.md", "pipe.md"]
    #if os(Linux)
      // Nothing can wait for what a FIFO holds.
      let expected = FileError(.write, path: Array("pipe.md".utf8), code: EINVAL)
      #expect(throws: expected) { try writer().synchronize(files: [VaultPath("pipe.md")]) }
    #endif
    try writer().synchronize(files: names.dropLast().map { VaultPath($0) })
    try writer().synchronizeAll()
  }

  #if os(Linux)
    @Test func manyFilesAreWaitedForAtOnce() throws {
      let (writer, pipe) = (try writer(), VaultPath("pipe.md"))
      let files = (0..<40).map { VaultPath("s/\($0)") }
      for path in files { try writer.stage(path, contents: [1], like: nil, modified: nil) }
      #expect(mkfifo(folder["pipe.md"], 0o600) == 0)
      // That nothing can wait for a FIFO is only noticed where each is waited for.
      try writer.synchronize(files: files + [pipe])
      #expect(throws: FileError.self) { try writer.synchronize(files: files.prefix(2) + [pipe]) }
    }
  #endif

  @Test(arguments: abilities)
  func nothingChangesPlacesWithNothing(abilities: RenameAbilities) throws {
    let writer = try writer(abilities)
    #expect(try !writer.exchange(VaultPath("a.md"), with: VaultPath("none.md")))
    #expect(try !writer.exchange(VaultPath("no/folder.md"), with: VaultPath("a.md")))
    #expect(folder.text(of: "a.md") == "a" && folder.names() == ["a.md", "b.md"])
  }

  @Test(arguments: abilities)
  func aMoveNeverOverwrites(abilities: RenameAbilities) throws {
    let writer = try writer(abilities)
    #expect(try !writer.move(VaultPath("a.md"), to: VaultPath("b.md")))
    symlink("nowhere", folder["link.md"])
    #expect(try !writer.move(VaultPath("a.md"), to: VaultPath("link.md")))
    #expect(try !writer.move(VaultPath("none.md"), to: VaultPath("c.md")))
    #expect(try writer.move(VaultPath("a.md"), to: VaultPath("sub/c.md")))
    #expect(folder.text(of: "sub/c.md") == "a" && folder.text(of: "b.md") == "b")
    #expect(folder.names() == ["b.md", "link.md", "sub"])
    #expect(folder.status(of: "sub/c.md")?.st_nlink == 1)
  }

  @Test func aFolderGoesWithManyFilesAndFolders() throws {
    mkdir(folder["s"], 0o700)
    for number in 0..<300 { try folder.write("", to: "s/\(number).md") }
    for name in ["t", "u"] {
      mkdir(folder["s/\(name)"], 0o700)
      try folder.write("", to: "s/\(name)/a.md")
    }
    try writer().removeFolderWithFiles(VaultPath("s"))
    #expect(folder.names() == ["a.md", "b.md"])
  }

  @Test func aNameChangesItsCaseAlone() throws {
    #expect(try writer().move(VaultPath("a.md"), to: VaultPath("A.md")))
    #expect(folder.names() == ["A.md", "b.md"])
  }

  @Test func twoNamesOfOneFileAreNotTakenForOne() throws {
    link(folder["a.md"], folder["A.md"])
    #expect(try !writer().move(VaultPath("a.md"), to: VaultPath("A.md")))
    #expect(folder.names() == ["A.md", "a.md", "b.md"])
  }

  @Test func aStagedFileHasTheModelsPermissionsAndItsOwnTime() throws {
    let writer = try writer()
    try writer.stage(VaultPath("s/0"), contents: [1], like: VaultPath("a.md"), modified: 1_500_000_000_000_000_007)
    #expect(folder.status(of: "s/0").map { $0.st_mode & 0o7777 } == 0o640)
    #expect(folder.modified(of: "s/0") == 1_500_000_000_000_000_007)
    #expect(throws: FileError(.write, path: Array("s/0".utf8), code: EEXIST)) {
      try writer.stage(VaultPath("s/0"), contents: [], like: nil, modified: nil)
    }
  }

  /// The bits for everyone, one named user's right to read, and what the group and the others may.
  private static let accessList: [UInt8] =
    [2, 0, 0, 0]
    + [(1, 6, 0xFF), (2, 4, 0x39), (4, 4, 0xFF), (16, 4, 0xFF), (32, 0, 0xFF)].flatMap { tag, right, id in
      [tag, 0, right, 0, id, id, id, id] as [UInt8]
    }

  @Test(arguments: [("user.colour", Array("초록".utf8)), ("user.empty", []), ("system.posix_acl_access", accessList)])
  func whatReplacesAFileHasItsExtendedAttributes(name: String, value: [UInt8]) throws {
    let old = ExtendedAttribute(path: folder["a.md"], name: name)
    guard old.set(value) else { return print("\(name) is not kept by the file system of \(folder.path)") }
    let writer = try writer()
    try writer.stage(VaultPath("s/0"), contents: [1], like: VaultPath("a.md"), modified: nil)
    #expect(ExtendedAttribute(path: folder["s/0"], name: name).value == value)
    #expect(folder.status(of: "s/0")?.st_mode == folder.status(of: "a.md")?.st_mode)
    try writer.replace(VaultPath("a.md"), contents: [2])
    #expect(old.value == value && folder.text(of: "a.md") == "\u{2}")
  }

  @Test func whatReplacesAFileGoesByItsBirthTime() throws {
    guard ExtendedAttribute(path: folder["a.md"], name: "user.colour").set([1]) else {
      return print("\(folder.path) keeps no attributes, so birth times are those of the system")
    }
    let first = try #require(try born("a.md"))
    let writer = try writer()
    for text: UInt8 in 1...3 {
      usleep(20_000)
      try writer.replace(VaultPath("a.md"), contents: [text])
      #expect(try born("a.md") == first, "replaced \(text) times")
    }
    try writer.stage(VaultPath("s/0"), contents: [1], like: VaultPath("a.md"), modified: nil)
    #expect(try born("s/0") == first)
  }

  @Test(arguments: [
    "", "x", "12x", "99999999999999999999", " ", "-9223372036854775808", String(repeating: "1", count: 400),
  ])
  func anotherProgramsBirthTimeIsNotBelieved(_ text: String) throws {
    let first = try born("a.md")
    _ = ExtendedAttribute(path: folder["a.md"], name: "user.memo.born").set(Array(text.utf8))
    #expect(try born("a.md") == first, "\(text)")
  }

  private func born(_ path: String) throws -> Int64? {
    let files = try DiskFiles(root: HostPath(folder.path))
    return try files.read(VaultPath(path), limit: 0) { _ in }?.born
  }

  @Test func aLinkThatLeadsNowhereHasItsName() throws {
    let writer = try writer()
    symlink("nowhere", folder["link.md"])
    #expect(try writer.isTaken(VaultPath("link.md")) && writer.isTaken(VaultPath("a.md")))
    #expect(try !writer.isTaken(VaultPath("none.md")) && !writer.isTaken(VaultPath("no/folder.md")))
  }

  @Test func onlyAnEmptyFolderIsRemoved() throws {
    let writer = try writer()
    try writer.makeFolder(VaultPath("x/y"))
    #expect(try !writer.removeFolder(VaultPath("x")) && !writer.removeFolder(VaultPath("none")))
    #expect(try writer.removeFolder(VaultPath("x/y")) && writer.removeFolder(VaultPath("x")))
    #expect(folder.names() == ["a.md", "b.md"])
  }

  @Test func aFolderWithFilesIsRemovedWithoutWhatItsLinksLeadTo() throws {
    let (writer, outside) = (try writer(), try OwnFolder())
    try outside.write("kept", to: "kept.md")
    try writer.stage(VaultPath("x/y/z"), contents: [], like: nil, modified: nil)
    symlink(outside.path, folder["x/out"])
    try writer.removeFolderWithFiles(VaultPath("x"))
    try writer.removeFolderWithFiles(VaultPath("x"))
    #expect(folder.names() == ["a.md", "b.md"] && outside.names() == ["kept.md"])
  }

  @Test func aLockIsHeldByOne() throws {
    let (one, other) = (try writer(), try writer())
    let path = VaultPath(".memo/lock")
    var lock = try one.lock(path, waiting: .zero)
    #expect(lock != nil)
    #expect(try other.lock(path, waiting: .milliseconds(20)) == nil)
    lock = nil
    #expect(try other.lock(path, waiting: .zero) != nil)
  }

  @Test func noStepLeadsOutOfTheVault() throws {
    let (writer, outside) = (try writer(), try OwnFolder())
    symlink(outside.path, folder["out"])
    let path = VaultPath("out/a.md")
    #expect(throws: FileError.self) { try writer.stage(path, contents: [], like: nil, modified: nil) }
    #expect(throws: FileError.self) { try writer.move(VaultPath("a.md"), to: path) }
    #expect(throws: FileError.self) { try writer.exchange(path, with: VaultPath("a.md")) }
    #expect(throws: FileError.self) { try writer.makeFolder(VaultPath("out/x")) }
    #expect(throws: FileError.self) { try writer.removeFolderWithFiles(VaultPath("out/x")) }
    #expect(throws: FileError.self) { try writer.move(VaultPath("a.md"), to: VaultPath("../a.md")) }
    #expect(outside.names() == [] && folder.text(of: "a.md") == "a")
  }
}
