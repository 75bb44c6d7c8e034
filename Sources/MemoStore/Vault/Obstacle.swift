public import MemoCore

/// Something that is not a regular file and has the name of one.
public enum Obstacle: Equatable, Sendable {
  /// A folder.
  case folder
  /// A symbolic link, which is not followed, and whether it leads to a file.
  case link(isToFile: Bool)
  /// A pipe, a socket or a device.
  case special
}

extension Vault {
  /// What is in the place of a file; `nil` for a file and for nothing.
  public func obstacle(at path: VaultPath) throws -> Obstacle? {
    guard try writer.isTaken(path), files.stamp(of: path) == nil else { return nil }
    if try files.folderStamp(of: path) != nil { return .folder }
    let named = root.appending(path)
    // The folders above are no links, or nothing would be there.
    return host.realPath(of: named) == named ? .special : .link(isToFile: host.kind(of: named) == .file)
  }

  /// Checks that a file has the name of the settings: without one, commands go on as if there were none.
  ///
  /// - Throws: `VaultError.badSettings` where a link or something else has the name.
  public func checkSettingsFile() throws {
    guard try obstacle(at: Self.settingsPath) != nil else { return }
    throw VaultError.badSettings(root.appending(Self.settingsPath), .notAFile)
  }
}
