import CSystem
import MemoVault

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file descriptor that several may hold, closed with the last of them; `OwnedDescriptor` is for one.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a name below another descriptor, tried again when a signal interrupts; `nil` with `errno` set on failure.
  static func open(
    _ name: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD, flags: Int32, mode: UInt32 = 0
  ) -> Descriptor? {
    while true {
      let number = csystem_open(directory, name, flags | O_CLOEXEC, mode)
      if number >= 0 { return Descriptor(owning: number) }
      if errno != EINTR { return nil }
    }
  }

  /// What the system tells of the open file itself; `nil` with `errno` set on failure.
  var status: csystem_status? {
    var status = csystem_status()
    return csystem_stat(number, "", &status) == 0 ? status : nil
  }

  /// The names of an open folder's entries; none where it cannot be listed.
  func entryNames() -> [String] {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let stream = fdopendir(copy) else { return [] }
    defer { closedir(stream) }
    rewinddir(stream)
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { tuple in
          String(cString: UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))
        })
    }
    return names
  }
}

extension Ownership {
  init(_ status: csystem_status) {
    self.init(
      user: status.owner, isOwnedByThisUser: status.owner == geteuid(),
      isWritableByOthers: status.mode & UInt32(S_IWGRP | S_IWOTH) != 0, device: status.device)
  }
}

extension csystem_status {
  var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
}
