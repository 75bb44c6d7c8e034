#if os(Linux)
  import Glibc
  import MemoCore

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
          let count = try retrying { Glibc.read(number, &buffer, buffer.count) }
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
