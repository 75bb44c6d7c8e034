import MemoCore
import MemoIndex
import MemoStore

/// The headings that change, by themselves or with a link in them, and what keeps the links to them on them.
struct LinkedHeadings {
  private let index: VaultIndex
  private lazy var graph = LinkGraph(of: index)
  private var repairs: [VaultPath: AnchorRepair] = [:]

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
    repairs[path] = ByteEdit.apply(all, to: text).withUnsafeBytes { changed in
      let isOther = AnchorRewriter(before: MemoAnchors(of: text), after: MemoAnchors(of: changed)).mayChange
      return isOther ? AnchorRepair(of: path, from: text, to: changed, in: graph) : nil
    }
  }

  /// Notes how memos change in which nothing but links does.
  mutating func note(_ paths: some Sequence<VaultPath>, by repair: LinkRepair, in vault: Vault) throws {
    for path in paths {
      try ReadMemo(path, in: vault).bytes.withUnsafeBytes {
        note(path, $0, links: repair.rewriting(of: $0, at: path).edits)
      }
    }
  }

  /// The memos with links to such headings, by their paths before the change.
  var memos: Set<VaultPath> { Set(repairs.values.flatMap { $0.memos() }) }

  /// What has to change in the anchors of a memo's links.
  func edits(of text: UnsafeRawBufferPointer, at path: VaultPath) -> [ByteEdit] {
    repairs.values.flatMap { $0.edits(of: text, at: path) }.inOrder
  }

  /// The links of a memo's text that cannot name their headings any more.
  func lostLinks(of text: UnsafeRawBufferPointer, at path: VaultPath) -> [String] {
    repairs.values.flatMap { $0.lostLinks(of: text, at: path) }.sorted()
  }

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
