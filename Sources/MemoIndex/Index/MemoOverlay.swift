public import MemoCore
public import MemoStore

/// A memo as an editor holds it, to stand in an index in the place of what its file says.
public struct MemoOverlay: Sendable {
  /// Its path.
  public let path: VaultPath
  let memo: FreshMemo

  /// Reads a memo; `nil` for one that is not there, or that no index would hold.
  ///
  /// - Parameter files: those of the vault, with the editor's text in the memo's place.
  public init?(of path: VaultPath, in files: any VaultFiles, _ rules: MemoFileRules) {
    guard !path.components.contains(where: { $0.first == UInt8(ascii: ".") }), rules.showsMemo(at: path),
      let found = try? MemoReading.record(of: path, in: files, rules.titles)
    else { return nil }
    self.path = path
    memo = FreshMemo(stamp: found.stamp, record: found.record.encoded())
  }
}

extension VaultIndex {
  /// The index as it would be if an editor saved its texts; no other memo is read.
  ///
  /// - Parameter files: those of the vault, with these texts in them.
  public func overlaid(by overlays: [MemoOverlay], reading files: any VaultFiles) -> VaultIndex {
    var contents = contents
    // No cache holds that state.
    contents.journal = nil
    for overlay in overlays { contents.state.delta.memos[overlay.path] = overlay.memo }
    return VaultIndex(
      contents, files: files, titles: titles, keeper: keeper, problems: problems, counts: counts)
  }

  /// Whether the same memos have the same places and names in another index, so that what was learned of names from one
  /// holds for the other. Only memos that changed since their common snapshot are compared.
  package func hasNames(of other: VaultIndex) -> Bool {
    guard state.snapshot?.header.generation == other.state.snapshot?.header.generation,
      (state.snapshot == nil) == (other.state.snapshot == nil), titles == other.titles, hidden == other.hidden,
      fresh.count == other.fresh.count
    else { return false }
    return zip(fresh, other.fresh).allSatisfy { mine, theirs in
      guard mine.path == theirs.path else { return false }
      return mine.memo.record == theirs.memo.record || Self.names(of: mine) == Self.names(of: theirs)
    }
  }

  private static func names(of fresh: IndexedMemo.Fresh) -> [[UInt8]]? {
    fresh.memo.record.withUnsafeBytes { bytes in
      (try? MemoRecord.names(of: bytes)).map { names in ([names.title] + names.aliases).map { Array($0) } }
    }
  }
}

extension Vault {
  /// An index without memos, for what is asked before there is another one.
  public func emptyIndex() -> VaultIndex {
    VaultIndex(CacheContents(), files: files, titles: titles, keeper: nil)
  }
}
