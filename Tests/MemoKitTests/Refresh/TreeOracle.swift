import MemoCore
import MemoTestSupport

/// Looks at a vault's files in the plainest way there is: every folder listed, every file looked up and read.
struct TreeOracle {
  struct Memo: Equatable {
    var path: VaultPath
    var size: UInt64
    var modified: Int64
    /// The first line, which these tests write as plain text or as a heading.
    var title: String
  }

  let folder: TemporaryFolder
  /// Names of folders that the vault's settings leave out.
  let ignoredFolder: String

  /// All entries but hidden ones, links not followed, parents before what they hold.
  func entries(in path: VaultPath = .root) throws -> [VaultPath] {
    try folder.names(in: path).filter { $0.first != UInt8(ascii: ".") }.flatMap { name in
      let entry = path.appending(name)
      return [entry] + (folder.status(of: entry)?.isFolder == true ? try entries(in: entry) : [])
    }
  }

  /// The memos, newest first.
  func memos() throws -> [Memo] {
    try entries().filter(isMemo).map(memo).sorted { left, right in
      left.modified != right.modified
        ? left.modified > right.modified : left.path.bytes.lexicographicallyPrecedes(right.path.bytes)
    }
  }

  private func isMemo(_ path: VaultPath) -> Bool {
    let name = String(decoding: path.name, as: UTF8.self)
    let isBelowIgnored = path.components.dropLast().contains { $0.elementsEqual(ignoredFolder.utf8) }
    return (name.hasSuffix(".md") || name.hasSuffix(".markdown")) && !isBelowIgnored
      && folder.status(of: path)?.isFile == true
  }

  private func memo(_ path: VaultPath) throws -> Memo {
    guard let status = folder.status(of: path), let bytes = try folder.bytes(of: path) else {
      throw SystemFailure("lstat \(path.text)")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let heading = Array("# ".utf8)
    return Memo(
      path: path, size: status.stamp.size, modified: status.stamp.modified,
      title: String(decoding: line.starts(with: heading) ? line.dropFirst(heading.count) : line, as: UTF8.self))
  }
}
