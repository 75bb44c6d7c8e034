import Foundation
import MemoCore
import MemoStore
import Testing

@testable import MemoPlatform

/// Files that are read as a whole, by the disk itself and by what any other files do.
@Suite struct WholeReadingTests {
  /// The disk without its own way of doing that.
  private struct OtherFiles: WrappingFiles {
    let files: any VaultFiles
  }

  @Test func aFileIsReadUpToItsLimit() throws {
    let folder = try OwnFolder()
    try folder.write("", to: "empty.md")
    try folder.write("12345", to: "a.md")
    symlink("a.md", folder["link.md"])
    mkfifo(folder["pipe.md"], 0o600)
    let disk = try DiskFiles(root: HostPath(folder.path))
    for files in [disk, OtherFiles(files: disk)] as [any VaultFiles] {
      for limit in [5, 6, 1 << 20] {
        let reading = try #require(try files.readWhole(VaultPath("a.md"), limit: limit))
        #expect(reading.bytes == Array("12345".utf8) && reading.stamp == files.stamp(of: VaultPath("a.md")))
      }
      let cut = try #require(try files.readWhole(VaultPath("a.md"), limit: 4))
      #expect(cut.bytes == nil && cut.stamp.size == 5)
      #expect(try files.readWhole(VaultPath("empty.md"), limit: 0)?.bytes == [])
      for name in ["none.md", "no/a.md", "a.md/below.md", "link.md", "pipe.md"] {
        let nothing = try files.readWhole(VaultPath(name), limit: 5) == nil
        #expect(nothing, "\(name)")
      }
    }
  }

  /// Else a file that a program adds to all the time would have no end.
  @Test func aFileThatGrowsIsHandedOverAsFarAsItWent() throws {
    let folder = try OwnFolder()
    let text = String(repeating: "x", count: 1 << 19)
    try folder.write(text, to: "a.md")
    let disk = try DiskFiles(root: HostPath(folder.path))
    var (count, pieces) = (0, 0)
    let isThere = try disk.stream(VaultPath("a.md")) { piece throws(FileError) in
      (count, pieces) = (count + piece.count, pieces + 1)
      guard pieces < 10, let file = FileHandle(forWritingAtPath: folder["a.md"]) else { return }
      file.seekToEndOfFile()
      file.write(Data(text.utf8))
      file.closeFile()
    }
    #expect(isThere && count == 1 << 19)
  }
}
