import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// What the system refuses or what changes under a refresh is reported, never remembered as gone, and heals by itself.
@Suite struct RefreshProblemTests {
  private static let paths = ["a.md", "folder/b.md", "folder/inner/c.md", "folder/inner/deep/d.md", "other/e.md"]

  @Test func anUnreadableMemoIsReportedEachTimeAndHeals() throws {
    let vault = try settledVault()
    try vault.folder.setMode(0o600, of: VaultPath("folder/b.md"))
    vault.files.refuse([VaultPath("folder/b.md")], [.read])
    for _ in 0..<3 {
      let index = try vault.refresh()
      #expect(index.problems == [FileError(.read, path: Array("folder/b.md".utf8), code: WatchedFiles.refusal)])
      #expect(paths(index) == Self.paths.filter { $0 != "folder/b.md" })
      try expectRebuildEquals(index, vault)
    }
    vault.files.refuse([])
    #expect(paths(try vault.refresh()) == Self.paths)
  }

  @Test func aNewUnreadableMemoIsReportedEachTimeAndHeals() throws {
    let vault = try settledVault()
    try vault.folder.write("new", to: "folder/new.md")
    vault.files.refuse([VaultPath("folder/new.md")], [.read])
    for _ in 0..<3 {
      let index = try vault.refresh()
      #expect(index.problems.count == 1)
      #expect(paths(index) == Self.paths)
    }
    vault.files.refuse([])
    #expect(paths(try vault.refresh()).contains("folder/new.md"))
  }

  @Test(arguments: [
    ("folder", [WatchedFiles.Call.list]), ("folder", [.folderStamp]), ("folder", [.list, .folderStamp]),
    ("folder/inner", [.list]), ("folder/inner", [.folderStamp]), ("folder/inner", [.list, .folderStamp]),
  ])
  func anUnreadableFolderIsReportedEachTimeAndHeals(path: String, calls: [WatchedFiles.Call]) throws {
    let vault = try settledVault()
    try vault.folder.setMode(0o700, of: VaultPath(path))
    vault.files.refuse([VaultPath(path)], calls)
    for _ in 0..<3 {
      let index = try vault.refresh()
      #expect(index.problems == [FileError(.list, path: Array(path.utf8), code: WatchedFiles.refusal)])
      #expect(paths(index) == Self.paths.filter { !$0.hasPrefix(path + "/") })
      try expectRebuildEquals(index, vault)
    }
    vault.files.refuse([])
    let healed = try vault.refresh()
    #expect(paths(healed) == Self.paths)
    try expectRebuildEquals(healed, vault)
  }

  @Test(arguments: [
    ("folder", [WatchedFiles.Call.list]), ("folder", [.folderStamp]), ("folder/inner", [.list, .folderStamp]),
    ("folder/inner", [.folderStamp]), ("folder/b.md", [.read]), ("a.md", [.read]),
  ])
  func whatAFirstRefreshCannotReadIsReportedAndHeals(path: String, calls: [WatchedFiles.Call]) throws {
    let vault = try settledVault()
    try vault.folder.remove(VaultPath(".memo/cache"))
    vault.files.refuse([VaultPath(path)], calls)
    for _ in 0..<3 {
      let index = try vault.refresh()
      #expect(index.problems.map(\.path) == [Array(path.utf8)])
      #expect(paths(index) == Self.paths.filter { $0 != path && !$0.hasPrefix(path + "/") })
      try expectRebuildEquals(index, vault)
    }
    vault.files.refuse([])
    #expect(paths(try vault.refresh()) == Self.paths)
  }

  @Test func problemsComeInTheOrderOfTheirPathsHoweverTheyAreMet() throws {
    let vault = try settledVault()
    let refused = ["a.md", "folder/inner", "other"]
    for path in refused { try vault.folder.setMode(0o700, of: VaultPath(path)) }
    vault.files.refuse(Set(refused.map { VaultPath($0) }))
    for index in [try vault.refresh(), try vault.readAll()] {
      #expect(index.problems.map(\.path) == refused.map { Array($0.utf8) })
    }
  }

  @Test(arguments: [WatchedFiles.Call.list, .folderStamp])
  func aRootThatCannotBeReadIsAnError(call: WatchedFiles.Call) throws {
    let vault = try settledVault()
    try vault.folder.write("new", to: "new.md")
    vault.files.refuse([.root], [call])
    #expect(throws: FileError(.list, path: [], code: WatchedFiles.refusal)) { try vault.refresh() }
    #expect(throws: FileError(.list, path: [], code: WatchedFiles.refusal)) { try vault.refresh(isRebuild: true) }
    vault.files.refuse([])
    #expect(paths(try vault.refresh()) == (Self.paths + ["new.md"]).sorted())
  }

  @Test func aRemovedRootIsAnError() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "vault/.memo/config.json")
    try folder.write("text", to: "vault/a.md")
    let vault = try Vault(at: folder.path.appending("vault"), host: folder.host())
    #expect(try vault.refresh().count == 1)
    try folder.remove(VaultPath("vault"))
    #expect(throws: FileError(.list, path: vault.root.bytes, reason: .notFound)) {
      try vault.refresh()
    }
    #expect(throws: FileError.self) { try Vault(at: folder.path.appending("vault"), host: folder.host()) }
  }

  @Test func aMemoDeletedWhileItsFolderIsReadIsNotThere() throws {
    let vault = try settledVault()
    try vault.folder.write("new", to: "folder/new.md")
    deleting("folder/new.md", in: vault, at: .read)
    let index = try vault.refresh()
    #expect(paths(index) == Self.paths)
    #expect(index.problems.isEmpty)
    #expect(paths(try vault.refresh()) == Self.paths)
  }

  @Test func aFolderDeletedWhileItIsListedIsNotThere() throws {
    let vault = try settledVault()
    try vault.folder.write("new", to: "folder/new.md")
    deleting("folder", in: vault, at: .list)
    let index = try vault.refresh()
    #expect(paths(index) == ["a.md", "other/e.md"])
    #expect(index.problems.isEmpty)
    try expectRebuildEquals(try vault.refresh(), vault)
  }

  @Test func aFolderThatWasAwayForAMomentKeepsItsMemos() throws {
    let vault = try settledVault()
    let (folder, away) = (VaultPath("folder"), VaultPath("away"))
    try vault.folder.rename(folder, to: away)
    // It comes back between the look at its stamp and the listing of the root.
    let real = vault.folder
    vault.files.setBefore { call, path throws(FileError) in
      if call == .list, path == .root { try? real.rename(away, to: folder) }
    }
    _ = try vault.refresh()
    vault.files.refuse([])
    let index = try vault.refresh()
    #expect(paths(index) == Self.paths)
    try expectRebuildEquals(index, vault)
  }

  /// What is below a folder that is renamed keeps its stamps, so that these do not show what was missed.
  @Test(arguments: [
    (WatchedFiles.Call.folderStamp, "folder/inner/deep"), (.fileStamp, "folder/inner"),
    (.fileStamp, "folder/inner/deep"),
  ])
  func aFolderThatIsAwayWhileStampsAreComparedKeepsItsMemos(call: WatchedFiles.Call, path: String) throws {
    let vault = try settledVault()
    try refreshWhileAway(vault, from: call, path)
    let index = try vault.refresh()
    #expect(paths(index) == Self.paths)
    try expectRebuildEquals(index, vault)
  }

  @Test(arguments: [
    (WatchedFiles.Call.folderStamp, "folder/inner/deep"), (.list, "folder/inner/deep"), (.read, "folder/inner/c.md"),
    (.read, "folder/inner/deep/d.md"),
  ])
  func aFolderThatIsAwayDuringAFirstRefreshKeepsItsMemos(call: WatchedFiles.Call, path: String) throws {
    let vault = try settledVault()
    try vault.folder.remove(VaultPath(".memo/cache"))
    try refreshWhileAway(vault, from: call, path)
    let index = try vault.refresh()
    #expect(paths(index) == Self.paths)
    try expectRebuildEquals(index, vault)
  }

  @Test func aFolderBehindALinkIsNotEntered() throws {
    let vault = try settledVault()
    try vault.folder.rename(VaultPath("folder"), to: VaultPath(".elsewhere"))
    try vault.folder.link(VaultPath("folder"), to: ".elsewhere")
    let index = try vault.refresh()
    #expect(paths(index) == ["a.md", "other/e.md"])
    try expectRebuildEquals(index, vault)
    let opened = try vault.folder.openVault()
    #expect(!opened.hasMemo(at: VaultPath("folder/b.md")))
    #expect(!opened.hasMemo(at: VaultPath("folder/inner/c.md")))
    #expect(opened.hasMemo(at: VaultPath("other/e.md")))
  }

  // MARK: Set-up

  private func settledVault() throws -> WatchedVault {
    let vault = try WatchedVault()
    for path in Self.paths { try vault.folder.write("# \(path)", to: path) }
    try vault.settle()
    return vault
  }

  private func paths(_ index: VaultIndex) -> [String] {
    index.memos.map(\.path.text).sorted()
  }

  private func expectRebuildEquals(_ index: VaultIndex, _ vault: WatchedVault) throws {
    let (answer, rebuilt) = (IndexAnswer(index), IndexAnswer(try vault.readAll()))
    #expect(answer == rebuilt, "\(answer.difference(from: rebuilt))")
  }

  /// Refreshes while `folder` has another name from a call on.
  private func refreshWhileAway(_ vault: WatchedVault, from first: WatchedFiles.Call, _ path: String) throws {
    let (real, folder, away) = (vault.folder, VaultPath("folder"), VaultPath(".away"))
    vault.files.setBefore { call, called throws(FileError) in
      if call == first, called == VaultPath(path) { try? real.rename(folder, to: away) }
    }
    _ = try vault.refresh()
    vault.files.refuse([])
    try real.rename(away, to: folder)
  }

  /// Deletes an entry just before it is listed or read.
  private func deleting(_ text: String, in vault: WatchedVault, at deadly: WatchedFiles.Call) {
    let (path, folder) = (VaultPath(text), vault.folder)
    vault.files.setBefore { call, called throws(FileError) in
      if call == deadly, called == path { try? folder.remove(path) }
    }
  }
}
