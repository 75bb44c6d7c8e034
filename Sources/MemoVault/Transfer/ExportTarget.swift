import MemoCore

/// The folder that an export copies memos into.
struct ExportTarget {
  private let root: HostPath
  private let isDryRun: Bool
  /// `nil` for a folder that a dry run did not make.
  private let access: VaultAccess?
  private var names: NameBook?

  /// Makes the folder where it is missing, but never one in the vault or around it.
  init(_ folder: HostPath, outside vault: HostPath, host: any HostFiles, isDryRun: Bool) throws(TransferError) {
    let root = Self.resolved(folder, host)
    guard !root.overlaps(vault) else { throw .overlapsVault(root) }
    access = try TransferError.wrapping { () throws(FileError) in
      if !isDryRun { try host.makeFolder(root) }
      return host.kind(of: root) == nil ? nil : try host.vault(at: root)
    }
    self.root = root
    self.isDryRun = isDryRun
    names = access.map { NameBook(files: $0.files) }
  }

  /// Writes a memo's file; returns false where the same bytes are there already.
  mutating func copy(_ file: WholeFile, to path: VaultPath) throws(TransferError) -> Bool {
    guard let access else { return true }
    if let inTheWay = try TransferError.wrapping({ () throws(FileError) in try names?.fileAbove(path) }) {
      throw .fileInTheWay(inTheWay)
    }
    let isWritten = try TransferError.wrapping { () throws(FileError) in
      guard try names?.holder(of: path) == nil else { return false }
      return try isDryRun ? true : access.writer.create(path, contents: file.bytes, modified: file.modified)
    }
    guard isWritten || access.files.hold(file.bytes, at: path) else { throw .differs(root.appending(path)) }
    return isWritten
  }

  /// The path without symbolic links, also of a folder that is not there yet.
  private static func resolved(_ folder: HostPath, _ host: any HostFiles) -> HostPath {
    if let real = host.realPath(of: folder) { return real }
    guard folder != .fileSystemRoot else { return folder }
    return HostPath(Array(folder.name), from: resolved(folder.parent, host))
  }
}
