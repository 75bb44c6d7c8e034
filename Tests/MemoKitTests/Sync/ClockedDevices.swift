import MemoCore
import MemoPlatform
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// Several vaults, as if on several machines that each have a clock of their own, and the repository that they sync with.
struct ClockedDevices {
  let place: GitFolder
  let names: [String]

  /// Makes an empty hub and empty vaults.
  init(_ count: Int = 2) throws {
    place = try GitFolder()
    names = (0..<count).map { "d\($0)" }
    try place.shell("git -c init.defaultBranch=main init -q --bare hub.git; mkdir \(names.joined(separator: " "))")
  }

  /// What the clocks show now that go right, in nanoseconds since 1970.
  static var now: Int64 { SystemClock().now }

  /// Syncs a device whose clock goes wrong by some nanoseconds.
  ///
  /// - Parameter other: the git that it has, where that is not the real one.
  @discardableResult
  func sync(
    _ device: Int, off: Int64 = 0, isFirst: Bool = false, by other: (any Git)? = nil
  ) throws -> SyncReport {
    var options = SyncOptions()
    options.settling = .zero
    if isFirst { options.remote = place.folder.path.appending("hub.git").text }
    return try syncer(device, off: off, by: other).sync(options)
  }

  /// What syncs a device.
  ///
  /// - Parameter other: the git that it has, where that is not the real one.
  func syncer(_ device: Int, off: Int64 = 0, by other: (any Git)? = nil) throws -> Syncer {
    let (host, git) = (place.folder.host(), other ?? place.git)
    let vault = try Vault(at: place.folder.path.appending(names[device]), host: host)
    let trusted = TrustedRepositories(in: place.folder.path.appending("home/state/\(names[device])"), host: host)
    return Syncer(
      vault, host: host, git: git, gate: RepositoryGate(vault, host: host, trusted: trusted, git: git),
      clock: FixedClock(now: Self.now + off), deviceName: names[device])
  }

  /// Syncs all devices for the first time.
  func join() throws {
    for device in names.indices { try sync(device, isFirst: true) }
    for device in names.indices { try sync(device) }
  }

  func write(_ text: String, to name: String, on device: Int, modified: Int64? = nil) throws {
    try place.folder.write(text, to: "\(names[device])/\(name)", modified: modified)
  }

  func bytes(_ name: String, on device: Int) throws -> [UInt8]? {
    try place.folder.bytes(of: VaultPath("\(names[device])/\(name)"))
  }

  func text(_ name: String, on device: Int) throws -> String? {
    try bytes(name, on: device).map { String(decoding: $0, as: UTF8.self) }
  }

  func modified(_ name: String, on device: Int) -> Int64? {
    place.folder.status(of: VaultPath("\(names[device])/\(name)"))?.stamp.modified
  }

  /// The memos of a device with their times, the newest first.
  func order(_ device: Int) throws -> [String] {
    let memos = try place.folder.names(in: VaultPath(names[device])).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasSuffix(".md") }
    return memos.sorted { (modified($1, on: device) ?? 0, $0) < (modified($0, on: device) ?? 0, $1) }
      .map { "\(modified($0, on: device) ?? 0) \($0)" }
  }

  /// The commit that a device has.
  func head(_ device: Int) throws -> String { try place.shell("git rev-parse HEAD", in: names[device]) }
}
