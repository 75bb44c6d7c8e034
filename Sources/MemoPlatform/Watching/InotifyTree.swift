#if os(Linux)
  import Glibc
  import MemoCore
  import MemoVault

  /// The watched folders of a vault, kept in step with the folders on disk.
  struct InotifyTree {
    /// What events say, until somebody asks.
    private(set) var hints: [WatchHint] = []
    /// Whether some folder could not be watched, so that the vault must be looked at, too.
    private(set) var isLimited = false

    private let files: DiskFiles
    private let place: RootPlace
    private let rules: MemoFileRules
    private let queue: InotifyQueue
    private var paths: [Int32: VaultPath] = [:]
    private var watches: [VaultPath: Int32] = [:]
    private var settingsWatch: Int32 = -1
    /// A root that is held open, as a vault's is, tells nothing when it is removed; the folder above does.
    private var parentWatch: Int32 = -1

    private static let marker = VaultPath(VaultLocator.marker)

    /// Watches all folders, each before it is listed, so that none appears unseen.
    init(_ root: HostPath, rules: MemoFileRules, queue: InotifyQueue) throws(FileError) {
      files = try DiskFiles(root: root)
      place = try RootPlace(root)
      self.rules = rules
      self.queue = queue
      do throws(SystemFailure) {
        remember(try queue.add(root, for: InotifyQueue.memoChanges), as: .root)
      } catch {
        guard Self.isLimit(error.code) else { throw FileError(.list, path: root.bytes, code: error.code) }
        limit(error.code)
      }
      if root != .fileSystemRoot {
        parentWatch = (try? queue.add(root.parent, for: IN_DELETE | IN_MOVED_FROM)) ?? -1
      }
      watchSettings()
      watch(from: .root)
    }

    /// Hands the hints over.
    mutating func takeHint() -> WatchHint? {
      hints.isEmpty ? nil : hints.removeFirst()
    }

    /// Works through events in their order.
    mutating func take(_ events: [InotifyQueue.Event]) {
      var folders = Set<VaultPath>()
      for event in events {
        if let folder = take(event) { folders.insert(folder) }
      }
      if !folders.isEmpty && !hints.contains(.everything) { hints.append(.folders(folders)) }
    }

    /// Takes in one event; returns the folder in which it may have changed memos.
    private mutating func take(_ event: InotifyQueue.Event) -> VaultPath? {
      if event.has(IN_Q_OVERFLOW) { return startOver() }
      if event.watch == settingsWatch { return takeSettings(event) }
      if event.watch == parentWatch {
        return event.name.elementsEqual(files.root.name) && !place.isThere ? add(.gone) : nil
      }
      guard let folder = paths[event.watch] else { return nil }
      if event.has(IN_UNMOUNT) || folder == .root && event.has(IN_DELETE_SELF, IN_MOVE_SELF) {
        return add(.gone)
      }
      if event.has(IN_IGNORED) { return forget(event.watch) }
      if event.name.isEmpty { return folder }
      let path = folder.appending(event.name)
      return event.has(IN_ISDIR) ? takeFolder(path, event) : takeFile(path)
    }

    private mutating func takeFolder(_ path: VaultPath, _ event: InotifyQueue.Event) -> VaultPath? {
      if path == Self.marker { watchSettings() }
      guard !isHidden(path), rules.isSearched(folder: path) else { return nil }
      if event.has(IN_DELETE, IN_MOVED_FROM) {
        unwatch(below: path)
      } else {
        // IN_ATTRIB as well: a folder that was closed to us may be open now.
        watch(from: path)
      }
      return path.parent
    }

    private func takeFile(_ path: VaultPath) -> VaultPath? {
      !isHidden(path) && rules.isMemo(path) ? path.parent : nil
    }

    private mutating func takeSettings(_ event: InotifyQueue.Event) -> VaultPath? {
      if event.has(IN_IGNORED) { settingsWatch = -1 }
      let isSettings = event.name.elementsEqual(Vault.settingsPath.name)
      return isSettings ? add(.settings) : nil
    }

    /// Events were lost: folders may have come and gone unseen.
    private mutating func startOver() -> VaultPath? {
      watchSettings()
      watch(from: .root)
      return add(.everything)
    }

    private mutating func add(_ hint: WatchHint) -> VaultPath? {
      if !hints.contains(hint) { hints.append(hint) }
      return nil
    }

    private func isHidden(_ path: VaultPath) -> Bool {
      path.name.first == UInt8(ascii: ".")
    }
  }

  // MARK: Watches

  extension InotifyTree {
    /// Watches a folder and all below it.
    private mutating func watch(from folder: VaultPath) {
      var folders = [folder]
      while let folder = folders.popLast() {
        guard add(folder) else { continue }
        // A folder that cannot be listed is a problem of the refresh, which tells of it.
        let entries = (try? files.entries(of: folder)) ?? []
        folders += entries.filter { $0.kind == .folder }.map { folder.appending($0.name) }
          .filter(rules.isSearched)
      }
    }

    private mutating func watchSettings() {
      settingsWatch = (try? queue.add(files.root.appending(Self.marker), for: InotifyQueue.entryChanges)) ?? -1
    }

    /// Watches one folder; returns whether it is one.
    private mutating func add(_ folder: VaultPath) -> Bool {
      do throws(SystemFailure) {
        remember(try queue.add(files.root.appending(folder), for: InotifyQueue.memoChanges), as: folder)
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

    private mutating func forget(_ watch: Int32) -> VaultPath? {
      guard let folder = paths.removeValue(forKey: watch) else { return nil }
      if watches[folder] == watch { watches[folder] = nil }
      return nil
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
      hints.append(.limited(Self.isLimit(code) ? .folders : .system(code)))
    }

    private static func isLimit(_ code: Int32) -> Bool {
      code == ENOSPC || code == ENOMEM
    }
  }
#endif
