public import MemoCore
public import MemoIndex
public import MemoStore

/// A memo before one version of a conflict is kept in it. The other version may take along headings, blocks and names that links
/// of other memos use.
public struct SettledMemo {
  private let path: VaultPath
  private let place: Int
  private let text: [UInt8]
  private let index: VaultIndex
  private let vault: Vault

  /// Reads the memo; `nil` where there is none.
  ///
  /// - Parameter index: the vault before anything is settled.
  public init?(_ path: VaultPath, in index: VaultIndex, of vault: Vault) {
    guard let place = index.place(of: path), let memo = try? ReadMemo(path, in: vault) else { return nil }
    (self.path, self.place, self.index, self.vault, text) = (path, place, index, vault, memo.bytes)
  }

  /// A link of another memo to this one.
  private struct Link: Hashable {
    let holder: Int
    let target: [UInt8]
    let kind: MemoLink.Kind
  }

  /// The links of other memos that led to this one, or to something in it, and do not do so any more; those that were rewritten
  /// do.
  ///
  /// - Parameter after: the vault as it is now; asked for only where something may have become of links.
  public func lostLinks(in after: () throws -> VaultIndex) throws -> [Relocation.LostLink] {
    let now = try ReadMemo(path, in: vault).bytes
    guard now != text else { return [] }
    let links = self.links
    guard !links.isEmpty else { return [] }
    let (later, holders) = (LinkGraph(of: try after()), Set(links.map(\.holder)).sorted())
    guard let place = later.index.place(of: path) else { return [] }
    let anchors = [text, now].map { text in text.withUnsafeBytes { MemoAnchors(of: $0) } }
    var (lookup, lost) = (LinkLookup(later.resolver), [Relocation.LostLink]())
    for holder in holders {
      let holderPath = index.path(at: holder)
      guard let holderNow = later.index.place(of: holderPath) else { continue }
      later.follow(holderNow, readsLongMemos: true, &lookup) { link in
        let (target, name) = (Array(link.target), link.anchor.map { String(decoding: $0, as: UTF8.self) })
        let isLost =
          link.resolution.memo == place
          ? name.map { anchors[0].contains($0, link.kind) && !anchors[1].contains($0, link.kind) } ?? false
          : links.contains(Link(holder: holder, target: target, kind: link.kind))
        guard isLost else { return }
        let shown = String(decoding: target, as: UTF8.self) + (name.map { "#\($0)" } ?? "")
        lost.append(Relocation.LostLink(path: holderPath, target: shown))
      }
    }
    return lost
  }

  /// The links of other memos to this one before.
  private var links: Set<Link> {
    let place = place
    let found = LinkGraph(of: index).follow(into: Set<Link>(), readsLongMemos: true) { link, found in
      guard link.memo != place, link.resolution.memo == place else { return }
      found.insert(Link(holder: link.memo, target: Array(link.target), kind: link.kind))
    }
    return found.reduce(into: []) { $0.formUnion($1) }
  }
}
