extension MemoLink {
  /// The paths that its target names as it is written, from a memo's folder and from the root; none outside of the vault.
  public func paths(from folder: VaultPath) -> [VaultPath] {
    let address = Array(target.utf8).withUnsafeBytes { LinkAddress($0, kind) }
    return [folder, .root].compactMap { address.path(from: $0) }.map { VaultPath(bytes: $0) }
  }
}
