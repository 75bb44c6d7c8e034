public import MemoCore

/// Why a memo, or everything, could not be created, imported or exported.
public enum TransferError: Error, Equatable, Sendable {
  /// A folder for a new memo that is hidden, outside of the vault or no path at all.
  case badFolder(VaultPath)
  /// A tag that cannot be written in a text as `#tag`.
  case badTag(String)
  /// What is to be imported is not JSON.
  case notJSON(JSONFault)
  /// A file of another format than JSON is to be imported, by its ending, such as `.csv`.
  case unknownFormat(String)
  /// What is to be imported is JSON, but not an array.
  case notAnArray(found: JSONKind)
  /// An element of the array is not an object.
  case notAnObject(found: JSONKind)
  /// An object lacks a key.
  case missing(key: String)
  /// A key holds another kind of value than it should: a text for `title` and `body`, a number for `last_modified`.
  case mistyped(key: String, found: JSONKind)
  /// A key's text is not valid: a broken escape, a control character, broken base64.
  case unreadable(key: String)
  /// A text that no memo gets: it has NUL bytes.
  case foreignText(EncodingFinding)
  /// An element has neither title nor text, and no path.
  case empty
  /// `last_modified` is a number that no file's time can hold.
  case badTime
  /// The folder to import does not exist or is not a folder.
  case noSuchFolder(HostPath)
  /// The folder to import from or export to is inside the vault, or the vault inside it.
  case overlapsVault(HostPath)
  /// The path has more folders above it than memo looks into.
  case tooDeep(VaultPath)
  /// A file is in the place of a needed folder.
  case fileInTheWay(VaultPath)
  /// In the place of a needed folder is a symbolic link, which is not followed, or something else that is no file either.
  case linkInTheWay(VaultPath)
  /// The vault's `ignore` globs leave out the path, so a memo there would not be seen.
  case ignored(VaultPath)
  /// An exported memo would replace a file with other bytes.
  case differs(HostPath)
  /// An imported file would replace one with other bytes, to which the links of these memos lead now.
  case differsFromLinked(HostPath, memos: [VaultPath])
  /// Memos could not be changed.
  case operation(OperationError)
  /// A file operation failed.
  case file(FileError)

  /// The reason of a failure that a report collects.
  ///
  /// - Throws: the error, if it is not about a memo.
  package init(collecting error: any Error) throws {
    switch error {
    case let error as TransferError: self = error
    case let error as OperationError: self = .operation(error)
    case let error as FileError: self = .file(error)
    default: throw error
    }
  }

  /// The same of a file that was to be made somewhere: names what is in the place of a folder of its path.
  package init(collecting error: any Error, making files: any VaultFiles, by writer: any VaultWriting) throws {
    self = try TransferError(collecting: error)
    guard case .file(let error) = self, [.notAFolder, .symbolicLink].contains(error.reason),
      error.path.first != UInt8(ascii: "/")
    else { return }
    // The outermost one: nothing is found behind it.
    let folders = VaultPath(bytes: error.path).foldersAbove.reversed()
    let found = folders.first { folder in
      (try? writer.isTaken(folder)) == true && (try? files.folderStamp(of: folder)) == nil
    }
    if let found { self = files.stamp(of: found) == nil ? .linkInTheWay(found) : .fileInTheWay(found) }
  }
}
