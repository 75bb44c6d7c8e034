package import MemoStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SystemReason {
  /// The reason that an error number of the system's (`errno`) stands for.
  package init(errno code: Int32) {
    self = Self.reasons[code] ?? .other(String(cString: strerror(code)))
  }

  /// The error number; EIO for a reason that has none of its own.
  var errno: Int32 { Self.reasons.first { $0.value == self }?.key ?? EIO }

  private static let reasons: [Int32: SystemReason] = [
    EPERM: .notPermitted, ENOENT: .notFound, EIO: .inputOutput, ENOMEM: .outOfMemory, EACCES: .accessDenied,
    EBUSY: .busy, EEXIST: .alreadyExists, EXDEV: .onAnotherDevice, ENOTDIR: .notAFolder, EISDIR: .isAFolder,
    EINVAL: .invalid, ENFILE: .tooManyOpenFilesInSystem, EMFILE: .tooManyOpenFiles, ENOTTY: .notATerminal,
    EFBIG: .tooLarge, ENOSPC: .noSpace, EROFS: .readOnlyFileSystem, EPIPE: .brokenPipe, ENAMETOOLONG: .nameTooLong,
    ENOTEMPTY: .notEmpty, ELOOP: .symbolicLink, EILSEQ: .unusableName, EDQUOT: .quotaExceeded, ESTALE: .staleHandle,
  ]
}

extension FileError {
  /// An operation that a system call ended with an error number.
  package init(_ operation: Operation, path: [UInt8], code: Int32) {
    self.init(operation, path: path, reason: SystemReason(errno: code))
  }
}

extension ProgramError {
  /// A program whose start a system call ended with an error number.
  package init(path: [UInt8], code: Int32) {
    self.init(path: path, reason: SystemReason(errno: code))
  }
}
