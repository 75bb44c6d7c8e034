import Foundation
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

  // A program that another test starts holds, for a moment, what this process has locked.
  var history: OperationHistory { OperationHistory(of: vault, wait: .seconds(10)) }

  /// Refreshes and keeps what was found, moves included.
  ///
  /// A program that another test starts holds, for a moment, what this process has locked: then nothing is noted.
  func refresh() throws -> VaultIndex {
    var index = try vault.refresh()
    for _ in 0..<100 {
      if let kept = vault.cachedIndex(), kept.differences(from: index).isEmpty { break }
      Thread.sleep(forTimeInterval: 0.005)
      index = try vault.refresh()
    }
    return index
  }

  /// The history as another process sees it that does not wait.
  var hurriedHistory: OperationHistory { OperationHistory(of: vault, wait: .zero) }

  /// The same vault on a disk that refuses something.
  func history(failing fault: Fault) throws -> OperationHistory {
    OperationHistory(
      of: try Vault(at: folder.path, host: WrappedHost.faulty(TemporaryFolder.host(), fault)), wait: .seconds(10))
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
