public import MemoCore

/// The repositories whose settings the user has looked at and trusts, in a file of the user's own. A repository is known by
/// its place and the hash of its settings, so trust ends when they change.
public struct TrustedRepositories: Sendable {
  private let host: any HostFiles
  private let folder: HostPath

  private static let fileName = VaultPath("trust")
  private static let sizeLimit = 1 << 20

  /// - Parameter folder: where memo keeps what it remembers of the user, `$XDG_STATE_HOME/memo`.
  public init(in folder: HostPath, host: any HostFiles) {
    self.folder = folder
    self.host = host
  }

  /// Whether the user trusts these settings there.
  func contain(_ root: HostPath, config: [UInt8]) throws(FileError) -> Bool {
    try lines().contains(Self.line(root, config))
  }

  /// Remembers that the user trusts these settings there; what was trusted there before is so no more.
  func add(_ root: HostPath, config: [UInt8]) throws(FileError) {
    let kept = try lines().filter { !$0.dropFirst(ObjectId.length).elementsEqual(Self.place(of: root)) }
    try host.makeFolder(folder)
    let text = (kept + [Self.line(root, config)]).flatMap { $0 + [UInt8(ascii: "\n")] }
    try host.vault(at: folder).writer.replace(Self.fileName, contents: text)
  }

  private func lines() throws(FileError) -> [[UInt8]] {
    let text = try host.contents(of: folder.appending(Self.fileName), limit: Self.sizeLimit) ?? []
    return text.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private static func line(_ root: HostPath, _ config: [UInt8]) -> [UInt8] {
    Array(ObjectId(ofBlob: config).text.utf8) + place(of: root)
  }

  /// A newline in a path would end the line.
  private static func place(of root: HostPath) -> [UInt8] {
    [UInt8(ascii: " ")] + root.bytes.flatMap { $0 == UInt8(ascii: "\n") ? Array("\\n".utf8) : [$0] }
  }
}
