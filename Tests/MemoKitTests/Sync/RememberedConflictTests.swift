import Dispatch
import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoStore
@testable import MemoSync

/// What a device remembers of the conflicts that a person has seen.
@Suite struct RememberedConflictTests {
  /// Both devices change the line, and the second one has merged.
  private static func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices()
    try devices.write("# A\none\ntwo, at work\nthree\n", to: "a.md", on: 0)
    try devices.sync(0)
    try devices.write("# A\none\ntwo, at home\nthree\n", to: "a.md", on: 1)
    try devices.sync(1)
    return devices
  }

  private static func folder(_ devices: SyncedDevices) throws -> SyncFolder { SyncFolder(vault: try devices.vault(1)) }

  /// A full disk or a folder that only others may write to does the same.
  @Test func aConflictIsNotResolvedWhereThatCannotBeRemembered() throws {
    let devices = try Self.devices()
    let conflict = try #require(try devices.conflicts(1).first)
    try devices.write("", to: ".git/memo/drafts", on: 1)
    let syncer = try devices.syncer(1)
    #expect(throws: FileError.self) { try syncer.resolve(conflict.path) }
    #expect(throws: FileError.self) { try syncer.settle(conflict, with: .both, as: "conflicts", at: 1) }
    #expect(try devices.conflicts(1) == [conflict])
    try devices.remove(".git/memo/drafts", on: 1)
    #expect(try syncer.resolve(conflict.path) == [conflict])
    #expect(try devices.conflicts(1).isEmpty)
  }

  /// A watcher syncs while a person goes through conflicts.
  @Test func noneOfThoseWhoRememberAtTheSameTimeTakesAwayWhatOthersDo() throws {
    let devices = try Self.devices()
    let folder = try Self.folder(devices)
    let keys = (0..<100).map { "key \($0)" }
    DispatchQueue.concurrentPerform(iterations: keys.count) { number in
      if number.isMultiple(of: 2) { folder.writeClean(ObjectId(ofBlob: []), UInt64(number)) }
      try? folder.changeState { $0.seen.append(keys[number]) }
    }
    #expect(folder.readState().seen.sorted() == keys.sorted())
    #expect(folder.readState().lastSync != nil)
    #expect(folder.readClean() != nil)
  }

  /// As long as another process is at it, this one waits.
  @Test func otherProcessesRememberNothingInTheMeantime() throws {
    let devices = try Self.devices()
    let vault = try devices.vault(1)
    var isHeld = false
    try SyncFolder(vault: vault).changeState { _ in
      isHeld = try vault.writer.lock(VaultPath(".git/memo/writing"), waiting: .zero) == nil
    }
    #expect(isHeld)
  }

  @Test func whatCannotBeReadNowIsNotWrittenOver() throws {
    let devices = try Self.devices()
    let conflict = try #require(try devices.conflicts(1).first)
    devices.unreadable = SyncFolder.state
    let syncer = try devices.syncer(1)
    syncer.note(nextTry: 7)
    #expect(throws: FileError(.read, path: SyncFolder.state.bytes, code: 13)) { try syncer.resolve(conflict.path) }
    devices.unreadable = nil
    let state = try Self.folder(devices).readState()
    #expect(state.lastSync != nil && state.nextTry == nil && state.seen.isEmpty)
  }

  @Test func eachIsRememberedOnceAndAsLongAsItsMergeIsThere() throws {
    let devices = try Self.devices()
    let (syncer, folder) = (try devices.syncer(1), try Self.folder(devices))
    let conflict = try #require(try devices.conflicts(1).first)
    let gone = String(repeating: "0", count: 40)
    try folder.changeState { $0.seen = ["\(gone) a.md 3", "lost \(gone) a.md"] }
    for _ in 0..<2 { _ = try syncer.settle(conflict, with: .both, as: "conflicts", at: 1) }
    #expect(folder.readState().seen == [conflict.key])
    #expect(try devices.conflicts(1).isEmpty)
  }
}
