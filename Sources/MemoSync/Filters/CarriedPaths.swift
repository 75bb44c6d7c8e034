import MemoCore
import MemoStore

/// Which paths a sync may carry at all, whatever git says.
enum CarriedPaths {
  private static let own = Array(VaultLocator.marker.utf8)
  private static let temporary = Array(".memo-tmp.".utf8)
  private static let tracked: Set<VaultPath> = [
    VaultPath("\(VaultLocator.marker)/.gitignore"), Vault.settingsPath,
  ]
  private static let templates = VaultPath("\(VaultLocator.marker)/templates")

  /// Larger files stay on this device.
  static let sizeLimit: UInt64 = 20 << 20

  /// Whether a path is one that memo carries and writes: inside the vault, no part of a repository, and of memo's own
  /// files only those that travel. What a remote brings under `.memo` would else be taken for memo's own notes.
  static func contain(_ path: VaultPath) -> Bool {
    guard TreePath.isSafe(path), !path.name.starts(with: temporary) else { return false }
    let components = path.components
    guard let first = components.first, isOwn(first) else { return true }
    guard first.elementsEqual(own) else { return false }
    return tracked.contains(path) || components.count > 2 && components[1].elementsEqual("templates".utf8)
  }

  /// Whether files may be looked for in a folder.
  static func mayBeIn(_ folder: VaultPath) -> Bool {
    guard let first = folder.components.first, isOwn(first) else { return true }
    return folder.bytes.elementsEqual(own) || folder == templates
      || folder.components.dropFirst().first.map {
        $0.elementsEqual("templates".utf8)
      } ?? false
  }

  private static func isOwn(_ name: ArraySlice<UInt8>) -> Bool {
    folded(name) == VaultLocator.marker
  }

  /// As file systems take a name that know no case and leave out what cannot be seen.
  private static func folded(_ name: ArraySlice<UInt8>) -> String {
    guard name.first == UInt8(ascii: ".") || name.first.map({ $0 > 0x7F }) ?? false else { return "" }
    let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter {
      !$0.properties.isDefaultIgnorableCodePoint
    }
    return String(String.UnicodeScalarView(visible)).lowercased()
  }
}
