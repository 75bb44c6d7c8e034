public import MemoCore
public import MemoStore

/// The files of a vault as git sees them: hidden ones are listed, too. Symbolic links are never followed.
public protocol WorkTree: Sendable {
  /// The entries of a folder except `.` and `..`, in no order; `nil` where there is no such folder.
  func entries(of folder: VaultPath) throws(FileError) -> [WorkTreeEntry]?

  /// Gives a regular file another modification time, in nanoseconds since 1970; returns false, and does nothing, where its
  /// stamp is another one.
  func setModified(_ path: VaultPath, to time: Int64, ifStill stamp: FileStamp) throws(FileError) -> Bool

  /// Makes a regular file executable for those who may read it, or for no one.
  func setExecutable(_ path: VaultPath, _ isExecutable: Bool) throws(FileError)
}

/// An entry of a folder, whatever it is.
public struct WorkTreeEntry: Equatable, Sendable {
  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// A regular file with its stamp, and whether its owner may run it.
    case file(FileStamp, isExecutable: Bool)
    /// A folder.
    case folder
    /// A link, a pipe, a socket or a device.
    case other
  }

  /// The name's bytes.
  public let name: [UInt8]
  /// What it is.
  public let kind: Kind

  /// Puts together an entry.
  public init(name: [UInt8], kind: Kind) {
    self.name = name
    self.kind = kind
  }
}
