import CSystem
import MemoCore
import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A vault's root, held open, and the way to everything below it: through no symbolic link, wherever in a path, so that
/// a folder that is swapped for a link between two looks leads nowhere.
struct VaultFolders: Sendable {
  private static let flags = O_RDONLY | O_DIRECTORY
  private static let marker = VaultPath(VaultLocator.marker)
  /// The one folder of `.memo` that is for everyone who reads the vault.
  private static let templates = "templates".utf8
  /// Longer paths than this are opened a name at a time; the system takes 4096 bytes (1024 on macOS) at once.
  private static let longestPath = 1000

  #if os(Linux)
    /// For a folder that is only the way to something.
    static let searchFlags = Int32(O_DIRECTORY | 0o10_000_000)  // O_PATH, which Glibc's overlay hides
  #else
    /// For a folder that is only the way to something.
    static let searchFlags = Int32(O_RDONLY | O_DIRECTORY)
  #endif

  /// The root itself.
  let root: Descriptor
  /// Whether the system takes a path of several names at once; else they are opened one by one.
  private let opensAtOnce: Bool

  /// Opens the root, which itself may be reached by a link.
  ///
  /// - Parameter opensAtOnce: false goes by single names also where the system can do better.
  init(root path: [UInt8], opensAtOnce: Bool = true) throws(FileError) {
    guard let root = Descriptor.open(cString(path), flags: Self.flags) else {
      throw FileError(.list, path: path, code: errno)
    }
    self.root = root
    // Asked once: an earlier kernel has no such call, and a container may refuse it.
    self.opensAtOnce = opensAtOnce && Self.opensAtOnce(root)
  }

  private static func opensAtOnce(_ root: Descriptor) -> Bool {
    let number = csystem_open_beneath(root.number, ".", searchFlags | O_CLOEXEC)
    if number >= 0 { close(number) }
    return number >= 0
  }

  // MARK: Looking

  /// Opens a file or folder; `nil` with `errno` set on failure.
  func open(_ path: VaultPath, flags: Int32) -> Descriptor? {
    let number = openNumber(path, flags: flags)
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// Looks up what is at a path; `nil` with `errno` set on failure.
  func status(of path: VaultPath) -> csystem_status? {
    var status = csystem_status()
    let isFound: Bool
    if goesAtOnce(path) {
      isFound = withCString(path.bytes[...]) { csystem_stat_beneath(root.number, $0, &status) } == 0
    } else {
      // The whole path, so that no name in it climbs.
      let folder = climbs(path) ? refusal() : openByNames(path.parent, flags: Self.searchFlags)
      guard folder >= 0 else { return nil }
      let parent = OwnedDescriptor(folder)
      isFound = withCString(path.name) { csystem_stat(parent.number, $0, &status) } == 0
    }
    return isFound ? status : nil
  }

  /// The folder that holds a path; throws `ENOENT` where there is none.
  func openParent(of path: VaultPath, for operation: FileError.Operation) throws(FileError) -> OwnedDescriptor {
    try refuseOutside(path, for: operation)
    return try open(path.parent, for: operation, on: path)
  }

  /// A folder itself; throws `ENOENT` where there is none.
  func openFolder(_ path: VaultPath, for operation: FileError.Operation) throws(FileError) -> OwnedDescriptor {
    if path != .root { try refuseOutside(path, for: operation) }
    return try open(path, for: operation, on: path)
  }

  private func open(
    _ folder: VaultPath, for operation: FileError.Operation, on path: VaultPath
  ) throws(FileError) -> OwnedDescriptor {
    let number = openNumber(folder, flags: Self.flags)
    guard number >= 0 else {
      // A link is no folder, whoever says so.
      throw FileError(operation, path: path.bytes, code: errno == ELOOP ? ENOTDIR : errno)
    }
    return OwnedDescriptor(number)
  }

  private func openNumber(_ path: VaultPath, flags: Int32) -> Int32 {
    goesAtOnce(path) ? openAtOnce(path, flags: flags) : openByNames(path, flags: flags)
  }

  private func goesAtOnce(_ path: VaultPath) -> Bool {
    #if !os(Linux)
      // There the system refuses links alone.
      if climbs(path) { return false }
    #endif
    return opensAtOnce && path.bytes.count < Self.longestPath
  }

  private func openAtOnce(_ path: VaultPath, flags: Int32) -> Int32 {
    withCString(path.bytes[...]) { csystem_open_beneath(root.number, $0, flags | O_NOFOLLOW | O_CLOEXEC) }
  }

  private func openByNames(_ path: VaultPath, flags: Int32) -> Int32 {
    guard !climbs(path) else { return refusal() }
    let start = Self.open(".".utf8, in: root.number, flags: path == .root ? flags : Self.searchFlags)
    guard path != .root, start >= 0 else { return start }
    var folder = OwnedDescriptor(start)
    for component in path.components.dropLast() {
      let next = Self.open(component, in: folder.number, flags: Self.searchFlags)
      guard next >= 0 else { return -1 }
      folder = OwnedDescriptor(next)
    }
    return Self.open(path.name, in: folder.number, flags: flags)
  }

  private func refusal() -> Int32 {
    errno = EXDEV
    return -1
  }

  private static func open(_ name: some Sequence<UInt8>, in folder: Int32, flags: Int32) -> Int32 {
    csystem_open(folder, cString(name), flags | O_NOFOLLOW | O_CLOEXEC, 0)
  }

  private func withCString<Result>(_ path: ArraySlice<UInt8>, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: path.count + 2) { text in
      let end = path.isEmpty ? text.update(fromContentsOf: ".".utf8) : text.update(fromContentsOf: path)
      text[end] = 0
      return text.withMemoryRebound(to: CChar.self) { body(UnsafePointer($0.baseAddress.unsafelyUnwrapped)) }
    }
  }

  private func climbs(_ path: VaultPath) -> Bool {
    path.components.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
  }

  private func refuseOutside(_ path: VaultPath, for operation: FileError.Operation) throws(FileError) {
    if climbs(path) || path.name.isEmpty || path.bytes.contains(0) {
      throw FileError(operation, path: path.bytes, code: EINVAL)
    }
  }

  // MARK: Making

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
    do throws(FileError) {
      return try open(wanted, for: .write, on: path)
    } catch {
      guard error.reason == .notFound else { throw error }
    }
    var folder = try open(.root, for: .write, on: path)
    var made = VaultPath.root
    for component in wanted.components {
      made = made.appending(component)
      do throws(FileError) {
        folder = try openFolder(component, in: folder.number, path: path)
      } catch {
        guard error.reason == .notFound else { throw error }
        try make(made, in: folder.number, for: wanted, isDurable: isDurable)
        let parent = folder
        folder = try openFolder(component, in: parent.number, path: path)
        // The folder of an operation stays its maker's, who alone undoes it.
        if made.isBelow(Self.marker), made.parent != Vault.historyPath {
          MadeByRoot.give(folder.number, toOwnerOf: parent.number)
        }
      }
    }
    return folder
  }

  /// Of what memo keeps for itself below hidden folders: old texts of memos that may be for one person's eyes, whatever
  /// the umask says. Where a group may write to the vault, it shares history and trash; only what undoes an operation is
  /// for the one who made it.
  private func mode(of folder: VaultPath) -> mode_t {
    let isHidden = folder.parent.components.contains { $0.first == UInt8(ascii: ".") }
    guard isHidden, !folder.name.elementsEqual(Self.templates) else { return 0o777 }
    let isShared = folder.parent != Vault.historyPath && root.status.map { $0.mode & UInt32(S_IWGRP) != 0 } == true
    return isShared ? 0o770 : 0o700
  }

  private func openFolder(
    _ name: ArraySlice<UInt8>, in folder: Int32, path: VaultPath
  ) throws(FileError) -> OwnedDescriptor {
    let number = Self.open(name, in: folder, flags: Self.flags)
    guard number >= 0 else { throw FileError(.write, path: path.bytes, code: errno) }
    return OwnedDescriptor(number)
  }

  private func make(
    _ folder: VaultPath, in parent: Int32, for wanted: VaultPath, isDurable: Bool
  ) throws(FileError) {
    do throws(SystemFailure) {
      let (name, mode) = (cString(folder.name), mode(of: folder))
      try retrying { mkdirat(parent, name, mode) }
      if isDurable { try synchronizeFolder(parent) }
    } catch {
      // Another process made it first.
      if error.code == EEXIST { return }
      // So exFAT by FUSE refuses a name: the folder that is to hold it is there.
      var status = csystem_status()
      let isName = error.code == ENOENT && csystem_stat(parent, "", &status) == 0 && status.links > 0
      throw FileError(.makeFolder, path: wanted.bytes, code: isName ? EILSEQ : error.code)
    }
  }
}
