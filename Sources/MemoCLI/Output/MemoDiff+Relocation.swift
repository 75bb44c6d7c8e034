import MemoCore
import MemoKit
import MemoStore

extension MemoDiff {
  /// What a rename or a move would change, without lines that stay.
  static func changes(of relocation: Relocation) -> [MemoDiff] {
    let (path, newPath) = (relocation.path, relocation.newPath)
    let diffs = relocation.rewrites.map { rewrite in
      changes(of: rewrite, at: rewrite.memo.path == path ? newPath : rewrite.memo.path)
    }
    guard path != newPath, !relocation.rewrites.contains(where: { $0.memo.path == path }) else { return diffs }
    return [MemoDiff(from: Side(path: path, bytes: []), to: Side(path: newPath, bytes: []))] + diffs
  }

  /// What a repair of links would change.
  static func changes(of rewrites: [MemoRewrite]) -> [MemoDiff] {
    rewrites.map { changes(of: $0, at: $0.memo.path) }
  }

  private static func changes(of rewrite: MemoRewrite, at newPath: VaultPath) -> MemoDiff {
    MemoDiff(
      from: Side(path: rewrite.memo.path, bytes: rewrite.memo.bytes),
      to: Side(path: newPath, bytes: rewrite.contents), context: 0)
  }
}
