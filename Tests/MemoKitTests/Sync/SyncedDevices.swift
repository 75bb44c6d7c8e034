import MemoCore
import MemoPlatform
import MemoTestSupport
import Testing

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

/// Vaults in one folder, `d0`, `d1` and so on, that sync through the bare repository `hub.git` with real git.
final class SyncedDevices {
  let place: GitFolder
  let count: Int
  /// Those whose file systems take names that differ only in case for one.
  var ignoringCase: Set<Int> = []
  /// Those whose file systems take names that differ only in normalization for one.
  var ignoringNormalization: Set<Int> = []
  /// Whether file systems exchange two names by one call where something goes wrong.
  var canExchange = true

  /// A file that no device can read.
  var unreadable: VaultPath?

  /// Devices in step with one memo.
  init(_ count: Int = 2, _ text: String = "# A\none\ntwo\nthree\n", named name: String = "a.md") throws {
    (place, self.count) = (try GitFolder(), count)
    try place.shell("git init -q --bare -b main hub.git; git config --file home/.gitconfig init.defaultBranch main")
    for device in 0..<count { try place.folder.makeFolders(VaultPath("d\(device)")) }
    try write(text, to: name, on: 0)
    for device in 0..<count {
      var options = SyncOptions()
      options.remote = place.folder.path.appending("hub.git").text
      _ = try syncer(device).sync(options)
    }
    try sync(0)
  }

  /// Keeps everything as it is, for `restore`.
  func keep() throws { try place.shell("mkdir kept && cp -a d? hub.git home kept") }

  /// Puts back everything as it was when it was kept. What a sync that was broken off had begun beside it may still make a
  /// file while its folder is removed.
  func restore() throws {
    try place.shell("for i in $(seq 100); do rm -rf d? hub.git home 2> /dev/null && break; done; cp -a kept/. .")
  }

  // MARK: Files

  private func path(_ name: String, _ device: Int) -> VaultPath { VaultPath("d\(device)/\(name)") }

  func write(_ text: String, to name: String, on device: Int) throws {
    try place.folder.write(Array(text.utf8), to: path(name, device))
  }

  func text(_ name: String, on device: Int) throws -> String? {
    try place.folder.bytes(of: path(name, device)).map { String(decoding: $0, as: UTF8.self) }
  }

  func remove(_ name: String, on device: Int) throws { try place.folder.remove(path(name, device)) }

  func rename(_ name: String, to newName: String, on device: Int) throws {
    try place.folder.rename(path(name, device), to: path(newName, device))
  }

  // MARK: Syncing

  func vault(_ device: Int, _ fault: Fault? = nil, toSync isToSync: Bool = false) throws -> Vault {
    let root = place.folder.path.appending("d\(device)")
    let disk: any HostFiles =
      if let unreadable { WrappedHost.failing(place.folder.host(), unreadable: unreadable) } else {
        place.folder.host()
      }
    let host: any HostFiles =
      ignoringCase.contains(device)
      ? try WrappedHost.ignoringCase(disk, at: root)
      : ignoringNormalization.contains(device) ? try WrappedHost.ignoringNormalization(disk, at: root) : disk
    return try Vault(
      at: root, host: fault.map { WrappedHost.faulty(host, $0, canExchange: canExchange) } ?? host, toSync: isToSync)
  }

  /// What syncs a device.
  ///
  /// - Parameters:
  ///   - fault: what goes wrong with its files and its git.
  ///   - other: the git that it has, where that is not the real one.
  func syncer(_ device: Int, _ fault: Fault? = nil, by other: (any Git)? = nil) throws -> Syncer {
    let (vault, host) = (try vault(device, fault, toSync: true), place.folder.host())
    let trusted = TrustedRepositories(in: place.folder.path.appending("home/state/memo"), host: host)
    let git: any Git = other ?? fault.map { FaultyGit(git: place.git, fault: $0) } ?? place.git
    return Syncer(
      vault, host: host, git: git, gate: RepositoryGate(vault, host: host, trusted: trusted, git: git),
      clock: SystemClock(), deviceName: "d\(device)")
  }

  /// Another device may be in the middle of a push, which does not end before this one does.
  @discardableResult
  func sync(_ device: Int, _ fault: Fault? = nil, by other: (any Git)? = nil) throws -> SyncReport {
    var options = SyncOptions()
    (options.settling, options.longestTurn) = (.zero, .zero)
    return try syncer(device, fault, by: other).sync(options)
  }

  /// What a sync of a device would do.
  func preview(_ device: Int) throws -> SyncReport {
    var options = SyncOptions()
    options.isDryRun = true
    return try syncer(device).sync(options)
  }

  /// Brings what a device has to all others.
  func spread(from device: Int) throws {
    try sync(device)
    for other in 0..<count where other != device { try sync(other) }
  }

  /// Syncs each device as often as there are devices: then all have what each of them had.
  func meet() throws { for device in (0..<count).flatMap({ _ in 0..<count }) { try sync(device) } }

  func conflicts(_ device: Int) throws -> [SyncConflict] { try syncer(device).conflicts() }

  /// The texts that a memo had in the commits that a device made since one of them, the first of them first.
  func versions(of name: String, on device: Int, since commit: String) throws -> [String] {
    // The sides of a merge are in the order of their commits, so the first parent may be the other device's.
    let commits = try place.shell(
      "git rev-list --reverse --topo-order --no-merges --grep='on d\(device)$' \(commit)..HEAD", in: "d\(device)")
    return try commits.split(separator: "\n").map { try place.shell("git show \($0):\(name)", in: "d\(device)") }
  }

  func head(_ device: Int) throws -> String {
    String(try place.shell("git rev-parse HEAD", in: "d\(device)").dropLast())
  }

  // MARK: memo's own commands

  /// Writes a memo as memo's own commands do.
  func command(_ name: String, _ text: String, to path: String, on device: Int) throws {
    let (vault, path) = (try vault(device), VaultPath(path))
    let draft = try OperationHistory(of: vault).begin(name, at: SystemClock().now)
    let now = try WholeFile.read(path, in: vault.files)?.bytes ?? []
    try draft.replace(path, contents: Array(text.utf8), read: XXHash64.hash(now))
    _ = try draft.commit()
  }

  func undo(_ device: Int) throws {
    _ = try OperationHistory(of: vault(device)).undo()
  }
}

/// A git with which something goes wrong at one call.
private struct FaultyGit: WrappingGit {
  let git: any Git
  let fault: Fault

  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    do throws(FileError) {
      try fault.pass { () throws(FileError) in }
    } catch {
      throw .failed(command: "\(call)", reason: "the test")
    }
    return try git.run(call, feeding: chunks)
  }
}
