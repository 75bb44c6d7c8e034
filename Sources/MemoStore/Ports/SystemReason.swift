/// Why the system refused something.
public enum SystemReason: Hashable, Sendable {
  case notPermitted
  case notFound
  case inputOutput
  case outOfMemory
  case accessDenied
  case busy
  case alreadyExists
  case onAnotherDevice
  case notAFolder
  case isAFolder
  case invalid
  case tooManyOpenFilesInSystem
  case tooManyOpenFiles
  case notATerminal
  /// More than the file system takes, or than memo takes into memory.
  case tooLarge
  case noSpace
  case readOnlyFileSystem
  case brokenPipe
  case nameTooLong
  case notEmpty
  case symbolicLink
  case unusableName
  case quotaExceeded
  case staleHandle
  /// Anything else, in the system's own words.
  case other(String)

  /// Whether permissions forbid it, to this user or to everyone.
  public var isRefusal: Bool { [.accessDenied, .notPermitted, .readOnlyFileSystem].contains(self) }

  /// Whether the disk is full.
  public var isFullDisk: Bool { [.noSpace, .quotaExceeded].contains(self) }
}
