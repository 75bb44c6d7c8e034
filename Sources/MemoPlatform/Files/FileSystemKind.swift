import CSystem

/// The kind of a file system, as far as memo treats kinds differently.
enum FileSystemKind {
  /// A local one of this machine's kernel that keeps nanoseconds.
  case local
  /// Any other: of another machine, of a program, or of a coarse clock.
  case other

  #if os(Linux)
    /// Magic numbers from statfs(2): ext2-4, XFS, Btrfs, tmpfs, overlayfs, F2FS, ZFS.
    private static let localMagic: Set<Int64> = [
      0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0xF2F5_2010, 0x2FC1_2FC1,
    ]
    /// Those that show one owner and the same permission bits for all files: FAT, exFAT, NTFS by ntfs3 and by FUSE, and
    /// Windows' drives in WSL.
    private static let magicWithoutPermissions: Set<Int64> = [
      0x4D44, 0x2011_BAB0, 0x7366_746E, 0x6573_5546, 0x0102_1997,
    ]
  #endif

  /// Whether the file system of an open folder has permission bits for each file.
  static func keepsPermissions(_ folder: Descriptor) -> Bool {
    #if os(Linux)
      !magicWithoutPermissions.contains(csystem_file_system(folder.number))
    #else
      true
    #endif
  }

  /// Asks which kind an open file is on, by the number of its descriptor.
  init(of descriptor: Int32) {
    #if os(Linux)
      self = Self.localMagic.contains(csystem_file_system(descriptor)) ? .local : .other
    #else
      self = csystem_file_system(descriptor) == 1 ? .local : .other
    #endif
  }

  /// Nanoseconds within which two writes may leave the same times: a kernel tick is at most 10 ms, FAT keeps 2 s.
  var timeGrain: Int64 {
    switch self {
    case .local: 20_000_000
    case .other: 2_000_000_000
    }
  }
}
