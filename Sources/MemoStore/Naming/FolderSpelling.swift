public import MemoCore

/// Finds a folder however its name is normalized: a person who types `한국` does not see in which form it is there.
public struct FolderSpelling {
  private let files: any VaultFiles

  /// Looks in the folders of a vault.
  public init(in files: any VaultFiles) {
    self.files = files
  }

  /// The path of a folder as it is spelled on the disk: each name as it is written where there is such a folder, else
  /// that of the first one that differs in normalization alone. Folders that are not there keep what is written.
  public func folder(_ path: VaultPath) throws(FileError) -> VaultPath {
    var folder = VaultPath.root
    for name in path.components { folder = try entry(Array(name), of: folder) }
    return folder
  }

  private func entry(_ name: [UInt8], of folder: VaultPath) throws(FileError) -> VaultPath {
    let path = folder.appending(name)
    guard try files.folderStamp(of: path) == nil, let key = Self.key(of: name) else { return path }
    let twins = try files.entries(of: folder)?.filter { $0.kind == .folder && Self.key(of: $0.name) == key }
    let first = twins?.map(\.name).min { $0.lexicographicallyPrecedes($1) }
    return first.map { folder.appending($0) } ?? path
  }

  /// A name in NFC; `nil` for bytes that are no text.
  private static func key(of name: [UInt8]) -> [UInt8]? {
    guard String(validating: name, as: UTF8.self) != nil else { return nil }
    var folded = FoldedText()
    name.withUnsafeBytes { folded.fold($0, by: .normalization) }
    return folded.bytes
  }
}
