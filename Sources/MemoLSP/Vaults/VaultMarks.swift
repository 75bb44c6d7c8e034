import MemoCore
import MemoStore

/// Finds the root of the vault that a folder is in, by the folders that memo, Obsidian and zk make in one.
struct VaultMarks {
  let host: any HostFiles
  let home: HostPath?

  private static let others = [".obsidian", ".zk"]

  /// The nearest marked folder from one without symbolic links up; `nil` for none.
  ///
  /// As on the command line, neither the home folder nor a folder of another user is taken for the vault of one below it.
  func root(around folder: HostPath) -> HostPath? {
    let locator = VaultLocator(host: host, workingDirectory: folder, home: home)
    let own = try? locator.locate(option: nil, variable: nil, configured: { nil })
    let other = marked(around: folder)
    guard let own, let other else { return own ?? other }
    return own.bytes.count >= other.bytes.count ? own : other
  }

  private func marked(around start: HostPath) -> HostPath? {
    let device = host.ownership(of: start)?.device
    var folder = start
    while folder != .fileSystemRoot, folder == start || folder != home.flatMap(host.realPath) {
      guard let owner = host.ownership(of: folder), owner.isOwnedByThisUser, owner.device == device else { return nil }
      if Self.others.contains(where: { host.kind(of: folder.appending($0)) == .folder }) { return folder }
      folder = folder.parent
    }
    return nil
  }
}
