/// Keeps the relative paths in a memo leading to the same files while the memo moves to another folder.
public enum FileTargetRewriter {
  /// What has to change, in the order of the text: targets that are files seen from the old folder.
  ///
  /// - Parameters:
  ///   - oldPath: where the memo is.
  ///   - newPath: where it is afterwards.
  ///   - isFile: whether a path of the vault is a file.
  public static func edits(
    of bytes: UnsafeRawBufferPointer, from oldPath: VaultPath, to newPath: VaultPath, isFile: (VaultPath) -> Bool
  ) -> [ByteEdit] {
    guard oldPath.parent != newPath.parent else { return [] }
    return FileTarget.all(in: bytes).compactMap { target in
      let written = UnsafeRawBufferPointer(rebasing: bytes[target.range])
      let address = LinkAddress(written, target.kind)
      guard address.isTriedFromFolder, let path = address.path(from: oldPath.parent), path.allSatisfy({ $0 != 0 })
      else { return nil }
      let file = VaultPath(bytes: path)
      guard file == oldPath || isFile(file) else { return nil }
      let isDotted = target.kind == .wiki || address.bytes.starts(with: Array("./".utf8))
      let relative = RelativePath.bytes(
        of: file == oldPath ? newPath.bytes : path, from: newPath.parent, isDotted: isDotted)
      let style = MarkdownDestination.Style(of: target.range, in: bytes)
      let new = target.kind == .wiki ? relative : MarkdownDestination.encoded(relative, style)
      return written.elementsEqual(new) ? nil : ByteEdit(target.range, new)
    }
  }
}
