import MemoCore
import MemoStore

extension Vault {
  /// Whether the folder that is open was moved to another place. One that was removed is empty.
  var isMoved: Bool {
    guard !isInPlace, (try? files.allEntries(of: .root))?.isEmpty == false else { return false }
    // Not one that cannot be opened for now.
    return host.kind(of: root) != .folder || (try? host.vault(at: root)) != nil
  }

  /// Removes what a git that was running has made at the path that the folder had: the folders for refs and objects, in which it
  /// writes them, and nothing by which that would be a repository.
  func removeRemainsAtFormerPath() {
    guard isMoved, let remains = try? host.vault(at: root), let names = try? remains.files.allEntries(of: .root),
      names.count == 1, names[0].name.elementsEqual(".git".utf8),
      let parts = try? remains.files.allEntries(of: VaultPath(".git")),
      parts.allSatisfy({ part in Self.partsMadeAgain.contains { $0.elementsEqual(part.name) } })
    else { return }
    try? remains.writer.removeFolderWithFiles(VaultPath(".git"))
    _ = try? host.vault(at: root.parent).writer.removeFolder(VaultPath(bytes: Array(root.name)))
  }

  private static let partsMadeAgain = ["refs", "logs", "objects"].map { Array($0.utf8) }
}

/// A git that is not run once a vault's folder was moved: its path leads nowhere then, or to another vault.
struct GitInPlace: WrappingGit {
  let git: any Git
  private let vault: Vault

  init(_ git: any Git, of vault: Vault) {
    (self.git, self.vault) = (git, vault)
  }

  /// Runs git where the vault is still in its place.
  func run(_ call: GitCall, feeding chunks: some Sequence<[UInt8]>) throws(GitError) -> GitAnswer {
    guard !vault.isMoved else { throw .failed(command: call.name, reason: "the vault's folder was moved") }
    return try git.run(call, feeding: chunks)
  }
}
