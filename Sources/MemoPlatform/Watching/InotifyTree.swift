#if os(Linux)
  import CSystem
  import Glibc
  import MemoCore
  import MemoIndex
  import MemoStore

  /// The watched folders of a vault, kept in step with the folders on disk.
  struct InotifyTree: Sendable {
    /// Whether some folder could not be watched, so that the vault must be looked at, too.
    private(set) var isLimited = false
    let queue: InotifyQueue

    private let files: DiskFiles
    private let folders: InotifyFolders
    private let place: RootPlace
    private let rules: MemoFileRules
    private var mounts: MountTable
    /// What events say, until someone asks.
    private var hints: [WatchHint] = []
    private var paths: [Int32: VaultPath] = [:]
    private var watches: [VaultPath: Int32] = [:]
    private var settingsWatch: Int32 = -1
    private var questionsWatch: Int32 = -1
    /// A root that is held open, as a vault's is, reports nothing when it is removed; the folder above does.
    private var parentWatch: Int32 = -1

    private static let marker = VaultPath(VaultLocator.marker)

    /// Watches all folders, each before it is listed, so that none appears unseen.
    init(_ root: HostPath, rules: MemoFileRules, queue: InotifyQueue) throws(FileError) {
      files = try DiskFiles(root: root)
      folders = try InotifyFolders(root, queue)
      place = try RootPlace(root)
      mounts = MountTable(of: root)
      self.rules = rules
      self.queue = queue
      do throws(SystemFailure) {
        remember(try folders.watch(.root, for: InotifyQueue.memoChanges), as: .root)
      } catch {
        guard Self.isLimit(error.code) else { throw FileError(.list, path: root.bytes, code: error.code) }
        limit(error.code)
      }
      parentWatch = folders.watchAbove(root)
      watchSettings()
      watch(from: .root)
    }

    /// Hands the hints over.
    mutating func takeHint() -> WatchHint? {
      hints.isEmpty ? nil : hints.removeFirst()
    }

    /// Works through events in their order. Questions come last: what changed is looked at before they are answered.
    mutating func take(_ events: [InotifyQueue.Event]) {
      var changed = ChangedPaths()
      var questions: [WatchHint] = []
      for event in events {
        if event.watch == questionsWatch, questionsWatch >= 0 {
          questions += takeQuestion(event)
        } else {
          changed.merge(take(event))
        }
      }
      if !questions.isEmpty { changed.merge(checkPlace()) }
      if !changed.isEmpty { hints.append(.changed(changed)) }
      hints += questions
    }

    /// What the kernel changes when anything is mounted or unmounted; `nil` where it does not tell.
    var mountTable: Int32? { mounts.number }

    /// Looks for mounts in the vault, after some anywhere.
    mutating func takeMounts() {
      let changed = place.isThere ? (mounts.takeChange() ? startOver() : ChangedPaths()) : add(.gone)
      if !changed.isEmpty { hints.append(.changed(changed)) }
    }

    /// Takes in one event; returns where it may have changed memos.
    private mutating func take(_ event: InotifyQueue.Event) -> ChangedPaths {
      if event.has(IN_Q_OVERFLOW) { return startOver() }
      if event.watch == settingsWatch { return takeSettings(event) }
      if event.watch == parentWatch {
        return event.name.elementsEqual(files.root.name) && !place.isThere ? add(.gone) : ChangedPaths()
      }
      guard let folder = paths[event.watch] else { return ChangedPaths() }
      if event.has(IN_UNMOUNT) || folder == .root && event.has(IN_DELETE_SELF, IN_MOVE_SELF) {
        return folder == .root ? add(.gone) : startOver()
      }
      if event.has(IN_IGNORED) { return forget(event.watch) }
      if event.name.isEmpty { return ChangedPaths(folders: [folder]) }
      let path = folder.appending(event.name)
      return event.has(IN_ISDIR) ? takeFolder(path, event) : takeFile(path)
    }

    private mutating func takeFolder(_ path: VaultPath, _ event: InotifyQueue.Event) -> ChangedPaths {
      if path == Self.marker { watchSettings() }
      // The settings come and go with the one, and the presence of the other is a setting.
      if path == Self.marker || path == Vault.obsidianPath { return add(.settings) }
      guard !isHidden(path), rules.isSearched(folder: path) else { return ChangedPaths() }
      if event.has(IN_DELETE, IN_MOVED_FROM) { unwatch(below: path) }
      // After all events: a folder that was closed to us may be open now, and another may be there already in place of
      // one that went.
      watch(from: path)
      return ChangedPaths(folders: [path])
    }

    private func takeFile(_ path: VaultPath) -> ChangedPaths {
      !isHidden(path) && rules.isMemo(path) ? ChangedPaths(memos: [path]) : ChangedPaths()
    }

    private mutating func takeSettings(_ event: InotifyQueue.Event) -> ChangedPaths {
      if event.has(IN_IGNORED) { settingsWatch = -1 }
      let isSettings = event.name.elementsEqual(Vault.settingsPath.name)
      return isSettings ? add(.settings) : ChangedPaths()
    }

    private mutating func takeQuestion(_ event: InotifyQueue.Event) -> [WatchHint] {
      if event.has(IN_IGNORED) { questionsWatch = -1 }
      guard event.has(IN_MOVED_TO), WatcherQuestions.isQuestion(event.name) else { return [] }
      return [.asked(WatchQuestion(name: Array(event.name)))]
    }

    /// Looks for what leads to no event: a mount, and another name of a folder above the root, which would make this
    /// watcher write its cache to whatever is there now.
    private mutating func checkPlace() -> ChangedPaths {
      if !place.isThere { return add(.gone) }
      return mounts.hasChanged() ? startOver() : ChangedPaths()
    }

    /// Events were lost, or a mount changed the tree: folders may have come and gone unseen.
    private mutating func startOver() -> ChangedPaths {
      watchSettings()
      watch(from: .root)
      return .everything
    }

    private mutating func add(_ hint: WatchHint) -> ChangedPaths {
      if !hints.contains(hint) { hints.append(hint) }
      return ChangedPaths()
    }

    private func isHidden(_ path: VaultPath) -> Bool {
      path.name.first == UInt8(ascii: ".")
    }
  }

  // MARK: Watches

  extension InotifyTree {
    /// Hears of questions in a folder from now on.
    mutating func watchQuestions(in folder: Descriptor) {
      questionsWatch = (try? queue.add(folder.number, for: IN_MOVED_TO)) ?? -1
    }

    /// Watches a folder and all below it.
    private mutating func watch(from folder: VaultPath) {
      var folders = [folder]
      while let folder = folders.popLast() {
        guard add(folder) else { continue }
        // A folder that cannot be listed is a problem of the refresh, which reports it.
        let entries = (try? files.entries(of: folder)) ?? []
        folders += entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }
          .filter(rules.isSearched)
      }
    }

    private mutating func watchSettings() {
      settingsWatch = (try? folders.watch(Self.marker, for: InotifyQueue.entryChanges)) ?? -1
    }

    /// Watches one folder; returns whether it is one.
    private mutating func add(_ folder: VaultPath) -> Bool {
      do throws(SystemFailure) {
        remember(try folders.watch(folder, for: InotifyQueue.memoChanges), as: folder)
        return true
      } catch {
        if [ENOENT, ENOTDIR, ELOOP, EACCES].contains(error.code) { return false }
        limit(error.code)
        return false
      }
    }

    private mutating func remember(_ watch: Int32, as folder: VaultPath) {
      // A folder that was renamed keeps its watch.
      if let before = paths[watch], before != folder { watches[before] = nil }
      if let before = watches[folder], before != watch { paths[before] = nil }
      paths[watch] = folder
      watches[folder] = watch
    }

    private mutating func forget(_ watch: Int32) -> ChangedPaths {
      guard let folder = paths.removeValue(forKey: watch) else { return ChangedPaths() }
      if watches[folder] == watch { watches[folder] = nil }
      return ChangedPaths()
    }

    /// A folder that was moved away would go on telling under its old name.
    private mutating func unwatch(below folder: VaultPath) {
      let inside = folder.bytes + [UInt8(ascii: "/")]
      for (path, watch) in watches where path == folder || path.bytes.starts(with: inside) {
        queue.remove(watch)
        paths[watch] = nil
        watches[path] = nil
      }
    }

    private mutating func limit(_ code: Int32) {
      guard !isLimited else { return }
      isLimited = true
      hints.append(.limited(Self.isLimit(code) ? .folders : .system(SystemReason(errno: code))))
    }

    private static func isLimit(_ code: Int32) -> Bool {
      code == ENOSPC || code == ENOMEM
    }
  }

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
    /// - Throws: `ENOTSUP` for one on a file system that does not report all changes.
    func watch(_ path: VaultPath, for changes: Int32) throws(SystemFailure) -> Int32 {
      let folder = try open(path)
      if Self.device(of: folder.number) != device, FileSystemKind(of: folder.number) != .local {
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

    private static func device(of folder: Int32) -> UInt64 { csystem_status(of: "", in: folder)?.device ?? 0 }
  }
#endif
