import MemoCore
import MemoIndex
import MemoStore

/// A text that is put together of parts of memos.
struct RearrangedText {
  /// A piece of it.
  enum Part {
    /// New text; links in it are not looked at.
    case new([UInt8])
    /// A link to another text, with what is before and behind it.
    case link(to: VaultPath, before: [UInt8], after: [UInt8])
    /// A range of a memo as it is.
    case moved(VaultPath, Range<Int>)
    /// New text in place of a range of a memo, whose links are no more.
    case replaced(VaultPath, Range<Int>, by: [UInt8])

    /// The range of a memo that comes here.
    var source: (path: VaultPath, range: Range<Int>)? {
      switch self {
      case .new, .link: nil
      case .moved(let path, let range), .replaced(let path, let range, _): (path, range)
      }
    }
  }

  /// The memo that has it.
  let path: VaultPath
  /// Its pieces in order.
  let parts: [Part]

  /// The text with its links to other texts, which can only be written once the new names are known.
  ///
  /// - Throws: `RearrangingError.unlinkable`.
  func linked(by repair: LinkRepair, in index: VaultIndex) throws -> RearrangedText {
    RearrangedText(path: path, parts: try parts.map { try linked($0, by: repair, in: index) })
  }

  private func linked(_ part: Part, by repair: LinkRepair, in index: VaultIndex) throws -> Part {
    guard case .link(let other, let before, let after) = part else { return part }
    let place = index.place(of: other) ?? index.placeCount
    guard let link = repair.link(to: place, from: path.parent) else { throw RearrangingError.unlinkable(other) }
    return .new(before + link + after)
  }
}

extension RearrangedText.Part {
  /// What is written for it.
  ///
  /// - Parameters:
  ///   - sources: the memos of which parts move.
  ///   - edits: changes in them, in any order.
  func bytes(of sources: [VaultPath: MovedMemo], _ edits: [VaultPath: [ByteEdit]]) -> [UInt8] {
    switch self {
    case .new(let bytes), .replaced(_, _, let bytes): return bytes
    case .link(_, let before, let after): return before + after
    case .moved(let path, let range):
      let own = (edits[path] ?? []).filter { range.contains($0.range.lowerBound) }.inOrder
      let moved = own.map {
        ByteEdit($0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound, $0.bytes)
      }
      let part = Array((sources[path]?.bytes ?? [])[range])
      return ByteEdit.apply(moved, to: part)
    }
  }
}
