#if os(Linux)
  import CSystem
  import Glibc
  import MemoCore
  import MemoStore

  /// Finds folders to watch from the vault's root, which may be renamed with what is above it, and through no symbolic
  /// link, which would lead to a folder that is watched by another name.
  final class InotifyFolders: Sendable {
    private let folders: VaultFolders
    private let queue: InotifyQueue
    private let device: UInt64

    init(_ root: HostPath, _ queue: InotifyQueue) throws(FileError) {
      folders = try VaultFolders(root: root.bytes)
      self.queue = queue
      device = Self.device(of: try folders.openFolder(.root, for: .list).number)
    }

    /// Watches a folder of the vault.
    ///
    /// - Throws: `ENOTSUP` for one on a file system that does not tell of all changes.
    func watch(_ path: VaultPath, for changes: Int32) throws(SystemFailure) -> Int32 {
      let folder = try open(path)
      if Self.device(of: folder.number) != device, FileSystemKind(ofNumber: folder.number) != .local {
        throw SystemFailure(code: ENOTSUP)
      }
      return try queue.add(folder.number, for: changes)
    }

    /// Watches the folder that holds a vault for its end; -1 where that is impossible.
    func watchAbove(_ root: HostPath) -> Int32 {
      let flags = O_RDONLY | O_DIRECTORY
      guard root != .fileSystemRoot, let folder = Descriptor.open(cString(root.parent.bytes), flags: flags) else {
        return -1
      }
      return (try? queue.add(folder.number, for: IN_DELETE | IN_MOVED_FROM)) ?? -1
    }

    private func open(_ path: VaultPath) throws(SystemFailure) -> OwnedDescriptor {
      do throws(FileError) {
        return try folders.openFolder(path, for: .list)
      } catch {
        throw SystemFailure(code: error.reason.errno)
      }
    }

    private static func device(of folder: Int32) -> UInt64 {
      var status = csystem_status()
      return csystem_stat(folder, "", &status) == 0 ? status.device : 0
    }
  }
#endif
