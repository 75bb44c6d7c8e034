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
  /// The program that a file system is served by has ended.
  case notConnected
  case timedOut
  case hostDown
  case noLocks
  /// The file system itself is damaged.
  case damagedFileSystem
  case tryAgain
  /// A file that is no program for this machine.
  case notAProgram
  /// A program that is being written, as by an update.
  case programBusy
  /// It is not open, as standard output after `>&-`.
  case badDescriptor
  case noDevice
  case noDeviceOrAddress
  case tooManyHardLinks
  case valueTooLarge
  case remoteInputOutput
  /// Anything else, in the system's own words.
  case other(String)

  /// All but those that only the system's words name.
  package static let named: [SystemReason] = [
    .notPermitted, .notFound, .inputOutput, .outOfMemory, .accessDenied, .busy, .alreadyExists, .onAnotherDevice,
    .notAFolder, .isAFolder, .invalid, .tooManyOpenFilesInSystem, .tooManyOpenFiles, .notATerminal, .tooLarge, .noSpace,
    .readOnlyFileSystem, .brokenPipe, .nameTooLong, .notEmpty, .symbolicLink, .unusableName, .quotaExceeded,
    .staleHandle, .notConnected, .timedOut, .hostDown, .noLocks, .damagedFileSystem, .tryAgain, .notAProgram,
    .programBusy, .badDescriptor, .noDeviceOrAddress, .noDevice, .tooManyHardLinks, .valueTooLarge, .remoteInputOutput,
  ]

  /// Whether permissions forbid it, to this user or to everyone.
  public var isRefusal: Bool { [.accessDenied, .notPermitted, .readOnlyFileSystem].contains(self) }

  /// Whether the disk is full.
  public var isFullDisk: Bool { [.noSpace, .quotaExceeded].contains(self) }
}
