#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A system call that failed, before it is known what it was for.
struct SystemFailure: Error, Equatable {
  /// The system's error number (`errno`).
  let code: Int32
}

/// Makes a system call again while signals interrupt it; throws `errno` where it returns a negative number.
@discardableResult
func retrying<Number: BinaryInteger>(_ call: () -> Number) throws(SystemFailure) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemFailure(code: code) }
  }
}

/// The NUL-terminated form that system calls take.
func cString(_ bytes: some Sequence<UInt8>) -> [CChar] {
  bytes.map { CChar(bitPattern: $0) } + [0]
}

/// Writes all of the bytes, however few the system takes at a time.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemFailure) {
  var rest = bytes
  while !rest.isEmpty {
    let written = try retrying { write(descriptor, rest.baseAddress, rest.count) }
    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}

/// Writes all of the bytes, however few the system takes at a time.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
  let failure = bytes.withUnsafeBytes { buffer -> SystemFailure? in
    do throws(SystemFailure) {
      try writeAll(buffer, to: descriptor)
      return nil
    } catch {
      return error
    }
  }
  if let failure { throw failure }
}
