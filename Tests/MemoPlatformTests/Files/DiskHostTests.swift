import Foundation
import MemoCore
import MemoStore
import Testing

@testable import MemoPlatform

@Suite struct DiskHostTests {
  @Test func aFolderThatCannotBeMadeIsNamedWithItsReasonNotThoseBelowIt() throws {
    let folder = try OwnFolder()
    try folder.write("text", to: "file")
    let host = DiskHost(userCache: nil)
    let error = #expect(throws: FileError.self) { try host.makeFolder(HostPath(folder["file/below/deeper"])) }
    #expect(error?.path == Array(folder["file"].utf8) && error?.reason == .notAFolder)
    try host.makeFolder(HostPath(folder["new/below/deeper"]))
    try host.makeFolder(HostPath(folder["new/below"]))
    #expect(folder.names(in: "new/below") == ["deeper"])
  }

  @Test func aPipeIsReadWhereItIsNamedForItsText() throws {
    let folder = try OwnFolder()
    let host = DiskHost(userCache: nil)
    let pipe = HostPath(folder["pipe"])
    try #require(mkfifo(folder["pipe"], 0o600) == 0)
    for (limit, isRead) in [(4, true), (3, false)] {
      // It waits for a reader, as the reader does for it.
      let writer = Thread { [path = folder["pipe"]] in
        let end = open(path, O_WRONLY | O_CLOEXEC)
        _ = write(end, "text", 4)
        close(end)
      }
      writer.start()
      if isRead {
        #expect(try host.givenContents(of: pipe, limit: limit) == Array("text".utf8))
      } else {
        #expect(throws: FileError.self) { try host.givenContents(of: pipe, limit: limit) }
      }
    }
    #expect(throws: FileError.self, "nor is it waited for") { try host.contents(of: pipe, limit: 4) }
    #expect(try host.givenContents(of: HostPath(folder["none"]), limit: 4) == nil)
  }
}
