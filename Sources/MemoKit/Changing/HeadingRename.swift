public import MemoCore
public import MemoIndex
public import MemoStore

/// The changes for a heading that gets another text: the memo, and every memo with a link to the heading, or by the
/// title where the heading is that. Nothing is written before `carryOut`.
public struct HeadingRename: Sendable {
  /// The memo with the heading.
  public let path: VaultPath
  /// The memos whose texts change, sorted by path.
  public private(set) var rewrites: [MemoRewrite] = []
  /// Links that will be broken: where the heading is the title, they cannot write the new one.
  public let lostLinks: [Relocation.LostLink]

  /// Finds out what has to change.
  ///
  /// - Parameters:
  ///   - heading: as links name it: `Heading`, `Part#Heading`.
  ///   - text: its new text, on one line.
  /// - Throws: `RenamingError`.
  public init(of heading: String, in memo: ReadMemo, to text: String, in index: VaultIndex, of vault: Vault) throws {
    path = memo.path
    let text = MemoText.oneLine(text)
    var change = try TextChange(of: [path], in: index, of: vault) { [path] bytes in
      [try Self.edit(of: heading, to: text, in: bytes, path)]
    }
    for path in change.memos {
      if let rewrite = try change.rewrite(of: path, keepsTime: false) { rewrites.append(rewrite) }
    }
    if let lost = change.lostAnchors.first {
      throw RenamingError.ambiguousHeading(text, link: lost.target, in: lost.path)
    }
    lostLinks = change.lostLinks
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public func carryOut(_ name: String, by history: OperationHistory, at time: Int64) throws -> PastOperation? {
    let draft = try history.begin(name, at: time)
    for rewrite in rewrites { try draft.replace(rewrite) }
    return try draft.commit()
  }

  /// The change of the heading itself.
  private static func edit(
    of heading: String, to text: String, in bytes: UnsafeRawBufferPointer, _ path: VaultPath
  ) throws -> ByteEdit {
    let start = FrontMatter(bytes).range.upperBound
    let headings = MarkupTree(bytes, from: start).headings
    guard let place = MemoAnchors(of: bytes).heading(heading, .wiki) else {
      throw RenamingError.noHeading(heading, path, others: headings.map(\.text))
    }
    let edit = ByteEdit(headings[place].content, Array(text.utf8))
    let isRead = ByteEdit.apply([edit], to: bytes).withUnsafeBytes { changed in
      let now = MarkupTree(changed, from: FrontMatter(changed).range.upperBound).headings
      // The text may hold marks of Markdown, but no mark of blocks.
      return now.count == headings.count && now[place].level == headings[place].level
        && changed[now[place].content].elementsEqual(text.utf8)
    }
    guard isRead, !text.isEmpty else { throw RenamingError.badHeading(text) }
    return edit
  }
}
