public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for a heading that gets another text: the memo, every memo with a link to the heading, or by the
/// title where the heading is that, and every canvas with a card that shows it. Nothing is written before `carryOut`.
public struct HeadingRename: Sendable {
  /// The memo with the heading.
  public let path: VaultPath
  /// The memos and canvases whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will be broken: where the heading is the title, they cannot write the new one.
  public let lostLinks: [Relocation.LostLink]

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - heading: as links name it, `Heading` or `Part#Heading`; one that is spelled so comes first.
  ///   - text: its new text, on one line.
  /// - Throws: `RenamingError`.
  public init(of heading: String, in memo: ReadMemo, to text: String, in index: VaultIndex, of vault: Vault) throws {
    try self.init(in: memo, to: text, in: index, of: vault) { bytes in
      let anchors = MemoAnchors(of: bytes)
      if let place = anchors.heading(spelled: heading) { return place }
      throw RenamingError.noHeading(heading, memo.path, others: (0..<anchors.count).map(anchors.text))
    }
  }

  /// The same for a heading by its place in the order of the text: no link may name it alone.
  package init(at place: Int, in memo: ReadMemo, to text: String, in index: VaultIndex, of vault: Vault) throws {
    try self.init(in: memo, to: text, in: index, of: vault) { bytes in
      // Whoever found the place may have read another state of the memo.
      guard place < MemoAnchors(of: bytes).count else { throw OperationError.changed([memo.path]) }
      return place
    }
  }

  private init(
    in memo: ReadMemo, to text: String, in index: VaultIndex, of vault: Vault,
    find: @escaping (UnsafeRawBufferPointer) throws -> Int
  ) throws {
    path = memo.path
    let text = MemoText.oneLine(text)
    var change = try TextChange(of: [path], in: index, of: vault) { bytes in
      [try Self.edit(at: try find(bytes), to: text, in: bytes)]
    }
    for path in change.memos {
      if let rewrite = try change.rewrite(of: path, keepsTime: false) { rewrites.append(rewrite) }
    }
    rewrites = (rewrites + change.cards).sorted { $0.memo.path < $1.memo.path }
    if let lost = change.lostAnchors.first {
      throw RenamingError.ambiguousHeading(text, link: lost.target, in: lost.path)
    }
    lostLinks = change.lostLinks
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(_ name: String, by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    try history.replace(rewrites, as: name, at: time)
  }

  /// The change of the heading itself.
  private static func edit(at place: Int, to text: String, in bytes: UnsafeRawBufferPointer) throws -> ByteEdit {
    let headings = MarkupTree(ofMemo: bytes).headings
    guard !headings[place].content.isEmpty else { throw RenamingError.emptyHeading }
    let text = BlockAnchor.keepingName(of: String(decoding: bytes[headings[place].content], as: UTF8.self), in: text)
    let edit = ByteEdit(headings[place].content, Array(text.utf8))
    let isRead = ByteEdit.apply([edit], to: bytes).withUnsafeBytes { changed in
      let now = MarkupTree(ofMemo: changed).headings
      // The text may hold marks of Markdown, but no mark of blocks.
      return now.count == headings.count && now[place].level == headings[place].level
        && changed[now[place].content].elementsEqual(text.utf8)
    }
    guard isRead, !text.isEmpty else { throw RenamingError.badHeading(text) }
    return edit
  }
}
