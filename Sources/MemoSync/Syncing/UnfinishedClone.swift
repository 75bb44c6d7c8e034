import MemoCore
public import MemoStore

/// The note by which a clone that was killed is told from a vault: the next clone of the same remote finishes it. Kept in
/// `.git/memo/cloning`, from before there is a repository until the files are there.
public struct UnfinishedClone {
  private let access: VaultAccess

  private static let path = SyncFolder.path.appending("cloning")
  private static let sizeLimit = 1 << 12

  /// The note in a folder that is to be a vault.
  public init(_ access: VaultAccess) {
    self.access = access
  }

  /// The remote whose clone has not been finished; `nil` where none is under way.
  public var url: String? {
    var bytes: [UInt8] = []
    let reading = try? access.files.read(Self.path, limit: Self.sizeLimit, head: { bytes = Array($0) })
    return reading == nil ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Notes that a clone begins.
  public func begin(_ url: String) throws {
    try access.writer.replace(Self.path, contents: Array(url.utf8))
  }

  /// Notes that it is done.
  public func end() throws {
    _ = try access.writer.remove(Self.path)
  }
}
