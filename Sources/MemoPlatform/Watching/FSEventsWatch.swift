#if os(macOS)
  import CoreServices
  import Dispatch
  import MemoCore
  import MemoStore
  import MemoIndex

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
#endif
