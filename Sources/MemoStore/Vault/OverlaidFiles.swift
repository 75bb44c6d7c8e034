public import MemoCore

/// The files of a vault with texts laid over some of them: those that an editor holds and may not have saved.
public struct OverlaidFiles: WrappingFiles {
  /// A text in the place of a file's.
  public struct Overlay: Sendable {
    /// The text.
    public let bytes: [UInt8]
    /// The file's stamp with the size of the text.
    public let stamp: FileStamp
    /// Birth time of the file in nanoseconds since 1970, where it is known.
    public let born: Int64?

    /// XXH64 over the text.
    let hash: UInt64

    /// Lays a text over a file.
    ///
    /// - Parameters:
    ///   - file: the file's stamp; `nil` where there is none yet.
    ///   - opened: the modification time of a text without a file, in nanoseconds since 1970.
    public init(_ bytes: [UInt8], over file: FileStamp?, born: Int64? = nil, opened: Int64) {
      self.bytes = bytes
      self.born = born
      stamp = FileStamp(
        size: UInt64(bytes.count), modified: file?.modified ?? opened, changed: file?.changed ?? opened,
        inode: file?.inode ?? 0)
      hash = XXHash64.hash(bytes)
    }
  }

  /// The files on the disk.
  public let files: any VaultFiles
  private let overlays: [VaultPath: Overlay]
  private let folders: [VaultPath: [VaultPath]]

  /// Lays texts over files.
  public init(_ files: any VaultFiles, _ overlays: [VaultPath: Overlay]) {
    (self.files, self.overlays) = (files, overlays)
    folders = Dictionary(grouping: overlays.keys, by: \.parent)
  }

  /// The entries of a folder, with texts that have no files yet.
  public func entries(of folder: VaultPath) throws(FileError) -> [FolderEntry]? {
    let found = try files.entries(of: folder)
    guard let paths = folders[folder] else { return found }
    let known = Set((found ?? []).map(\.name))
    let new = paths.map { Array($0.name) }.filter { !known.contains($0) }
    return (found ?? []) + new.map { FolderEntry(name: $0, kind: .file) }
  }

  /// The stamps of files, with those of the texts.
  public func fileStamps(
    in folder: VaultPath, count: Int, name: (Int) -> UnsafePointer<CChar>, body: (Int, FileStamp?) -> Void
  ) throws(FileError) {
    guard let paths = folders[folder] else {
      return try files.fileStamps(in: folder, count: count, name: name, body: body)
    }
    let names = Dictionary(paths.map { (Array($0.name), $0) }) { first, _ in first }
    var stamps = [FileStamp?](repeating: nil, count: count)
    try files.fileStamps(in: folder, count: count, name: name) { stamps[$0] = $1 }
    for index in 0..<count {
      let bytes = Array(UnsafeRawBufferPointer(start: name(index), count: length(name(index))))
      body(index, names[bytes].flatMap { overlays[$0]?.stamp } ?? stamps[index])
    }
  }

  /// The bytes of a text, or of a file.
  public func stream(
    _ path: VaultPath, to body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard let overlay = overlays[path] else { return try files.stream(path, to: body) }
    let result = overlay.bytes.withUnsafeBytes { bytes -> Result<Void, FileError> in
      do throws(FileError) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    return true
  }

  /// Reads a text, or a file.
  public func read(
    _ path: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) -> FileReading? {
    guard let overlay = overlays[path] else { return try files.read(path, limit: limit, head: head) }
    overlay.bytes.withUnsafeBytes { head(UnsafeRawBufferPointer(rebasing: $0[..<min(limit, $0.count)])) }
    return FileReading(stamp: overlay.stamp, born: overlay.born, hash: overlay.hash)
  }

  /// Reads files of a folder, with the texts.
  public func read(
    _ paths: ArraySlice<VaultPath>, in folder: VaultPath, limit: Int, head: (UnsafeRawBufferPointer) -> Void,
    done: (Result<FileReading?, FileError>) -> Void
  ) {
    guard folders[folder] != nil else { return files.read(paths, in: folder, limit: limit, head: head, done: done) }
    for path in paths {
      do throws(FileError) {
        done(.success(try read(path, limit: limit, head: head)))
      } catch {
        done(.failure(error))
      }
    }
  }

  private func length(_ name: UnsafePointer<CChar>) -> Int {
    var length = 0
    while name[length] != 0 { length += 1 }
    return length
  }
}

extension Vault {
  /// The same vault, reading other files in the place of its own.
  package init(_ vault: Vault, reading files: any VaultFiles) {
    (root, writer, rules) = (vault.root, vault.writer, vault.rules)
    (host, access, templateFolder) = (vault.host, vault.access, vault.templateFolder)
    settingsStamp = vault.settingsStamp
    self.files = files
  }
}
