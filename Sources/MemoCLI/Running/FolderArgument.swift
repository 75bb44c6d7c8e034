import MemoCore
import MemoVault

/// A folder of the vault as a command line names it.
struct FolderArgument {
  private let bytes: [UInt8]
  private let session: Session

  init(_ bytes: [UInt8], _ session: Session) {
    (self.bytes, self.session) = (bytes, session)
  }

  /// The folder's path in a vault: from the working directory where it is there, or is named by `./` or `../`; else from
  /// the root. `nil` outside of the vault.
  func folder(in vault: Vault) throws(FileError) -> VaultPath? {
    if let near = fromWorkingDirectory(in: vault) {
      if isDotted { return near }
      if try vault.files.folderStamp(of: near) != nil { return near }
    }
    return HostPath(bytes, from: vault.root).path(inVault: vault.root)
  }

  private var isDotted: Bool {
    let first = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false).first ?? []
    return first.elementsEqual(".".utf8) || first.elementsEqual("..".utf8)
  }

  private func fromWorkingDirectory(in vault: Vault) -> VaultPath? {
    let surroundings = session.surroundings
    // Without symbolic links, as the vault's root is.
    return surroundings.host.realPath(of: surroundings.workingDirectory)
      .flatMap { HostPath(bytes, from: $0).path(inVault: vault.root) }
  }
}
