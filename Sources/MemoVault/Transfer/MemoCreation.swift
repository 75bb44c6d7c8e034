public import MemoCore

/// Makes memos: finds each a file name by its title, and never takes one that is in use.
public struct MemoCreation {
  private let vault: Vault
  private let fallbackName: String
  private let draft: OperationDraft

  /// Makes memos as part of an operation.
  ///
  /// - Parameter fallbackName: the file name, such as today's date, for a title that leaves none.
  public init(in vault: Vault, by draft: OperationDraft, fallbackName: String) {
    (self.vault, self.draft, self.fallbackName) = (vault, draft, fallbackName)
  }

  /// Makes a memo, and its folder where that is missing; returns where it will be.
  public func create(_ draft: MemoDraft) throws(TransferError) -> VaultPath {
    try create(draft.text(), title: draft.title, in: draft.folder)
  }

  /// Makes a memo of a finished text, such as a filled template; an empty title means the one in the text.
  public func create(_ text: [UInt8], title: String, in folder: VaultPath) throws(TransferError) -> VaultPath {
    guard folder == .root || WantedPath.isInside(folder) else { throw .badFolder(folder) }
    let written = MemoText.oneLine(title)
    let title = written.isEmpty ? MemoText.title(of: text) : written
    let wanted = WantedPath(title: title, in: folder, fallback: fallbackName)
    var placer = MemoPlacer(vault: vault, repetition: .makesAnother, draft: draft)
    switch try placer.place(text, at: wanted, modified: nil) {
    case .written(let path), .present(let path): return path
    }
  }
}
