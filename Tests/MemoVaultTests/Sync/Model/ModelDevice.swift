import MemoCore
import MemoTestSupport

@testable import MemoVault

/// A device of the model: the real sync over a disk in memory.
struct ModelDevice {
  let name: String
  let disk = MemoryDisk()
  let hub: MemoryHub

  /// A device with an empty vault. One that makes a vault of its own gives it the same id as all others: it is the first.
  init(_ name: String, hub: MemoryHub, isFirst: Bool) throws {
    (self.name, self.hub) = (name, hub)
    guard isFirst else { return }
    try disk.write(Array(#"{"id": "0123456789abcdef"}"#.utf8), to: Vault.settingsPath)
  }

  /// Syncs to the end, or until the power is cut after so many changes to the disk.
  ///
  /// - Returns: whether the power was cut.
  func sync(changes: Int? = nil) throws -> Bool {
    disk.cutPower(after: changes)
    defer { disk.cutPower(after: nil) }
    do {
      _ = try run().run()
      return false
    } catch {
      guard changes != nil, disk.isCut else { throw error }
      return true
    }
  }

  private func run() throws -> SyncRun {
    let git = MemoryGit(on: disk, remote: hub)
    let vault = try Vault(at: HostPath("/\(name)"), host: disk)
    guard let config = RepositoryConfig([UInt8]()) else { preconditionFailure("no settings are settings") }
    let repository = GitRepository(at: vault.root, config: config, git: git)
    var options = SyncOptions()
    options.settling = .zero
    options.allowsMassDeletion = true
    return SyncRun(
      vault: vault, host: disk, repository: repository, workTree: disk.workTree,
      names: BranchNames(local: "main", remote: "main"), options: options, clock: ModelClock(),
      device: SyncDevice(name: name, id: "0000000\(name.utf8.count)"), reach: RemoteReach(),
      conversions: PathConversions(repository, host: disk, settings: FilterSettings([])))
  }
}

/// A clock that stands still, later than every time that the model's disks give.
private struct ModelClock: LocalClock {
  var now: Int64 { 1_000_000_000_000 }
  func instant(ofLocal local: Int64) -> Int64 { local }
  func local(ofInstant instant: Int64) -> Int64 { instant }
}
