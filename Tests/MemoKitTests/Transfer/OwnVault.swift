import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// A vault with room beside it.
struct OwnVault {
  /// A file as the laws of import and export see it.
  struct Kept: Equatable, CustomStringConvertible {
    var bytes: [UInt8]
    var modified: Int64

    var description: String { "\(modified) \(String(decoding: bytes, as: UTF8.self).debugDescription)" }
  }

  private let folder: TemporaryFolder
  let host = TemporaryFolder.host()
  let vault: Vault
  /// The folder that holds the vault.
  var outside: HostPath { folder.path }

  init(settings: String? = nil) throws {
    folder = try TemporaryFolder()
    try folder.makeFolders(VaultPath("vault"))
    if let settings { try folder.write(settings, to: "vault/\(Vault.settingsPath.text)") }
    vault = try Vault(at: folder.path.appending("vault"), host: host)
  }

  /// Writes a file into the vault.
  func write(_ text: String, to path: String, modified: Int64? = nil) throws {
    try #require(try vault.writer.create(VaultPath(path), contents: Array(text.utf8), modified: modified))
  }

  /// Writes a file beside the vault.
  func writeOutside(_ text: String, to path: String, modified: Int64? = nil) throws {
    try writeOutside(Array(text.utf8), to: path, modified: modified)
  }

  /// Writes a file of any bytes beside the vault.
  func writeOutside(_ bytes: [UInt8], to path: String, modified: Int64? = nil) throws {
    let writer = try host.vault(at: outside).writer
    try #require(try writer.create(VaultPath(path), contents: bytes, modified: modified))
  }

  /// Sets the permission bits of a file beside the vault.
  func setMode(_ mode: Int, of path: VaultPath) throws { try folder.setMode(mode, of: path) }

  /// Makes a symbolic link in the vault.
  func link(_ path: String, to target: String) throws { try folder.link(VaultPath("vault/\(path)"), to: target) }

  /// Every file of the vault that is not hidden.
  func files() throws -> [VaultPath: Kept] {
    try Self.files(in: vault.files)
  }

  /// Every file in a folder beside the vault that is not hidden.
  func files(outside folder: String) throws -> [VaultPath: Kept] {
    try Self.files(in: host.vault(at: outside.appending(folder)).files)
  }

  /// The text of a file of the vault; `nil` where there is none.
  func text(_ path: String) throws -> String? {
    try files()[VaultPath(path)].map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The vault's paths, sorted.
  func paths() throws -> [String] {
    try files().keys.sorted().map(\.text)
  }

  func importer(isDryRun: Bool = false) -> MemoImport {
    let history: @Sendable () -> OperationHistory = { [vault] in OperationHistory(of: vault) }
    return MemoImport(into: vault, by: isDryRun ? nil : history, at: 0, fallbackName: "2026-03-10")
  }

  func importJSON(_ json: String, isDryRun: Bool = false) throws -> ImportReport {
    try importer(isDryRun: isDryRun).importJSON(Array(json.utf8))
  }

  /// Imports a folder beside the vault.
  func importFolder(_ name: String = "notes", isDryRun: Bool = false) throws -> ImportReport {
    try importer(isDryRun: isDryRun).importFolder(outside.appending(name), host: host)
  }

  /// The vault's memos as JSON, in order of their paths.
  func exportJSON() throws -> String {
    var bytes: [UInt8] = []
    let report = try MemoExport(from: vault).exportJSON(files().keys.sorted()) { bytes += $0 }
    #expect(report.failed == [])
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  private static func files(in files: any VaultFiles) throws -> [VaultPath: Kept] {
    var found: [VaultPath: Kept] = [:]
    var folders = [VaultPath.root]
    while let folder = folders.popLast() {
      for entry in try files.entries(of: folder) ?? [] {
        let path = folder.appending(entry.name)
        guard entry.kind == .file else {
          folders.append(path)
          continue
        }
        var bytes: [UInt8] = []
        let reading = try files.read(path, limit: 1 << 24) { bytes = Array($0) }
        found[path] = Kept(bytes: bytes, modified: try #require(reading).stamp.modified)
      }
    }
    return found
  }
}
