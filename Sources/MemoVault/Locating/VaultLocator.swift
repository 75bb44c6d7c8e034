public import MemoCore

/// Finds the vault a command works on.
public struct VaultLocator {
  private let host: any HostFiles
  private let workingDirectory: HostPath
  private let home: HostPath?

  /// The folder whose presence marks a vault.
  public static let marker = ".memo"

  /// A locator that reads relative paths from the working directory.
  public init(host: any HostFiles, workingDirectory: HostPath, home: HostPath?) {
    self.host = host
    self.workingDirectory = workingDirectory
    self.home = home
  }

  /// The root of the vault, without symbolic links.
  ///
  /// - Parameters:
  ///   - option: what `--vault` names.
  ///   - variable: what `MEMO_VAULT` names.
  ///   - configured: what `vault` in the user's settings names; asked last, because most commands find their vault
  ///     without reading settings.
  public func locate(
    option: [UInt8]?, variable: [UInt8]?, configured: () throws(VaultError) -> String?
  ) throws(VaultError) -> HostPath {
    if let named = option ?? variable { return try folder(HostPath(named, from: workingDirectory)) }
    if let found = nearestMarked(from: workingDirectory) { return found }
    if let configured = try configured() { return try folder(expanded(configured)) }
    throw .noVault
  }

  private func folder(_ path: HostPath) throws(VaultError) -> HostPath {
    guard let kind = host.kind(of: path) else { throw .noFolder(path) }
    guard kind == .folder, let real = host.realPath(of: path) else { throw .notAFolder(path) }
    return real
  }

  private func nearestMarked(from start: HostPath) -> HostPath? {
    var folder = start
    while true {
      if host.kind(of: folder.appending(Self.marker)) == .folder { return host.realPath(of: folder) }
      if folder == .fileSystemRoot { return nil }
      folder = folder.parent
    }
  }

  private func expanded(_ path: String) -> HostPath {
    guard let home, path == "~" || path.utf8.starts(with: "~/".utf8) else { return HostPath(path, from: home) }
    return HostPath(String(path.dropFirst(2)), from: home)
  }
}
