import MemoCore
import MemoIndex
import MemoStore

/// Has links among memos that are imported together lead to them under the names that they get: a name that is not portable
/// becomes another one, the same in every vault, so a later import finds the memos that are there already. A name that
/// another memo of the vault has is not known before; links to a memo that gets a number for it are found afterwards.
struct ImportedLinks {
  /// The memos as they come.
  private let memos: [LinkResolver.Memo]
  /// The same under their new names.
  private let named: [LinkResolver.Memo]
  private let before: LinkResolver
  private let after: LinkResolver

  /// - Parameter names: the new paths, by the paths that the memos come with; others keep theirs.
  init(_ memos: [LinkResolver.Memo], named names: [VaultPath: VaultPath] = [:]) {
    self.memos = memos
    named = memos.map { LinkResolver.Memo(path: names[$0.path] ?? $0.path, title: $0.title) }
    (before, after) = (LinkResolver(memos), LinkResolver(named))
  }

  /// The new paths that are known before the import: those that no other memo wants. A text file is no memo before.
  static func names(_ wanted: [(origin: VaultPath, path: VaultPath)]) -> [VaultPath: VaultPath] {
    let renamed = wanted.filter { origin, path in
      origin != path && MemoFileRules.hasMemoExtension(origin) && origin.composed != path
    }
    guard !renamed.isEmpty else { return [:] }
    let counts = Dictionary(wanted.map { (Folding.matchKey($0.path.text), 1) }, uniquingKeysWith: +)
    let known = renamed.filter { counts[Folding.matchKey($0.path.text)] == 1 }
    return Dictionary(known.map { ($0.origin, $0.path) }) { first, _ in first }
  }

  /// The text of a memo with links to the new names.
  ///
  /// - Parameters:
  ///   - origin: the path that it comes with.
  ///   - path: the path that it is to get.
  func rewritten(_ contents: [UInt8], at origin: VaultPath, to path: VaultPath) -> [UInt8] {
    var rewriter = LinkRewriter(
      before: before, after: after, memo: { [named] in named[$0] },
      formerPath: { [memos, named] in memos[$0].path == named[$0].path ? nil : memos[$0].path })
    return contents.withUnsafeBytes { bytes in
      ByteEdit.apply(rewriter.rewriting(of: bytes, from: origin, to: path).edits, to: bytes)
    }
  }

  /// The new memos with links that do not lead to the memo that they led to before, which got another name; sorted.
  ///
  /// - Parameter contents: the text of a memo as it came, by the path that it came with.
  func strayed(
    after report: ImportReport, in vault: Vault, _ contents: (VaultPath) -> [UInt8]?
  ) throws -> [VaultPath] {
    let moved = Set(report.renamed.filter(\.isVisible).map(\.origin))
    let names = Dictionary(report.renamed.map { ($0.origin, $0.path) }) { first, _ in first }
    let imported = Set(report.imported)
    let index = try vault.refresh()
    var (old, new) = (LinkLookup(before), LinkLookup(LinkGraph(of: index).resolver))
    var strayed: [VaultPath] = []
    for memo in memos {
      let paths = names[memo.path].map { [$0] } ?? [memo.path, memo.path.composed]
      guard let path = paths.first(where: imported.contains), let came = contents(memo.path) else { continue }
      let meant = came.withUnsafeBytes { bytes in
        InlineLink.targets(in: bytes).map { link -> VaultPath? in
          let origin = old.meaning(of: link, in: bytes, from: memo.path.parent).map { memos[$0.memo].path }
          return origin.flatMap { moved.contains($0) ? names[$0] : nil }
        }
      }
      guard meant.contains(where: { $0 != nil }), let now = try WholeFile.read(path, in: vault.files)?.bytes else {
        continue
      }
      let found = now.withUnsafeBytes { bytes in
        InlineLink.targets(in: bytes).map { link in
          new.meaning(of: link, in: bytes, from: path.parent).map { index.path(at: $0.memo) }
        }
      }
      if zip(meant, found).contains(where: { $0 != nil && $0 != $1 }) { strayed.append(path) }
    }
    return strayed.sorted()
  }
}
