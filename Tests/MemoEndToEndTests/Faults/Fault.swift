/// What is done to a program at one of its system calls.
struct Fault: CustomStringConvertible {
  enum Effect: Hashable {
    /// The call is not made and fails with this error.
    case error(String)
    /// The process ends before the call.
    case kill
  }

  let call: String
  let effect: Effect
  /// Which of the calls of that name, counted from 1 in each process.
  let number: Int

  var description: String {
    switch effect {
    case .error(let name): "\(name) at \(call) \(number)"
    case .kill: "killed at \(call) \(number)"
    }
  }

  /// The fault as an option of strace.
  var options: String {
    switch effect {
    case .error(let name): "-e trace=\(call) -e inject=\(call):error=\(name):when=\(number)"
    case .kill: "-e trace=\(call) -e inject=\(call):signal=SIGKILL:when=\(number)"
    }
  }

  /// Whether the program must not notice: a signal has interrupted it.
  var isInterruption: Bool { effect == .error("EINTR") }

  private static let changing = [
    "write", "pwrite64", "fsync", "syncfs", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat",
    "mkdir", "mkdirat", "ftruncate", "fchmod", "utimensat",
  ]

  private static let changeErrors: [(calls: [String], names: [String])] = [
    (["write", "pwrite64"], ["ENOSPC", "EIO", "EINTR"]),
    (["fsync", "syncfs"], ["EIO", "EINTR"]),
    (["rename", "renameat", "renameat2"], ["EIO", "ENOSPC", "EACCES", "EROFS"]),
    (["link", "linkat", "unlink", "unlinkat"], ["EIO", "EACCES"]),
    (["mkdir", "mkdirat"], ["ENOSPC", "EACCES", "EROFS"]),
    (["ftruncate", "fchmod", "utimensat", "fchown", "flistxattr"], ["EIO", "EPERM"]),
    (["flock"], ["ENOLCK", "EINTR"]),
  ]

  private static let lookErrors: [(calls: [String], names: [String])] = [
    (["openat"], ["EACCES", "EMFILE", "EINTR"]),
    (["getdents64", "newfstatat", "statx", "faccessat", "faccessat2"], ["EIO", "EACCES"]),
    // Not close: whatever it says, the descriptor is closed, but not where strace makes it fail.
    (["read", "pread64"], ["EIO", "EINTR"]),
    (["mmap"], ["ENOMEM"]),
    (["fcntl", "pipe", "pipe2", "socketpair"], ["EMFILE"]),
    (["poll", "wait4"], ["EINTR"]),
  ]

  /// All faults that a program can meet which makes the calls of a log: at each call that changes something a kill and
  /// every error, at each of the others one error, in turn. A kill between calls that change nothing is like one after them.
  static func all(in log: CallLog) -> [Fault] {
    let kills = changing.flatMap { call in log.places(of: call).map { Fault(call: call, effect: .kill, number: $0) } }
    let changes = changeErrors.flatMap { row in
      row.calls.flatMap { call in
        log.places(of: call).flatMap { place in
          row.names.map { Fault(call: call, effect: .error($0), number: place) }
        }
      }
    }
    let looks = lookErrors.flatMap { row in
      row.calls.flatMap { call in
        log.places(of: call).map {
          Fault(call: call, effect: .error(row.names[$0 % row.names.count]), number: $0)
        }
      }
    }
    return kills + changes + looks
  }
}
