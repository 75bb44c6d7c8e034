#if os(Linux)
  import Glibc
  import MemoCore
  import MemoIndex
  import MemoStore
  import Synchronization

  /// Watches a vault by the kernel's events, and by looking where the kernel has no room for more watches.
  final class InotifyWatch: VaultWatch {
    private struct State {
      var tree: InotifyTree
      /// When to look again, where not every folder is watched.
      var nextLook: ContinuousClock.Instant
      /// Where commands ask; `nil` until they are heard.
      var questions: WatcherQuestions?
      var storm = EventStorm()
    }

    private let root: HostPath
    private let userCache: HostPath?
    private let interval: Duration
    private let state: Mutex<State>
    private let pipe: WakePipe

    /// - Parameters:
    ///   - userCache: the folder for what vaults cannot hold that cannot be written to.
    ///   - interval: how often the vault is looked at where some folder cannot be watched.
    init(
      _ tree: InotifyTree, of root: HostPath, userCache: HostPath?, interval: Duration, isOfProcess: Bool
    ) throws(FileError) {
      self.root = root
      self.userCache = userCache
      self.interval = interval
      pipe = try WakePipe(for: root, isOfProcess: isOfProcess)
      state = Mutex(State(tree: tree, nextLook: ContinuousClock.now + interval))
    }

    func next(within limit: Duration?) throws(FileError) -> WatchHint? {
      let deadline = limit.map { ContinuousClock.now + $0 }
      return try state.withLock { state throws(FileError) in
        do throws(SystemFailure) {
          return try next(until: deadline, &state)
        } catch {
          throw FileError(.list, path: root.bytes, code: error.code)
        }
      }
    }

    func end() {
      pipe.wake()
    }

    func acceptQuestions() {
      guard let place = DiskCacheStore.stateFolder(vault: root, userCache: userCache) else { return }
      state.withLock { state in
        guard !state.tree.isLimited, let questions = WatcherQuestions(madeIn: place) else { return }
        state.tree.watchQuestions(in: questions.folder)
        state.questions = questions
      }
    }

    func answer(_ question: WatchQuestion, with answer: [UInt8]) {
      state.withLock { state in
        // Events miss changes in a vault that is not wholly watched.
        state.questions?.answer(question.name, with: state.tree.isLimited ? [] : answer)
      }
    }

    private func next(
      until deadline: ContinuousClock.Instant?, _ state: inout State
    ) throws(SystemFailure) -> WatchHint? {
      while true {
        if let hint = state.tree.takeHint() { return hint }
        let look = state.tree.isLimited ? state.nextLook : nil
        let end = [deadline, look].compactMap(\.self).min()
        switch try pipe.wait(for: state.tree.queue.number, mounts: state.tree.mountTable, until: end) {
        case .woken: return .ended
        case .mounted: state.tree.takeMounts()
        case .readable:
          state.storm.wait()
          state.tree.take(try state.tree.queue.read())
        case .timeout:
          guard let look, look <= .now else { return nil }
          state.nextLook = .now + interval
          return .everything
        }
      }
    }
  }

  /// Takes many events at once where they keep coming, as while a checkout writes thousands of files: to wake for each
  /// of them would take a fifth of a core. The first few, as of an edit and of the command after it, are taken as they come.
  struct EventStorm {
    private static let pause = Duration.milliseconds(2)
    private static let calmReads = 8

    private var lastRead = ContinuousClock.now
    /// How many reads came right after another.
    private var reads = 0

    /// Called before each read: waits for more events where the last few reads came in a row.
    mutating func wait() {
      reads = ContinuousClock.now - lastRead < Self.pause * 2 ? reads + 1 : 0
      if reads > Self.calmReads { usleep(UInt32(Self.pause / .microseconds(1))) }
      lastRead = .now
    }
  }

  /// The kernel's queue of events about watched folders. No child inherits it.
  struct InotifyQueue: Sendable {
    /// What happened.
    struct Event {
      /// The watch it is about; -1 where events were lost.
      let watch: Int32
      let mask: UInt32
      /// The entry's name; empty where it is about the folder itself.
      let name: ArraySlice<UInt8>

      func has(_ flags: Int32...) -> Bool {
        flags.contains { mask & UInt32(bitPattern: $0) != 0 }
      }
    }

    /// Everything that may change what memo sees. IN_MODIFY: a write while the file stays open gives nothing else.
    static let memoChanges =
      IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
      | IN_MOVE_SELF
    /// What may change which file has a name, or what is in it once it is closed.
    static let entryChanges = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO

    private static let bufferSize = 1 << 16

    private let descriptor: Descriptor

    init() throws(SystemFailure) {
      let number = try retrying { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
      descriptor = Descriptor(owning: number)
    }

    /// What to wait on.
    var number: Int32 { descriptor.number }

    /// Watches a folder that is open; one that is watched already keeps its watch. By its descriptor, because its path
    /// may be that of another folder by now.
    func add(_ folder: Int32, for changes: Int32) throws(SystemFailure) -> Int32 {
      let mask = UInt32(bitPattern: changes | IN_ONLYDIR | IN_EXCL_UNLINK)
      return try retrying { inotify_add_watch(number, "/proc/self/fd/\(folder)/.", mask) }
    }

    /// Ends a watch; nothing happens where it ended by itself.
    func remove(_ watch: Int32) {
      _ = inotify_rm_watch(number, watch)
    }

    /// The events that have come, without waiting for more.
    func read() throws(SystemFailure) -> [Event] {
      var events: [Event] = []
      var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
      while true {
        do throws(SystemFailure) {
          let count = try retrying { readBytes(number, into: &buffer, buffer.count) }
          Self.parse(buffer[..<count], into: &events)
        } catch {
          if error.code == EAGAIN { return events }
          throw error
        }
      }
    }

    /// Adds the events that the kernel wrote.
    static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
      let size = MemoryLayout<inotify_event>.size
      var rest = bytes
      while rest.count >= size {
        let header = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
        let name = rest.dropFirst(size).prefix(Int(header.len)).prefix { $0 != 0 }
        events.append(Event(watch: header.wd, mask: header.mask, name: name))
        rest = rest.dropFirst(size + Int(header.len))
      }
    }
  }
#endif
