#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file descriptor, closed when its one owner lets go of it: at a known place, as the ends of pipes and files that
/// are locked or written need it.
struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number that system calls take.
  let number: Int32

  /// Takes over an open descriptor.
  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    // What was written is on disk by fsync already, and after EINTR the number may be another file's.
    #if canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Darwin.close(number)
    #endif
  }

  /// Closes it now.
  consuming func close() {}
}
