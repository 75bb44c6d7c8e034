/// Whether a file was saved by an editor that had it open before a merge changed it, and did not look again.
public enum StaleBuffer: Equatable, Sendable {
  /// The file is what somebody wants.
  case keep
  /// What the merge brought is gone, in part or without any other change: perhaps on purpose. The file stays, and a
  /// person should look.
  case doubtful
  /// All that the merge brought is gone, and something else changed: the merge made again on top of the file.
  case weave(LineMerge)

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - old: the text before the merge.
  ///   - merged: the text that the merge put in its place.
  ///   - file: what is there now.
  ///   - kind: what both may be woven to.
  public init(old: [UInt8], merged: [UInt8], file: [UInt8], kind: TextKind = .woven) {
    guard file != merged, old != merged else {
      self = .keep
      return
    }
    let (merge, edit) = (LineDifference(from: old, to: merged).hunks, LineDifference(from: old, to: file).hunks)
    let undone = merge.count { hunk in !edit.contains { Self.touch(hunk, $0) } }
    if undone > 0, undone == merge.count, !edit.isEmpty {
      self = LineMerge(kind, base: old, first: merged, second: file).map { .weave($0) } ?? .doubtful
    } else {
      let isGone = merge.contains { hunk in Self.isGone(hunk, merged, edit.filter { Self.touch(hunk, $0) }, file) }
      self = undone > 0 || isGone ? .doubtful : .keep
    }
  }

  /// Whether an edit changed the lines that a hunk of the merge changed, or stands where it only added some.
  private static func touch(_ hunk: LineDifference.Hunk, _ edit: LineDifference.Hunk) -> Bool {
    // Who changes a line beside one that just came may have meant that one, too.
    if hunk.old.isEmpty { return edit.old.lowerBound...edit.old.upperBound ~= hunk.old.lowerBound }
    return hunk.old.lowerBound < edit.old.upperBound && edit.old.lowerBound < hunk.old.upperBound
  }

  /// Whether nothing is left of the lines that a hunk of the merge brought, where the file was edited.
  private static func isGone(
    _ hunk: LineDifference.Hunk, _ merged: [UInt8], _ edits: [LineDifference.Hunk], _ file: [UInt8]
  ) -> Bool {
    let (brought, there) = (TextLines(merged), TextLines(file))
    let lines = hunk.new.filter { !brought.isBlank(at: $0) }.map { brought.content(at: $0) }
    let kept = edits.flatMap(\.new).map { there.content(at: $0) }
    return !lines.isEmpty && !lines.contains { line in kept.contains { isLike($0, line) } }
  }

  /// Whether a line is another one or an edit of it, such as a ticked box.
  static func isLike(_ line: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    likeness(line, other) * 2 >= other.count
  }

  /// How many bytes both lines have at their start and at their end.
  static func likeness(_ line: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    let head = zip(line, other).prefix { $0 == $1 }.count
    return head + zip(line.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
  }
}
