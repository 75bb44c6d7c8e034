public import MemoCore

/// A link of a memo with its place and where it leads.
public struct FollowedLink: Equatable, Sendable {
  /// The link as written.
  public let link: MemoLink
  /// Where it starts.
  public let position: TextPosition
  /// Where it leads.
  public let resolution: LinkResolution
  /// The memo that it leads to, or those that it may mean, in the order of their paths where they are few.
  public let paths: [VaultPath]
  /// How many those are.
  public let memoCount: Int

  /// The memo that it leads to; `nil` for none and for several.
  public var path: VaultPath? { resolution.memo == nil ? nil : paths.first }
}

/// The links of single memos, read from their files for lines and columns.
extension LinkGraph {
  /// Where an ambiguous link may mean more memos, none of them is named: the paths of thousands for each link to them
  /// would take more memory than there is.
  private static let candidateLimit = 100

  /// The links of a memo in the order of its text; `nil` where it is gone.
  public func links(of path: VaultPath) throws(VaultError) -> [FollowedLink]? {
    try text(of: path) { bytes in links(of: path, in: bytes) }
  }

  /// The links of a text in its order, as those of the memo at a path.
  func links(
    of path: VaultPath, in bytes: UnsafeRawBufferPointer, candidateLimit: Int = candidateLimit
  ) -> [FollowedLink] {
    var lookup = LinkLookup(resolver)
    let folder = path.parent
    return LinkSpan.all(in: bytes).map { span in
      let target = Array(bytes[span.link.target])
      let resolution = lookup.resolve(target, span.link.kind, from: folder)
      let numbers = resolution.memo.map { [$0] } ?? lookup.candidates(of: target, span.link.kind, from: folder)
      let named = numbers.count > candidateLimit ? [] : numbers
      return FollowedLink(
        link: MemoLink(span.link, in: bytes), position: span.position, resolution: resolution,
        paths: named.map { index.path(at: $0) }.sorted(), memoCount: numbers.count)
    }
  }

  /// Where a memo links to another, as matches of a search; none where it does not any more.
  func matches(in memo: IndexedMemo, linkingTo target: Int) throws(VaultError) -> [SearchMatch] {
    var lookup = LinkLookup(resolver)
    let folder = memo.path.parent
    let found = try text(of: memo.path) { bytes in
      LinkSpan.matches(in: bytes) { link in
        lookup.resolve(Array(bytes[link.target]), link.kind, from: folder).memo == target
      }
    }
    return found ?? []
  }

  /// The part of a memo that its metadata comes from.
  private func text<Result>(
    of path: VaultPath, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(VaultError) -> Result? {
    var result: Result?
    do {
      _ = try index.files.read(path, limit: MemoMetadata.readLimit) { result = body($0) }
    } catch {
      throw .file(error)
    }
    return result
  }
}
