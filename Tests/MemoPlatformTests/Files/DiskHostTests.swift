import CSystem
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

  /// With a umask that goes with such a group, all that a user makes may be written to by the group.
  @Test func aGroupOfOnlyThisUserIsTheUser() throws {
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
    let lines = try String(contentsOfFile: "/etc/group", encoding: .utf8).split(separator: "\n")
    var groups: [UInt32: Bool] = [:]
    for line in lines {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 4, let number = UInt32(fields[2]), groups[number] == nil else { continue }
      // Systems without a list of users number both alike.
      let isAlone = user.map { user in fields[0] == user && fields[3].split(separator: ",").allSatisfy { $0 == user } }
      groups[number] = isAlone ?? (number == geteuid())
    }
    print("of \(groups.count) groups, \(groups.values.count { $0 }) are of \(user ?? "this user") alone")
    #expect(!groups.isEmpty)
    for (number, isAlone) in groups {
      var status = csystem_status()
      (status.owner, status.group, status.mode) = (geteuid(), number, UInt32(S_IFREG) | 0o664)
      #expect(Ownership(status).isWritableByOthers == !isAlone, "group \(number)")
      status.mode = UInt32(S_IFREG) | 0o644
      #expect(Ownership(status).isPrivate, "group \(number) may only read")
    }
  }

  /// As one whom only a service knows: memo asks none.
  @Test func aUserWhoIsNotListedIsAloneInTheGroupOfTheSameNumber() {
    let groups =
      ["root:x:0:", "kim:x:1000:", "lee:x:1001:lee", "park:x:1002:kim", "staff:x:50:kim,lee", "bad", ""]
      + ["family:x:6000:kim,lee", "choi:x:6001:"]
    let users = ["root:x:0:0:root:/root:/bin/sh", "kim:x:1000:1000::/:", "lee:x:1001:1001::/:", "park:x:1002:1002::/:"]
    func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    let lists = UserGroups(groups: bytes(groups), users: bytes(users))
    for number: UInt32 in [0, 1000, 1001, 5000, 6001] { #expect(lists.isAlone(number, in: number), "\(number)") }
    let shared: [(UInt32, UInt32)] = [
      (1000, 50), (1000, 0), (1002, 1002), (5000, 50), (5000, 0), (5000, 1000), (6000, 6000), (6000, 6001),
    ]
    for (user, group) in shared {
      #expect(!lists.isAlone(user, in: group), "\(user) in \(group)")
    }
    #expect(UserGroups(groups: [], users: []).isAlone(7, in: 7))
  }
}
