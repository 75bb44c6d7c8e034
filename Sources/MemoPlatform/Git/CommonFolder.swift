import CSystem
import MemoCore
import MemoStore
import MemoSync
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder that git takes for the common one of a repository (`GIT_COMMON_DIR`): the settings in it are the text that was
/// checked, and everything else leads to the repository.
///
/// So git can read no settings but those, whoever writes to the repository in between. Refs, objects and logs are the
/// repository's own, and what git has for a work tree (`HEAD`, the index, `.git/git-crypt`) it finds in `.git` itself.
///
/// It is kept from run to run, because on some disks making it takes longer than a sync that finds nothing to do. A process
/// that opens it looks at everything in it, and replaces it in one step where it differs: git itself may write there, for
/// example when git-lfs notes how it got in. Its name is a hash, but nothing depends on that.
final class CommonFolder: Sendable {
  let path: HostPath
  let place: GitPlace
  /// Locked, shared with others, as long as the folder is in use: no process sweeps it away.
  private let folder: Descriptor

  private static let config = cString("config".utf8)
  /// What git keeps in the common folder and memo's git may need. Some are not there yet: git makes them where the link
  /// leads. No hooks, and no remotes in the form that came before the settings.
  private static let links = ["refs", "objects", "packed-refs", "logs", "info", "lfs", "shallow", "worktrees"]
  /// Who is packing the repository. Git replaces a link by a file of its own, so that there is not always one.
  private static let packing = "gc.pid"

  /// Opens the one of a repository with its settings below a folder of this user's, or makes it.
  init(for place: GitPlace, settings: [UInt8], below base: HostPath) throws(SystemFailure) {
    let repository = String(XXHash64.hash(place.root.bytes), radix: 16) + "-"
    path = base.appending(repository + String(XXHash64.hash(settings), radix: 16))
    self.place = place
    let found = Self.open(path, for: place, settings)
    folder = if let found { found } else { try Self.make(path, for: place, settings, below: base) }
    // Git makes a folder for a branch's log, but does not follow a link that leads nowhere to do so.
    _ = mkdir(cString(place.root.appending(".git/logs").bytes), 0o777)
    if touch() || found == nil { Self.sweep(base, around: path, repository: repository) }
  }

  /// Whether it is still there: what cleans folders of temporary files may have taken it.
  var isThere: Bool { csystem_status(at: path.appending("config")) != nil }

  /// Lets git see that another one, of the user's, is packing the repository.
  func linkPacking() {
    let target = Self.target(Self.packing, of: place)
    if Self.leads(Self.packing, in: folder, to: target) { _ = unlinkat(folder.number, Self.packing, 0) }
    if access(target, F_OK) == 0 { _ = symlinkat(target, folder.number, Self.packing) }
  }

  // MARK: Opening and making

  /// The locked folder, if everything in it is as it was made.
  private static func open(_ path: HostPath, for place: GitPlace, _ settings: [UInt8]) -> Descriptor? {
    guard let folder = openInUse(path), let status = folder.status, Ownership(status).isPrivate,
      folder.entryNames()?.count(where: { $0 != packing }) == links.count + 1,
      links.allSatisfy({ leads($0, in: folder, to: target($0, of: place)) }),
      let file = Descriptor.open(config, in: folder.number, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let kind = file.status, kind.isRegularFile, kind.size == settings.count
    else { return nil }
    var text = [UInt8](repeating: 0, count: settings.count)
    return pread(file.number, &text, text.count, 0) == text.count && text == settings ? folder : nil
  }

  /// Makes it under another name first, so that no process finds half of it.
  private static func make(
    _ path: HostPath, for place: GitPlace, _ settings: [UInt8], below base: HostPath
  ) throws(SystemFailure) -> Descriptor {
    var template = cString(base.appending("XXXXXX").bytes)
    guard mkdtemp(&template) != nil else { throw SystemFailure(code: errno) }
    let made = HostPath(template.dropLast().map(UInt8.init(bitPattern:)))
    guard let folder = openInUse(made) else { throw SystemFailure(code: errno) }
    do throws(SystemFailure) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let file = OwnedDescriptor(try retrying { openat(folder.number, config, flags, 0o600) })
      try writeAll(settings, to: file.number)
      for name in links { try retrying { symlinkat(target(name, of: place), folder.number, cString(name.utf8)) } }
    } catch {
      remove(made)
      throw error
    }
    if rename(template, cString(path.bytes)) == 0 { return folder }
    // Another process has made it first, or it is not as it should be. One that is at work there does not notice that
    // it is replaced: it finds the same by the same name.
    defer { remove(made) }
    if let other = open(path, for: place, settings) { return other }
    if csystem_rename_exchange(AT_FDCWD, template, AT_FDCWD, cString(path.bytes)) == 0 { return folder }
    // Not every file system can exchange.
    remove(path)
    try retrying { rename(template, cString(path.bytes)) }
    return folder
  }

  private static let openFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

  private static func openInUse(_ path: HostPath) -> Descriptor? {
    guard let folder = Descriptor.open(cString(path.bytes), flags: openFlags) else { return nil }
    // Where the file system has no locks, age alone keeps it from being swept away.
    return flock(folder.number, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK ? folder : nil
  }

  private static func target(_ name: String, of place: GitPlace) -> [CChar] {
    cString(place.root.appending(".git").appending(name).bytes)
  }

  /// Whether an entry is a link with this text.
  private static func leads(_ name: String, in folder: Descriptor, to target: [CChar]) -> Bool {
    var text = [CChar](repeating: 0, count: target.count)
    return readlinkat(folder.number, name, &text, text.count) == target.count - 1 && text == target
  }

  // MARK: Sweeping

  /// Notes that it is in use: at most daily, so that a sync that finds nothing to do writes nothing. Whether it did.
  private func touch() -> Bool {
    guard let age = Self.age(of: folder), age.magnitude > Self.day.magnitude else { return false }
    return futimens(folder.number, nil) == 0
  }

  private static func age(of folder: Descriptor) -> Int64? {
    folder.status.map { Int64(time(nil)).multipliedClamped(by: 1_000_000_000).subtractingClamped($0.modified) }
  }

  /// Removes those that no process has used for long. Sooner goes what a killed process has not finished, and what is of
  /// the same repository with other settings, because they may hold a password; but not at once, because a git of a killed
  /// process may still be at work there, and would not find its way back to the locks it holds.
  private static func sweep(_ base: HostPath, around path: HostPath, repository: String) {
    guard let folder = Descriptor.open(cString(base.bytes), flags: O_RDONLY | O_DIRECTORY) else { return }
    for name in folder.entryNames() ?? [] {
      let isOutdated = !name.utf8.contains(UInt8(ascii: "-")) || name.hasBytePrefix(repository)
      let left = base.appending(name)
      guard left != path, let folder = Descriptor.open(cString(left.bytes), flags: openFlags),
        let age = age(of: folder), age > (isOutdated ? day + 2 * hour : 30 * day),
        flock(folder.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      remove(left)
    }
  }

  private static let hour: Int64 = 3600 * 1_000_000_000
  private static let day = 24 * hour

  /// Whatever is in it; links are not followed.
  private static func remove(_ path: HostPath) {
    try? DiskWriter(root: path.parent.bytes).removeFolderWithFiles(VaultPath(bytes: Array(path.name)))
  }
}

/// The common folders of the repositories that a process works with, one for each.
final class CommonFolders: Sendable {
  private let bases: [HostPath]
  private let made = Mutex<[CommonFolder]>([])

  /// - Parameter environment: says where the user's files for a session are, else their cache, else the temporary ones.
  init(environment: [String: String]) {
    func folder(_ name: String) -> HostPath? { VariableBytes.absolutePath(name, in: environment) }
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

  /// In the first place that can be written to.
  private func make(_ place: GitPlace, _ settings: [UInt8]) throws(SystemFailure) -> CommonFolder {
    var failure = SystemFailure(code: ENOENT)
    for base in bases {
      do throws(SystemFailure) {
        try Self.prepare(base)
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
    makePrivateFolders(base)
    try check(base)
  }

  private static func check(_ base: HostPath) throws(SystemFailure) {
    for folder in [base.parent, base] {
      guard let status = csystem_status(at: folder) else { throw SystemFailure(code: errno) }
      guard status.isFolder, Ownership(status).isPrivate else { throw SystemFailure(code: EACCES) }
    }
  }
}
