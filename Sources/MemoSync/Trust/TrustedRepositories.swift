public import MemoCore
public import MemoStore

/// The settings of repositories that the user has looked at and trusts, in a file of the user's own: the place of each with
/// the hashes of its settings. A setting that is new or that changes is not trusted; one that goes leaves the others so.
public struct TrustedRepositories: Sendable {
  private let host: any HostFiles
  private let folder: HostPath?
  private let longestWait: Duration

  private static let fileName = VaultPath("trust")
  private static let lockName = VaultPath("trust.lock")
  private static let sizeLimit = 1 << 20

  /// - Parameters:
  ///   - folder: where memo keeps what it remembers of the user, `$XDG_STATE_HOME/memo`; without one nothing is remembered.
  ///   - longestWait: how long to wait while another process changes what is remembered.
  public init(in folder: HostPath?, host: any HostFiles, waiting longestWait: Duration = .seconds(5)) {
    (self.folder, self.host, self.longestWait) = (folder, host, longestWait)
  }

  /// Those of some settings that the user does not trust there.
  ///
  /// - Parameter config: the bytes of the whole file, which is what an older memo remembers.
  func missing(
    of entries: [RepositoryConfig.Entry], _ root: HostPath, config: [UInt8]
  ) throws -> [RepositoryConfig.Entry] {
    let known = Set(try lines())
    if known.contains(Self.line(root, config)) { return [] }
    return entries.filter { !known.contains(Self.line(root, $0.identity)) }
  }

  /// Remembers that the user trusts these settings there; what was trusted there before is so no more.
  func replace(with entries: [RepositoryConfig.Entry], _ root: HostPath) throws {
    try change { known in
      let kept = known.filter { !$0.dropFirst(ObjectId.length).elementsEqual(Self.place(of: root)) }
      return kept + entries.map { Self.line(root, $0.identity) }
    }
  }

  /// Remembers that the user trusts a setting there, too.
  func add(_ entry: RepositoryConfig.Entry, _ root: HostPath) throws {
    let line = Self.line(root, entry.identity)
    try change { $0.contains(line) ? $0 : $0 + [line] }
  }

  /// Changes what is remembered, while no other process does: one may sync another vault for the first time.
  private func change(_ body: ([[UInt8]]) -> [[UInt8]]) throws {
    guard let folder else { return }
    try host.makeFolder(folder, isPrivate: true)
    let writer = try host.vault(at: folder).writer
    guard let lock = try writer.lock(Self.lockName, waiting: longestWait) else {
      throw FileError(.write, path: folder.appending(Self.fileName).bytes, reason: .busy)
    }
    defer { withExtendedLifetime(lock) {} }
    let known = try lines()
    let changed = body(known)
    if changed != known {
      try writer.replace(Self.fileName, contents: changed.flatMap { $0 + [UInt8(ascii: "\n")] })
    }
  }

  private func lines() throws -> [[UInt8]] {
    guard let folder else { return [] }
    let text = try host.contents(of: folder.appending(Self.fileName), limit: Self.sizeLimit) ?? []
    return text.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  private static func line(_ root: HostPath, _ settings: [UInt8]) -> [UInt8] {
    Array(ObjectId(ofBlob: settings).text.utf8) + place(of: root)
  }

  /// A newline in a path would end the line.
  private static func place(of root: HostPath) -> [UInt8] {
    [UInt8(ascii: " ")] + root.bytes.flatMap { $0 == UInt8(ascii: "\n") ? Array("\\n".utf8) : [$0] }
  }
}

extension RepositoryConfig.Entry {
  /// Differs from that of every other setting; no part of it holds a NUL, and a whole file does not begin with one.
  fileprivate var identity: [UInt8] {
    let name: [[UInt8]] = [Array(section.utf8), subsection, Array(key.utf8)]
    return (name + (value.map { [$0] } ?? [])).flatMap { (part: [UInt8]) -> [UInt8] in [0] + part }
  }
}
