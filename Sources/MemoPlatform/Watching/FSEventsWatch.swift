#if os(macOS)
  import CoreServices
  import Darwin
  import Dispatch
  import MemoCore
  import MemoIndex
  import MemoStore
  import Synchronization

  /// Watches a vault by macOS's file system events.
  ///
  /// They come some time after the change and in no order with it, so no command may ask this watch whether the index is
  /// in step; each looks for itself.
  final class FSEventsWatch: VaultWatch {
    private let place: RootPlace
    private let pipe: WakePipe
    private let mailbox: FSEventsMailbox
    // Used by `init` and `deinit` alone.
    private nonisolated(unsafe) let stream: FSEventStreamRef

    /// How long the system gathers events, in seconds.
    private static let latency = 0.02
    private static let flags =
      kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer | kFSEventStreamCreateFlagWatchRoot

    /// Begins to watch; throws where the system has no stream for the folder.
    init(_ root: HostPath, rules: MemoFileRules, isOfProcess: Bool) throws(FileError) {
      place = try RootPlace(root)
      pipe = try WakePipe(for: root, isOfProcess: isOfProcess)
      do throws(SystemFailure) {
        mailbox = FSEventsMailbox(root, rules: rules, pipe: try Pipe())
      } catch {
        throw FileError(.list, path: root.bytes, code: error.code)
      }
      var context = FSEventStreamContext(
        version: 0, info: Unmanaged.passUnretained(mailbox).toOpaque(),
        retain: { info in
          info.map { UnsafeRawPointer(Unmanaged<FSEventsMailbox>.fromOpaque($0).retain().toOpaque()) }
        },
        release: { info in
          if let info { Unmanaged<FSEventsMailbox>.fromOpaque(info).release() }
        }, copyDescription: nil)
      let paths = [String(decoding: root.bytes, as: UTF8.self)] as CFArray
      let made = FSEventStreamCreate(
        nil, receiveFSEvents, &context, paths, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), Self.latency,
        FSEventStreamCreateFlags(Self.flags))
      guard let made else { throw FileError(.list, path: root.bytes, code: ENOTSUP) }
      stream = made
      FSEventStreamSetDispatchQueue(stream, DispatchQueue(label: "memo.events"))
      guard FSEventStreamStart(stream) else { throw FileError(.list, path: root.bytes, code: ENOTSUP) }
    }

    deinit {
      FSEventStreamStop(stream)
      FSEventStreamInvalidate(stream)
      FSEventStreamRelease(stream)
    }

    func next(within limit: Duration?) throws(FileError) -> WatchHint? {
      let deadline = limit.map { ContinuousClock.now + $0 }
      do throws(SystemFailure) {
        while true {
          // The pipe is emptied first: what comes after that fills it again.
          mailbox.emptyPipe()
          if let hint = mailbox.take() {
            if hint != .gone { return hint }
            if !place.isThere { return .gone }
          }
          switch try pipe.wait(for: mailbox.number, until: deadline) {
          case .woken: return .ended
          case .readable: continue
          case .timeout: return nil
          }
        }
      } catch {
        throw FileError(.list, path: place.root.bytes, code: error.code)
      }
    }

    func end() {
      pipe.wake()
    }
  }

  private func receiveFSEvents(
    _: ConstFSEventStreamRef, info: UnsafeMutableRawPointer?, count: Int, paths: UnsafeMutableRawPointer,
    flags: UnsafePointer<FSEventStreamEventFlags>, _: UnsafePointer<FSEventStreamEventId>
  ) {
    guard let info else { return }
    let names = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
    let events = (0..<count).map { index in
      FSEventsMailbox.Event(path: String(cString: names[index]), flags: Int(flags[index]))
    }
    Unmanaged<FSEventsMailbox>.fromOpaque(info).takeUnretainedValue().add(events)
  }

  /// Takes events from the system's thread and holds them as hints until the watch's thread asks.
  final class FSEventsMailbox: Sendable {
    /// What happened.
    struct Event {
      let path: String
      let flags: Int

      func has(_ mask: Int) -> Bool { flags & mask != 0 }
    }

    private let root: [UInt8]
    private let rules: MemoFileRules
    private let pipe: Pipe
    private let hints = Mutex<[WatchHint]>([])

    private static let lost =
      kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagUserDropped
      | kFSEventStreamEventFlagKernelDropped | kFSEventStreamEventFlagMount | kFSEventStreamEventFlagUnmount

    init(_ root: HostPath, rules: MemoFileRules, pipe: consuming Pipe) {
      self.root = root.bytes
      self.rules = rules
      self.pipe = pipe
      for number in [self.pipe.reading.number, self.pipe.writing.number] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
    }

    /// What to wait on.
    var number: Int32 { pipe.reading.number }

    /// Takes events, in their order.
    func add(_ events: [Event]) {
      var changed = ChangedPaths()
      var others: [WatchHint] = []
      for event in events {
        if event.has(kFSEventStreamEventFlagRootChanged) {
          others.append(.gone)
        } else if event.has(Self.lost) {
          changed.merge(.everything)
        } else if let path = path(of: event) {
          let isSettings = path == Vault.settingsPath || path == Vault.obsidianPath
          if isSettings { others.append(.settings) } else { changed.merge(change(at: path, event)) }
        }
      }
      if !changed.isEmpty { others.append(.changed(changed)) }
      guard !others.isEmpty else { return }
      hints.withLock { $0 += others }
      var byte: UInt8 = 0
      // Where the pipe is full, the other side has not read it yet.
      _ = write(pipe.writing.number, &byte, 1)
    }

    /// The next hint.
    func take() -> WatchHint? {
      hints.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// Reads what is in the pipe.
    func emptyPipe() {
      var bytes = [UInt8](repeating: 0, count: 256)
      while read(pipe.reading.number, &bytes, bytes.count) > 0 {}
    }

    private func change(at path: VaultPath, _ event: Event) -> ChangedPaths {
      if path.components.contains(where: { $0.first == UInt8(ascii: ".") }) { return ChangedPaths() }
      if event.has(kFSEventStreamEventFlagItemIsDir) { return ChangedPaths(folders: [path]) }
      return rules.isMemo(path) ? ChangedPaths(memos: [path]) : ChangedPaths()
    }

    private func path(of event: Event) -> VaultPath? {
      let bytes = Array(event.path.utf8)
      guard bytes.starts(with: root) else { return nil }
      let rest = bytes.dropFirst(root.count)
      if rest.isEmpty { return .root }
      return rest.first == UInt8(ascii: "/") ? VaultPath(bytes: Array(rest.dropFirst())) : nil
    }
  }
#endif
