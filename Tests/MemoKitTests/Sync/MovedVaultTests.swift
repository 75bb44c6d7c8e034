import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoSync

/// Someone moves the vault's folder to another place while it is synced.
@Suite struct MovedVaultTests {
  private static let text = "# A\none\ntwo\nthree\nfour\n"

  /// Moves the folder before a command of git's runs, or after it.
  private struct MovingGit: WrappingGit {
    let git: any Git
    let folder: TemporaryFolder
    let command: String
    var isBefore = true
    /// A file that git makes at the path from which it was moved.
    var made: String?

    func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
      guard call.name == command else { return try git.run(call, feeding: chunks) }
      if isBefore { move() }
      let answer = try git.run(call, feeding: chunks)
      if !isBefore { move() }
      return answer
    }

    private func move() {
      // There is none the second time.
      try? folder.rename(VaultPath("d0"), to: VaultPath("moved"))
      if let made { try? folder.write("made\n", to: "d0/\(made)") }
    }
  }

  private func devices() throws -> SyncedDevices {
    let devices = try SyncedDevices()
    try devices.write(Self.text, to: "a.md", on: 0)
    return devices
  }

  private func exists(_ path: String, _ devices: SyncedDevices) -> Bool {
    devices.place.folder.host().kind(of: devices.place.folder.path.appending(path)) != nil
  }

  @Test(arguments: [
    ("fetch", true), ("fast-import", true), ("fast-import", false), ("update-ref", true), ("push", true),
    ("push", false),
  ])
  func theSyncEndsWithThatAlone(command: String, isBefore: Bool) throws {
    let devices = try devices()
    if command == "fetch" {
      // Else the refs of a folder say that there is nothing to fetch.
      try devices.write("# B\n", to: "b.md", on: 1)
      try devices.sync(1)
    }
    let git = MovingGit(
      git: devices.place.git, folder: devices.place.folder, command: command, isBefore: isBefore)
    #expect(throws: SyncError.vaultMoved) { try devices.sync(0, by: git) }
    #expect(!exists("d0", devices))
    let index = try devices.place.shell("git ls-files; ls .git/memo", in: "moved")
    #expect(index.contains("a.md") && !index.contains("index.damaged"), "\(index)")
    // There, the next one does what it did not.
    try devices.place.shell("mv moved d0")
    try devices.spread(from: 0)
    for device in 0...1 { #expect(try devices.text("a.md", on: device) == Self.text) }
    #expect(try devices.sync(0).isIdle)
  }

  @Test func whatGitHasMadeAtTheFormerPathIsRemoved() throws {
    let devices = try devices()
    let git = MovingGit(
      git: devices.place.git, folder: devices.place.folder, command: "push", isBefore: false,
      made: ".git/refs/remotes/origin/main")
    #expect(throws: SyncError.vaultMoved) { try devices.sync(0, by: git) }
    #expect(!exists("d0", devices) && exists("moved/a.md", devices))
  }

  @Test(arguments: ["b.md", ".git/HEAD", ".git/config"]) func whatOthersHaveMadeThereStays(made: String) throws {
    let devices = try devices()
    let git = MovingGit(
      git: devices.place.git, folder: devices.place.folder, command: "push", isBefore: false, made: made)
    #expect(throws: SyncError.vaultMoved) { try devices.sync(0, by: git) }
    #expect(exists("d0/\(made)", devices) && exists("moved/a.md", devices))
  }

  @Test func aFolderThatIsRemovedIsNotMoved() throws {
    let devices = try devices()
    let vault = try devices.vault(0)
    #expect(!vault.isMoved)
    try devices.place.shell("mv d0 moved")
    #expect(vault.isMoved)
    try devices.place.shell("mkdir d0")
    #expect(vault.isMoved, "another folder has its name")
    try devices.place.shell("rm -rf moved")
    #expect(!vault.isMoved)
  }
}
