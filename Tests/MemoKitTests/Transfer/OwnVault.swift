import Foundation
import MemoCore
import MemoKit
import MemoPlatform
import MemoStore
import Testing

/// A vault in a folder of its own, with room beside it, removed when the test lets go of it.
final class OwnVault {
  /// A file as the laws of import and export see it.
  struct Kept: Equatable, CustomStringConvertible {
    var bytes: [UInt8]
    var modified: Int64

    var description: String { "\(modified) \(String(decoding: bytes, as: UTF8.self).debugDescription)" }
  }

  let outside: HostPath
  let host: any HostFiles = DiskHost(userCache: nil)
  let vault: Vault

  init(settings: String? = nil) throws {
    let name = "memo-transfer-\(UInt64.random(in: 0 ... .max))"
    let made = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try DiskHost(userCache: nil).makeFolder(HostPath(made).appending("vault"))
    outside = try #require(host.realPath(of: HostPath(made)))
    let root = outside.appending("vault")
    if let settings {
      let writer = try host.vault(at: root).writer
      _ = try writer.create(Vault.settingsPath, contents: Array(settings.utf8), modified: nil)
    }
    vault = try Vault(at: root, host: host)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: outside.text)
    } catch {
      Issue.record("\(outside.text) stays: \(error)")
    }
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

  /// Sets a file's permission bits.
  func setMode(_ mode: UInt16, of path: HostPath) throws {
    try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: mode)], ofItemAtPath: path.text)
  }

  /// Makes a symbolic link in the vault.
  func link(_ path: String, to target: String) throws {
    let place = vault.root.text + "/" + path
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
  }

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
