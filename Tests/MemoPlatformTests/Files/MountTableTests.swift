#if os(Linux)
  import MemoCore
  import Testing

  @testable import MemoPlatform

  @Suite struct MountTableTests {
    private static let table = #"""
      22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      30 22 0:26 / /home/me/notes rw - tmpfs none rw
      31 22 0:27 / /home/me/notes/sub rw - tmpfs none rw
      32 22 0:28 / /home/me/notes-old rw - tmpfs none rw
      33 22 0:29 /home/me/notes /srv/copy rw - ext4 /dev/vda rw
      34 22 0:30 / /home/me/my\040notes/a\134b rw - tmpfs none rw
      broken
      """#

    private func devices(below root: String) -> [String] {
      MountTable.lines(of: Array(Self.table.utf8), below: HostPath(root)).map { line in
        String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst(2).first.map(String.init) ?? ""
      }
    }

    @Test func onlyMountsInTheVaultCount() {
      #expect(devices(below: "/home/me/notes") == ["0:26", "0:27"])
      #expect(devices(below: "/home/me/notes/sub") == ["0:27"])
      #expect(devices(below: "/home/me/other") == [])
      #expect(devices(below: "/").count == 6)
    }

    @Test func aVaultThatIsMountedItselfHoldsNone() {
      func count(below root: String) -> Int {
        MountTable.lines(of: Array(Self.table.utf8), below: HostPath(root), withRoot: false).count
      }
      #expect(count(below: "/home/me/notes") == 1)
      #expect(count(below: "/home/me/notes/sub") == 0)
      #expect(!MountTable.hasMounts(in: HostPath("/nowhere/at all")) && MountTable.hasMounts(in: .fileSystemRoot))
    }

    @Test func aPathIsFoundAsTheTableSpellsIt() {
      #expect(devices(below: "/home/me/my notes") == ["0:30"])
      #expect(devices(below: #"/home/me/my notes/a\b"#) == ["0:30"])
    }

    /// Of the whole machine, without one in between.
    @Test func whatIsMountedElsewhereIsNoChange() {
      var table = MountTable(of: HostPath("/nowhere/at all"))
      #expect(!table.hasChanged() && !table.takeChange())
    }
  }
#endif
