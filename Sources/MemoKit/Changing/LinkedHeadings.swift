import MemoCore
import MemoIndex
import MemoStore

/// The headings that change, by themselves or with a link in them, and what keeps the links to them on them.
struct LinkedHeadings {
  private let index: VaultIndex
  /// `nil` as long as no heading changes.
  private var repair: AnchorRepair?

  /// - Parameter index: the vault before any change.
  init(in index: VaultIndex) {
    self.index = index
  }

  /// Notes how a memo changes.
  ///
  /// - Parameters:
  ///   - path: the memo in the index.
  ///   - text: its text before the change.
  ///   - edits: the changes of its own, which keep the number and order of headings.
  ///   - links: the changes of links; those that overlap one of its own are none.
  mutating func note(
    _ path: VaultPath, _ text: UnsafeRawBufferPointer, edits: [ByteEdit] = [], links: [ByteEdit]
  ) {
    guard !edits.isEmpty || Self.mayBeInHeadings(links.inOrder, of: text) else { return }
    let all = (edits + links.apart(from: edits)).inOrder
    let after = ByteEdit.apply(all, to: text).withUnsafeBytes { MemoAnchors(of: $0) }
    let rewriter = AnchorRewriter(before: MemoAnchors(of: text), after: after)
    if repair == nil, rewriter.mayChange { repair = AnchorRepair(in: LinkGraph(of: index)) }
    repair?.note(path, rewriter.mayChange ? rewriter : nil)
  }

  /// Notes how memos change in which nothing but links does.
  mutating func note(
    _ paths: some Collection<VaultPath>, by repair: LinkRepair, in vault: Vault,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    for (done, path) in paths.enumerated() {
      progress(done, paths.count)
      try ReadMemo(path, in: vault).bytes.withUnsafeBytes {
        note(path, $0, links: repair.rewriting(of: $0, at: path).edits)
      }
    }
  }

  /// The memos with links to such headings, by their paths before the change.
  var memos: Set<VaultPath> { Set(repair?.memos() ?? []) }

  /// What has to change in the anchors of a memo's links, and those that cannot name their headings any more.
  func rewriting(of text: UnsafeRawBufferPointer, at path: VaultPath) -> (edits: [ByteEdit], lost: [String]) {
    repair?.rewriting(of: text, at: path) ?? ([], [])
  }

  /// What becomes of a memo by other edits and those of its anchors; `nil` where its text stays.
  func rewrite(of memo: ReadMemo, with edits: [ByteEdit]) -> MemoRewrite? {
    let contents = memo.bytes.withUnsafeBytes { bytes in
      ByteEdit.apply((edits + rewriting(of: bytes, at: memo.path).edits).inOrder, to: bytes)
    }
    return contents == memo.bytes ? nil : MemoRewrite(memo: memo, contents: contents, keepsTime: true)
  }

  /// What cards of canvases show afterwards, where that changes.
  ///
  /// - Parameter newPath: where a file is afterwards.
  func cards(in vault: Vault, newPath: (VaultPath) -> VaultPath = { $0 }) -> [MemoRewrite] {
    Canvases.rewrites(in: vault) { [repair] card in
      CanvasCards.Place(
        path: newPath(card.path),
        anchor: card.anchor.map { repair?.anchor($0, ofMemoAt: card.path) ?? $0 })
    }
  }

  /// Whether any heading changes.
  var areChanging: Bool { repair != nil }

  /// Whether the line of a change may be a heading. What holds for the last change of a line holds for those before it, so
  /// each line is looked at once: it may hold thousands.
  private static func mayBeInHeadings(_ edits: [ByteEdit], of text: UnsafeRawBufferPointer) -> Bool {
    edits.indices.contains { place in
      let isLast =
        place == edits.count - 1
        || text[edits[place].range.lowerBound..<edits[place + 1].range.upperBound].contains { "\r\n".utf8.contains($0) }
      return isLast && mayBeInHeading(edits[place], of: text)
    }
  }

  /// Whether the line of a change may be a heading: by a mark before it, or a line below it.
  private static func mayBeInHeading(_ edit: ByteEdit, of text: UnsafeRawBufferPointer) -> Bool {
    let start = text.lineStart(of: edit.range.lowerBound)
    if text[start..<edit.range.lowerBound].contains(UInt8(ascii: "#")) { return true }
    let below = text.nextLineStart(from: edit.range.upperBound)
    let mark = text[below..<text.lineEnd(from: below)].first { $0 != UInt8(ascii: " ") }
    return mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-")
  }
}
