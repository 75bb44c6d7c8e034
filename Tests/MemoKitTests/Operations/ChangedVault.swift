import MemoCore
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoIndex

/// A vault of the test's own, whose memos operations change.
struct ChangedVault {
  let folder: TemporaryFolder
  let vault: Vault

  /// A file as undo has to bring it back.
  struct Kept: Equatable, CustomStringConvertible {
    let bytes: [UInt8]
    let modified: Int64

    var description: String { "\(String(decoding: bytes, as: UTF8.self).debugDescription)@\(modified)" }
  }

  /// - Parameter titles: the setting.
  init(_ texts: [String: String] = [:], titles: TitleRule? = nil) throws {
    folder = try TemporaryFolder()
    if let titles { try folder.write("{\"titles\": \"\(titles.rawValue)\"}", to: ".memo/config.json") }
    vault = try folder.openVault()
    _ = try VaultSetup.prepare(vault)
    for (path, text) in texts { try folder.write(text, to: path, modified: 1_700_000_000_123_456_789) }
  }

  /// The history, which waits for no one.
  var history: OperationHistory { OperationHistory(of: vault, wait: .zero) }

  /// Refreshes and keeps what was found, moves included.
  func refresh() throws -> VaultIndex { try vault.refresh() }

  /// The same vault on a disk that refuses something.
  func history(failing fault: Fault) throws -> OperationHistory {
    OperationHistory(
      of: try Vault(at: folder.path, host: WrappedHost.faulty(TemporaryFolder.host(), fault)), wait: .zero)
  }

  /// Every file and folder that is not hidden; folders hold nothing.
  func contents() throws -> [VaultPath: Kept?] {
    var found: [VaultPath: Kept?] = [:]
    var folders = [VaultPath.root]
    while let folder = folders.popLast() {
      for name in try self.folder.names(in: folder) where name.first != UInt8(ascii: ".") || folder != .root {
        let path = folder.appending(name)
        if let bytes = try self.folder.bytes(of: path) {
          let modified = try #require(self.folder.status(of: path)).stamp.modified
          found[path] = Kept(bytes: bytes, modified: modified)
        } else {
          found.updateValue(nil, forKey: path)
          folders.append(path)
        }
      }
    }
    return found
  }

  /// Every file that is not hidden.
  func files() throws -> [VaultPath: Kept] {
    try contents().compactMapValues { $0 }
  }

  /// The texts of all files that are not hidden.
  func texts() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try files().map { ($0.text, String(decoding: $1.bytes, as: UTF8.self)) })
  }

  func read(_ path: String) throws -> ReadMemo {
    try ReadMemo(VaultPath(path), in: vault)
  }

  /// Replaces memos' texts as one operation.
  ///
  /// - Parameter fault: something that goes wrong in the meantime.
  func replace(_ texts: KeyValuePairs<String, String>, fault: Fault? = nil) throws {
    let draft = try (fault.map(history(failing:)) ?? history).begin("write", at: 1)
    for (path, text) in texts {
      try draft.replace(VaultPath(path), contents: Array(text.utf8), read: try read(path).hash)
    }
    _ = try draft.commit()
  }

  /// The names in memo's own folder of operations.
  func operations() throws -> [String] {
    try folder.names(in: VaultPath(".memo/history")).map { String(decoding: $0, as: UTF8.self) }
  }
}
