import MemoCore
import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens folders of a vault from its root, one component at a time, following no symbolic link.
struct VaultFolders: ~Copyable, Sendable {
  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  /// The one folder of `.memo` that is for everybody who reads the vault.
  private static let templates = "templates".utf8

  private let root: OwnedDescriptor

  /// Opens the root, which itself may be reached by a link.
  init(root: [UInt8]) throws(FileError) {
    do throws(SystemFailure) {
      self.root = OwnedDescriptor(try retrying { open(cString(root), Self.flags) })
    } catch {
      throw FileError(.list, path: root, code: error.code)
    }
  }

  /// The folder that holds a path; throws `ENOENT` where there is none.
  func openParent(of path: VaultPath, for operation: FileError.Operation) throws(FileError) -> OwnedDescriptor {
    try refuseOutside(path, for: operation)
    var folder = try openFolder(".", in: root.number, path: path, for: operation)
    for component in path.parent.components {
      folder = try openFolder(component, in: folder.number, path: path, for: operation)
    }
    return folder
  }

  /// A folder itself; throws `ENOENT` where there is none.
  func openFolder(_ path: VaultPath, for operation: FileError.Operation) throws(FileError) -> OwnedDescriptor {
    guard path != .root else { return try openFolder(".", in: root.number, path: path, for: operation) }
    let parent = try openParent(of: path, for: operation)
    return try openFolder(path.name, in: parent.number, path: path, for: operation)
  }

  /// The folder that holds a path, made where it is missing.
  ///
  /// - Parameter isDurable: whether to wait until it is on the disk; else whoever asks for it does so later.
  func openOrMakeParent(of path: VaultPath, isDurable: Bool) throws(FileError) -> OwnedDescriptor {
    try refuseOutside(path, for: .write)
    return try openOrMake(path.parent, for: path, isDurable: isDurable)
  }

  /// Makes a folder durably where it is missing.
  func openOrMake(_ path: VaultPath) throws(FileError) -> OwnedDescriptor {
    try refuseOutside(path, for: .makeFolder)
    return try openOrMake(path, for: path, isDurable: true)
  }

  private func openOrMake(
    _ wanted: VaultPath, for path: VaultPath, isDurable: Bool
  ) throws(FileError) -> OwnedDescriptor {
    var folder = try openFolder(".", in: root.number, path: path, for: .write)
    var isHidden = false
    for component in wanted.components {
      do throws(FileError) {
        folder = try openFolder(component, in: folder.number, path: path, for: .write)
      } catch {
        guard error.code == ENOENT else { throw error }
        let mode = isHidden && !component.elementsEqual(Self.templates) ? privateMode : 0o777
        try make(component, in: folder.number, mode: mode, path: wanted, isDurable: isDurable)
        folder = try openFolder(component, in: folder.number, path: path, for: .write)
      }
      isHidden = isHidden || component.first == UInt8(ascii: ".")
    }
    return folder
  }

  /// Of what memo keeps for itself below hidden folders: old texts of memos that may be for one person's eyes, whatever
  /// the umask says. Where a group may write to the vault, it works with the same history and trash.
  private var privateMode: mode_t {
    var status = stat()
    let isShared = fstat(root.number, &status) == 0 && status.st_mode & S_IWGRP != 0
    return isShared ? 0o770 : 0o700
  }

  private func openFolder(
    _ name: some Sequence<UInt8>, in folder: Int32, path: VaultPath, for operation: FileError.Operation
  ) throws(FileError) -> OwnedDescriptor {
    do throws(SystemFailure) {
      let name = cString(name)
      return OwnedDescriptor(try retrying { openat(folder, name, Self.flags | O_NOFOLLOW) })
    } catch {
      throw FileError(operation, path: path.bytes, code: error.code)
    }
  }

  private func openFolder(
    _ name: String, in folder: Int32, path: VaultPath, for operation: FileError.Operation
  ) throws(FileError) -> OwnedDescriptor {
    try openFolder(name.utf8, in: folder, path: path, for: operation)
  }

  private func make(
    _ name: ArraySlice<UInt8>, in folder: Int32, mode: mode_t, path: VaultPath, isDurable: Bool
  ) throws(FileError) {
    do throws(SystemFailure) {
      let name = cString(name)
      try retrying { mkdirat(folder, name, mode) }
      if isDurable { try synchronizeFolder(folder) }
    } catch {
      // Another process made it first.
      if error.code != EEXIST { throw FileError(.makeFolder, path: path.bytes, code: error.code) }
    }
  }

  private func refuseOutside(_ path: VaultPath, for operation: FileError.Operation) throws(FileError) {
    let climbs = path.components.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
    if climbs || path.name.isEmpty || path.bytes.contains(0) {
      throw FileError(operation, path: path.bytes, code: EINVAL)
    }
  }
}
