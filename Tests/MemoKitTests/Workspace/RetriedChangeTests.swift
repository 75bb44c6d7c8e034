import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

/// How often a change is made anew, and when.
@Suite struct RetriedChangeTests {
  private struct Refusal: Error {}

  private static let busy = FileError(.read, path: Array("a.md".utf8), reason: .busy)
  private static let changed = OperationError.changed([VaultPath("a.md")])

  @Test(arguments: [busy, changed] as [any Error])
  func aMemoThatChangesAllTheTimeIsGivenUpAsChanged(error: any Error) throws {
    let vault = try ChangedVault(["a.md": "a"])
    var machine = Machine.tested(in: vault.folder)
    let pauses = Mutex<[Duration]>([])
    machine.pause = { time in pauses.withLock { $0.append(time) } }
    let workspace = Workspace(vault.vault, on: machine)
    var attempts = 0
    #expect(throws: Self.changed) {
      try workspace.retrying(ifMatch: nil) { _ in
        attempts += 1
        throw error
      }
    }
    #expect(attempts == 50 && pauses.withLock { $0.count } == 49)
    #expect(pauses.withLock { $0.allSatisfy { (.milliseconds(1) ... .milliseconds(20)).contains($0) } })
    attempts = 0
    #expect(throws: Self.changed) {
      try workspace.retrying(ifMatch: "0123456789abcdef") { _ in
        attempts += 1
        throw error
      }
    }
    #expect(attempts == 1)
  }

  @Test func otherErrorsEndTheChange() throws {
    let vault = try ChangedVault(["a.md": "a"])
    var attempts = 0
    #expect(throws: Refusal.self) {
      try Workspace(vault.vault, on: .tested(in: vault.folder)).retrying(ifMatch: nil) { _ in
        attempts += 1
        throw Refusal()
      }
    }
    #expect(attempts == 1)
  }

  /// One that links to the memo may be deleted while the links are looked for.
  @Test func aMemoThatIsGoneIsLookedForOnceMore() throws {
    let vault = try ChangedVault(["a.md": "a"])
    let workspace = Workspace(vault.vault, on: .tested(in: vault.folder))
    let gone = VaultError.noSuchMemo(reference: "b.md", nearest: [])
    var attempts = 0
    func change(_ workspace: Workspace) throws {
      attempts += 1
      if attempts == 1 { throw gone }
    }
    try workspace.retrying(ifMatch: nil, change)
    #expect(attempts == 2)
    for (etag, count) in [(nil, 2), ("0123456789abcdef", 1)] as [(String?, Int)] {
      attempts = 0
      #expect(throws: gone) {
        try workspace.retrying(ifMatch: etag) { _ in
          attempts += 1
          throw gone
        }
      }
      #expect(attempts == count)
    }
  }

  @Test func theSecondTimeNoOtherProcessChangesMemosMeanwhile() throws {
    let vault = try ChangedVault(["a.md": "a"])
    let workspace = Workspace(vault.vault, on: .tested(in: vault.folder))
    var attempts = 0
    let operation = try workspace.retrying(ifMatch: nil) { workspace in
      attempts += 1
      guard attempts > 1 else { throw Self.changed }
      let memo = try workspace.read(VaultPath("a.md"), ifMatch: nil)
      #expect(throws: OperationError.locked) { try vault.history.begin("other", at: 1) }
      let draft = try workspace.history().begin("write", at: 1)
      try draft.replace(memo.path, contents: Array("b".utf8), read: memo.hash)
      return try draft.commit()
    }
    #expect(operation?.name == "write" && attempts == 2)
    #expect(try vault.texts() == ["a.md": "b"])
    #expect(try vault.history.begin("other", at: 1).commit() == nil, "the lock is free")
  }
}
