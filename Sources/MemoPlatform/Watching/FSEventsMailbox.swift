#if os(macOS)
  import CoreServices
  import Darwin
  import MemoCore
  import MemoStore
  import MemoIndex
  import Synchronization

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
          if path == Vault.settingsPath { others.append(.settings) } else { changed.merge(change(at: path, event)) }
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
