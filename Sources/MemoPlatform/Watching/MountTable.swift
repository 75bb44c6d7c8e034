#if os(Linux)
  import Glibc

  /// What is mounted where. A mount puts other files in place of a folder's without any event about the folder.
  struct MountTable {
    private let file: Descriptor?

    init() {
      file = Descriptor.open("/proc/self/mountinfo", flags: O_RDONLY)
      _ = hasChanged()
    }

    /// Whether anything was mounted or unmounted since the last call, or may have been.
    func hasChanged() -> Bool {
      guard let file else { return true }
      var polled = pollfd(fd: file.number, events: Int16(POLLPRI), revents: 0)
      return poll(&polled, 1, 0) != 0
    }
  }
#endif
