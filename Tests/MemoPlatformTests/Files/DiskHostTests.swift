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
}
