#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe to a child's standard input; no other child inherits its ends.
struct Pipe: ~Copyable {
  /// The child's end.
  let reading: OwnedDescriptor
  /// Our end.
  let writing: OwnedDescriptor

  /// Makes a pipe.
  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    try retrying { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.reading = OwnedDescriptor(ends[0])
    self.writing = OwnedDescriptor(ends[1])
  }

  /// Reads until `isEnough` after a whole line, or until nobody writes any more. A child must have the other end by now.
  consuming func readLines(until isEnough: () -> Bool) throws(SystemFailure) -> [UInt8] {
    writing.close()
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = try Self.read(reading.number, into: &chunk)
      text += chunk[..<count]
      if count == 0 || text.last == UInt8(ascii: "\n") && isEnough() { return text }
    }
  }

  private static func read(_ descriptor: Int32, into chunk: inout [UInt8]) throws(SystemFailure) -> Int {
    #if canImport(Glibc)
      try retrying { Glibc.read(descriptor, &chunk, chunk.count) }
    #else
      try retrying { Darwin.read(descriptor, &chunk, chunk.count) }
    #endif
  }

  /// Writes the chunks and closes the pipe; returns what went wrong, to which a reader that left does not count.
  ///
  /// The child must have its end by now and SIGPIPE be ignored.
  consuming func feed(_ chunks: some Sequence<[UInt8]>) -> SystemFailure? {
    // While we hold the child's end too, we would wait for ourselves instead of learning that the child left.
    reading.close()
    do throws(SystemFailure) {
      for chunk in chunks { try writeAll(chunk, to: writing.number) }
      return nil
    } catch {
      return error.code == EPIPE ? nil : error
    }
  }
}
