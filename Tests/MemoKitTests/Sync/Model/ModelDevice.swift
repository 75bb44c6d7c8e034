import MemoCore
import MemoTestSupport

@testable import MemoIndex
@testable import MemoKit
@testable import MemoStore
@testable import MemoSync

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
  /// - Parameter choice: what the person decides where the remote does not hold any more what it held.
  /// - Returns: whether the power was cut.
  func sync(changes: Int? = nil, deciding choice: SyncOptions.Rewriting = .refused) throws -> Bool {
    disk.cutPower(after: changes)
    defer { disk.cutPower(after: nil) }
    do {
      do {
        _ = try run(.refused).run()
      } catch SyncError.wentBack, SyncError.rewritten {
        _ = try run(choice).run()
      }
      return false
    } catch {
      guard changes != nil, disk.isCut else { throw error }
      return true
    }
  }

  /// The texts that no file has any more, and that are kept: in the trash, or in commits of which only a ref knows.
  var kept: [[UInt8]] {
    let trash = disk.files(below: VaultPath(".memo/trash")).filter { $0.key.text.hasSuffix(".md") }
    let backups = disk.files(below: VaultPath(".git/refs/memo/backup"))
    return Array(trash.values)
      + backups.values.flatMap { hub.versions(in: ObjectId(digits: $0.dropLast())).values.flatMap { $0 } }
  }

  private var root: HostPath { HostPath("/\(name)") }

  private var repository: GitRepository {
    guard let config = RepositoryConfig([UInt8]()) else { preconditionFailure("no settings are settings") }
    return GitRepository(at: root, config: config, git: MemoryGit(on: disk, remote: hub))
  }

  /// Whether the table that syncs keep says what its commit has.
  func isTableRight() throws -> Bool {
    let table = SyncTable(in: try Vault(at: root, host: disk).files)
    return try table.commit.map { try repository.tree(of: $0) == table.tree } ?? true
  }

  private func run(_ choice: SyncOptions.Rewriting) throws -> SyncRun {
    let (vault, repository) = (try Vault(at: root, host: disk), repository)
    var options = SyncOptions()
    options.settling = .zero
    options.allowsMassDeletion = true
    options.rewriting = choice
    // Later than every time that the model's disks give.
    let clock = FixedClock(now: 1_000_000_000_000)
    let context = try SyncContext(
      vault: vault, host: disk, repository: repository, workTree: disk.workTree,
      names: BranchNames(local: "main", remote: "main"), options: options, clock: clock,
      device: SyncDevice(name: name, id: "0000000\(name.utf8.count)"), reach: RemoteReach(),
      conversions: PathConversions(repository, host: disk, settings: FilterSettings([])))
    return SyncRun(sync: context)
  }
}
