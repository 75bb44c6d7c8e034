import CSystem
import MemoCore
import MemoVault
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that git takes for the common one of a repository (`GIT_COMMON_DIR`): the settings in it are the text that was
/// checked, and everything else leads to the repository.
///
/// So git cannot read other settings than those, whoever writes to the repository meanwhile. Refs, objects and logs are the
/// repository's own, and what git has for a work tree (`HEAD`, the index, `.git/git-crypt`) it finds in `.git` itself.
final class CommonFolder: Sendable {
  let path: HostPath
  let place: GitPlace
  /// Held as long as the folder is in use: no other process sweeps it away.
  private let lock: Descriptor

  private static let config = cString("config".utf8)
  /// What git keeps in the common folder and memo's git may need. Some are not there yet: git makes them where the link
  /// leads. No hooks, and no remotes in the form that came before the settings.
  private static let links = ["refs", "objects", "packed-refs", "logs", "info", "lfs"]
  /// What memo's git only reads: linked where it is there, because on some disks a link takes half a millisecond.
  private static let readLinks = ["shallow", "worktrees", "gc.pid"]

  /// Makes one below a folder of this user's.
  init(for place: GitPlace, settings: [UInt8], below base: HostPath) throws(SystemFailure) {
    var template = cString(base.appending("XXXXXX").bytes)
    guard mkdtemp(&template) != nil else { throw SystemFailure(code: errno) }
    path = HostPath(template.dropLast().map(UInt8.init(bitPattern:)))
    self.place = place
    guard let folder = Descriptor.open(template, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      throw SystemFailure(code: errno)
    }
    lock = folder
    _ = flock(folder.number, LOCK_EX | LOCK_NB)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = OwnedDescriptor(try retrying { openat(folder.number, Self.config, flags, 0o600) })
    try writeAll(settings, to: file.number)
    let repository = place.root.appending(".git")
    // Git makes a folder for a branch's log, but does not follow a link that leads nowhere to do so.
    _ = mkdir(cString(repository.appending("logs").bytes), 0o777)
    let found = Self.readLinks.filter { access(cString(repository.appending($0).bytes), F_OK) == 0 }
    for name in Self.links + found {
      let target = cString(repository.appending(name).bytes)
      try retrying { symlinkat(target, folder.number, cString(name.utf8)) }
    }
  }

  deinit {
    Self.remove(path, lock)
  }

  /// Whether it is still there: what cleans folders of temporary files may have taken it.
  var isThere: Bool {
    var status = csystem_status()
    return csystem_stat(AT_FDCWD, cString(path.appending("config").bytes), &status) == 0
  }

  /// Removes those that killed processes have left; not at once, because a git of theirs may still be at work, and would
  /// not find its way back to the locks it holds.
  static func sweep(_ base: HostPath) {
    let now = Int64(time(nil)) * 1_000_000_000
    guard let folder = Descriptor.open(cString(base.bytes), flags: O_RDONLY | O_DIRECTORY) else { return }
    for name in folder.entryNames() where name != "." && name != ".." {
      let path = base.appending(name)
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      guard let left = Descriptor.open(cString(path.bytes), flags: flags), let status = left.status,
        now - status.modified > graceTime, flock(left.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(path, left)
    }
  }

  /// Longer than git works for memo at a time, in nanoseconds.
  private static let graceTime: Int64 = 2 * 3600 * 1_000_000_000

  private static func remove(_ path: HostPath, _ folder: Descriptor) {
    for name in folder.entryNames() where name != "." && name != ".." {
      _ = unlinkat(folder.number, cString(name.utf8), 0)
    }
    _ = rmdir(cString(path.bytes))
  }
}

/// The common folders of the repositories that a process works with, one for each.
final class CommonFolders: Sendable {
  private let bases: [HostPath]
  private let made = Mutex<[CommonFolder]>([])

  /// - Parameter environment: says where the user's files for a session are, else their cache, else the temporary ones.
  init(environment: [String: String]) {
    func folder(_ name: String) -> HostPath? {
      environment[name].flatMap { $0.utf8.first == UInt8(ascii: "/") ? HostPath($0) : nil }
    }
    let temporary = (folder("TMPDIR") ?? HostPath("/tmp")).appending("memo-\(geteuid())")
    bases = [
      folder("XDG_RUNTIME_DIR")?.appending("memo"), ProcessEnvironment.userCache(environment), temporary,
    ].compactMap { $0?.appending("git") }
  }

  /// The one for a repository with its settings as they were checked; `nil` where none were.
  func folder(for place: GitPlace) throws(SystemFailure) -> CommonFolder? {
    guard let settings = place.settings else { return nil }
    let result: Result<CommonFolder, SystemFailure> = made.withLock { made in
      if let folder = made.first(where: { $0.place == place }), folder.isThere { return .success(folder) }
      return Result { () throws(SystemFailure) in
        let folder = try make(place, settings)
        made.removeAll { $0.place.root == place.root }
        made.append(folder)
        return folder
      }
    }
    return try result.get()
  }

  /// Removes them all, but for those that a git still uses.
  func removeAll() {
    made.withLock { $0 = [] }
  }

  /// In the first place that can be written to.
  private func make(_ place: GitPlace, _ settings: [UInt8]) throws(SystemFailure) -> CommonFolder {
    var failure = SystemFailure(code: ENOENT)
    for base in bases {
      do throws(SystemFailure) {
        try Self.prepare(base)
        CommonFolder.sweep(base)
        return try CommonFolder(for: place, settings: settings, below: base)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Makes a folder that is this user's alone, and those above it.
  private static func prepare(_ base: HostPath) throws(SystemFailure) {
    // Mostly it is there.
    if (try? check(base)) != nil { return }
    for (index, byte) in base.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = mkdir(cString(base.bytes[..<index]), 0o700)
    }
    _ = mkdir(cString(base.bytes), 0o700)
    try check(base)
  }

  private static func check(_ base: HostPath) throws(SystemFailure) {
    for folder in [base.parent, base] {
      var status = csystem_status()
      guard csystem_stat(AT_FDCWD, cString(folder.bytes), &status) == 0 else { throw SystemFailure(code: errno) }
      guard status.isFolder, Ownership(status).isPrivate else { throw SystemFailure(code: EACCES) }
    }
  }
}
