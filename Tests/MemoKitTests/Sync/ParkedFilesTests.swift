import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoSync

/// What came out of the vault while others took its place.
@Suite struct ParkedFilesTests {
  @Test func ofWhatIsWrittenToOnlyWhatIsThereComesIntoTheTrash() throws {
    let vault = try ChangedVault()
    var parked = ParkedFiles(vault: vault.vault, now: 5)
    for name in ["gone.md", "same.md", "written.md"] {
      let (path, text) = (VaultPath(name), Array("# \(name)\n".utf8))
      let slot = parked.slot(for: path)
      try vault.folder.write(text, to: slot)
      parked.use(slot)
      parked.hold(slot, XXHash64.hash(text), nil, path)
      if path == VaultPath("gone.md") { try vault.folder.remove(slot) }
      if path == VaultPath("written.md") { try vault.folder.append(Array("more\n".utf8), to: slot) }
    }
    #expect(try parked.finish() == 1)
    let trash = Trash(of: vault.vault, history: vault.history)
    let items = try trash.items()
    #expect(items.map(\.path) == [VaultPath("written.md")])
    for item in items { #expect(try trash.restore(item, at: 6).path == item.path) }
    #expect(try vault.texts() == ["written.md": "# written.md\nmore\n"])
    #expect(try vault.folder.names(in: VaultPath(".memo/trash")) == [])
  }

  /// The sync was killed when it had made the file and not yet written to it.
  @Test func aFileWithoutBytesIsNoTextOfAnyone() throws {
    let devices = try SyncedDevices()
    let slots = ".git/memo/swap"
    try devices.place.shell("mkdir -p \(slots); : > \(slots)/1-b.md; echo mine > \(slots)/2-c.md", in: "d1")
    #expect(try devices.sync(1).rescued == 1)
    let trash = try devices.place.shell("cat .memo/trash/*.md; ls \(slots) 2> /dev/null || true", in: "d1")
    #expect(trash == "mine\n")
  }
}
