import MemoCore
import MemoStore
import MemoSync

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

  /// Copies a memo's file; returns false where the same bytes are there already, and `nil` where it is gone.
  mutating func copy(_ path: VaultPath, from files: any VaultFiles) throws(TransferError) -> Bool? {
    guard let access else { return try TransferError.wrapping { () throws(FileError) in try files.isThere(path) } }
    if let inTheWay = try TransferError.wrapping({ () throws(FileError) in try names?.fileAbove(path) }) {
      throw .fileInTheWay(inTheWay)
    }
    let isWritten = try TransferError.wrapping { () throws(FileError) -> Bool? in
      guard try names?.holder(of: path) == nil else { return try files.isThere(path) == nil ? nil : false }
      return try isDryRun ? files.isThere(path) : FileCopy(path, from: files).make(by: access.writer)
    }
    guard let isWritten else { return nil }
    if isWritten { return true }
    let isSame = try TransferError.wrapping { () throws(FileError) in
      try access.files.hash(of: path) == files.hash(of: path)
    }
    guard isSame else { throw .differs(root.appending(path)) }
    return false
  }

  /// Waits until copies are on the disk itself, with the folders above them.
  func synchronize(_ copies: [VaultPath]) throws(TransferError) {
    guard let access, !isDryRun, !copies.isEmpty else { return }
    let folders = Set(copies.flatMap { $0.foldersAbove + [.root] })
    try TransferError.wrapping { () throws(FileError) in
      try access.writer.synchronize(files: copies)
      try access.writer.synchronize(folders: folders.sorted())
    }
  }

  /// The path without symbolic links, also of a folder that is not there yet.
  private static func resolved(_ folder: HostPath, _ host: any HostFiles) -> HostPath {
    if let real = host.realPath(of: folder) { return real }
    guard folder != .fileSystemRoot else { return folder }
    return HostPath(Array(folder.name), from: resolved(folder.parent, host))
  }
}

extension VaultFiles {
  /// True for a file that can be read; `nil` where there is none.
  fileprivate func isThere(_ path: VaultPath) throws(FileError) -> Bool? {
    try hash(of: path).map { _ in true }
  }

  /// The hash of all bytes of a file; `nil` where there is none.
  fileprivate func hash(of path: VaultPath) throws(FileError) -> UInt64? {
    try read(path, limit: 0) { _ in }?.hash
  }
}

extension HostPath {
  /// Whether one of two folders without symbolic links is the other or lies in it.
  func overlaps(_ other: HostPath) -> Bool {
    path(inVault: other) != nil || other.path(inVault: self) != nil
  }
}
