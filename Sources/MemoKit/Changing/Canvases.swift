import MemoCore
import MemoIndex
import MemoStore

/// The canvases of a vault of Obsidian with cards of files that move, and what keeps these cards on them.
enum Canvases {
  /// - Parameter newPath: where a file is afterwards.
  static func edits(
    in vault: Vault, newPath: (VaultPath) -> VaultPath
  ) -> [(canvas: ReadMemo, edits: [ByteEdit])] {
    edits(in: vault) { CanvasCards.Place(path: newPath($0.path), anchor: $0.anchor) }
  }

  /// - Parameter newPlace: where what a card shows is afterwards.
  private static func edits(
    in vault: Vault, newPlace: (CanvasCards.Place) -> CanvasCards.Place
  ) -> [(canvas: ReadMemo, edits: [ByteEdit])] {
    guard vault.isObsidian else { return [] }
    let canvases = AttachmentFinder.files(endingWith: CanvasCards.ending, in: vault.files)
    return canvases.filter(WantedPath.isCanvas).compactMap { path in
      // One that cannot be read stays as it is.
      guard let canvas = try? ReadMemo(path, in: vault) else { return nil }
      let edits = CanvasCards.edits(of: canvas.bytes, newPlace: newPlace)
      return edits.isEmpty ? nil : (canvas, edits)
    }
  }

  /// The same as the texts that the canvases get.
  static func rewrites(
    in vault: Vault, newPlace: (CanvasCards.Place) -> CanvasCards.Place
  ) -> [MemoRewrite] {
    edits(in: vault, newPlace: newPlace).map { MemoRewrite(memo: $0.canvas, edits: $0.edits, keepsTime: true) }
  }
}
