import MemoCore
import MemoStore
import MemoTestSupport

/// A random operation on a random vault, on the disk or in memory, the same for the same seed.
struct OperationTrial {
  let vault: Vault
  private let host: any HostFiles
  private let folder: TemporaryFolder?
  private let seed: UInt64

  private static let root = HostPath("/memory")

  init(seed: UInt64, onDisk: Bool) throws {
    self.seed = seed
    folder = onDisk ? try TemporaryFolder() : nil
    host = onDisk ? TemporaryFolder.host() : MemoryVault.host()
    vault = try Vault(at: folder?.path ?? Self.root, host: host)
    _ = try VaultSetup.prepare(vault)
    var random = SeededRandom(seed: seed)
    for number in 0..<6 {
      let path = (random.happens(percent: 40) ? "sub/" : "") + "\(number).md"
      let text = Array("# \(number)\n\(random.next())\n".utf8)
      _ = try vault.writer.create(VaultPath(path), contents: text, modified: Int64(number) + 1_700_000_000_000_000_000)
    }
  }

  /// The history, which waits for no one.
  var history: OperationHistory { OperationHistory(of: vault, wait: .zero) }

  /// The history on a disk on which something goes wrong.
  func history(failing fault: Fault) throws -> OperationHistory {
    OperationHistory(of: try Vault(at: vault.root, host: WrappedHost.faulty(host, fault)), wait: .zero)
  }

  /// Makes the operation.
  func make(with history: OperationHistory) throws {
    var random = SeededRandom(seed: seed &+ 1)
    let draft = try history.begin("trial", at: 1)
    for path in try contents().compactMapValues({ $0 }).keys.sorted() {
      let hash = try ReadMemo(path, in: vault).hash
      let text = Array("new \(random.next())".utf8)
      let newPath = VaultPath(random.happens(percent: 50) ? "a/b/\(path.text)" : "moved-\(path.text)")
      switch random.below(6) {
      case 0: try draft.replace(path, contents: text, read: hash)
      case 1: try draft.replace(path, contents: text, read: hash, modified: 1_600_000_000_000_000_001)
      case 2: try draft.remove(path, read: hash)
      case 3: try draft.move(path, to: newPath, read: hash)
      case 4:
        try draft.replace(path, contents: text, read: hash)
        try draft.move(path, to: newPath, read: XXHash64.hash(text))
      default: try draft.create(newPath, contents: text)
      }
    }
    _ = try draft.commit()
  }

  /// Every file and folder that is not hidden: bytes and time, `nil` for a folder.
  func contents() throws -> [VaultPath: String?] {
    var found: [VaultPath: String?] = [:]
    var folders = [VaultPath.root]
    while let folder = folders.popLast() {
      for entry in try vault.files.entries(of: folder) ?? [] {
        let path = folder.appending(entry.name)
        if entry.kind == .folder {
          found.updateValue(nil, forKey: path)
          folders.append(path)
        } else {
          let memo = try ReadMemo(path, in: vault)
          found[path] = "\(memo.modified) \(String(decoding: memo.bytes, as: UTF8.self))"
        }
      }
    }
    return found
  }

  /// The files alone: a folder that stays does no harm.
  func files() throws -> [VaultPath: String] {
    try contents().compactMapValues { $0 }
  }

  /// What the history's folder holds that is neither done nor undone.
  func leftovers() throws -> [String] {
    let entries = try vault.files.entries(of: VaultPath(".memo/history")) ?? []
    let names = entries.map { String(decoding: $0.name, as: UTF8.self) }
    return names.filter { !$0.hasSuffix("-done") && !$0.hasSuffix("-undone") }
  }
}
