import MemoCore
import MemoIndex
import MemoStore
import MemoSync

/// What has to change in the links that one side of a merge wrote while the other side gave the memos that they lead to, or
/// their own, another path or title. Nothing is written here.
///
/// Each device that has both sides comes to the same texts: a link changes only where the side that wrote it would have led
/// it to the memo, and only in lines that the side which moved the memo does not have, because those have followed.
struct FollowedLinks {
  /// The memos whose texts change.
  private(set) var rewrites: [VaultPath: MemoRewrite] = [:]
  /// Whether every memo could be looked at.
  private(set) var isWhole = true

  private let vault: Vault
  private let index: VaultIndex
  private let waiting: Set<VaultPath>
  private let texts: StoredTexts
  /// Where memos went that were moved, by their former paths.
  private let moved: [VaultPath: VaultPath]
  private var edits: [VaultPath: Edited] = [:]

  private static let memosAtOnce = 256

  /// Finds them.
  ///
  /// - Parameters:
  ///   - merges: each of two sides.
  ///   - waiting: files that are not as the merges have them.
  ///   - index: of the files as they are after the merges.
  init(
    of merges: [LinkedMerge], besides waiting: Set<VaultPath>, in index: VaultIndex, of vault: Vault,
    texts: StoredTexts
  ) throws {
    (self.index, self.vault, self.waiting, self.texts) = (index, vault, waiting, texts)
    moved = Dictionary(vault.movedMemos.moves.map { ($0.from, $0.to) }) { $1 }
    for merge in merges where merge.sides.count == 2 {
      // What has come in does not follow what is saved after it.
      let directions = (merge.isOfSaves ? 0...0 : 0...1).map { Direction(merge, writer: $0) }
      let entries = directions.flatMap(\.formerEntries)
      var known: [TreeEntry: [UInt8]]?
      for direction in directions {
        try follow(direction) { wanted in
          // Few are asked for at once, for both directions: each question is a process.
          guard entries.count <= Self.memosAtOnce else { return try texts.texts(of: wanted) }
          let answer = try known ?? texts.texts(of: entries)
          known = answer
          return answer
        }
      }
    }
    for (path, edited) in edits {
      let kept = edited.memo.bytes.withUnsafeBytes { edited.edits.withoutTwinLines(of: edited.others, in: $0) }
      rewrites[path] = MemoRewrite(memo: edited.memo, edits: kept, keepsTime: true)
    }
  }

  /// A memo whose links change.
  private struct Edited {
    let memo: ReadMemo
    var edits: [SideEdit] = []
    /// For each side, the lines that the other one alone has.
    var others: [Set<[UInt8]>] = [[], []]
  }

  /// The side whose links are looked at, and the one whose moves they follow.
  private struct Direction {
    /// What the writer did to memos of the base, by their paths there.
    let written: [VaultPath: MergedSide.Memo]
    let moved: [VaultPath: MergedSide.Memo]
    let writer: MergedSide
    let mover: MergedSide
    /// Which of the two sides writes.
    let number: Int
    let merge: LinkedMerge

    init(_ merge: LinkedMerge, writer number: Int) {
      (self.merge, self.number) = (merge, number)
      (writer, mover) = (merge.sides[number], merge.sides[1 - number])
      // What was saved on top of the mover's side knows no path of its base.
      written = merge.isOfSaves ? [:] : Self.byBase(writer.memos)
      moved = Self.byBase(mover.memos + mover.merged)
    }

    /// What the mover has of a memo of the base: more than one memo, where a merge gave it two names.
    func names(of path: VaultPath) -> [MergedSide.Memo] {
      merge.isOfSaves ? [] : [moved[path]].compactMap(\.self) + (mover.twins[path] ?? [])
    }

    /// What the mover's memos were where the writer wrote.
    var formerEntries: [TreeEntry] { mover.memos.compactMap(formerEntry) }

    /// What a memo of the mover's was where the writer wrote; `nil` where it was not there.
    func formerEntry(of memo: MergedSide.Memo) -> TreeEntry? {
      memo.base.map { written[$0.path]?.entry ?? $0 }
    }

    private static func byBase(_ memos: [MergedSide.Memo]) -> [VaultPath: MergedSide.Memo] {
      Dictionary(memos.compactMap { memo in memo.base.map { ($0.path, memo) } }) { first, _ in first }
    }
  }

  /// A memo that the writer wrote.
  private struct Candidate {
    let memo: MergedSide.Memo
    /// Where the merge has it.
    let path: VaultPath
    /// Where it is now.
    let now: VaultPath
    /// What the mover has of it; `nil` where it has nothing.
    let other: TreeEntry?
  }

  /// - Parameter read: reads some of the `formerEntries`.
  private mutating func follow(
    _ direction: Direction, _ read: ([TreeEntry]) throws -> [TreeEntry: [UInt8]]
  ) throws {
    let candidates = candidates(in: direction)
    guard !candidates.isEmpty else { return }
    let (former, merged) = (try formerMemos(direction, read), try mergedMemos(direction))
    guard !former.isEmpty || !merged.isEmpty || !direction.mover.files.isEmpty else { return }
    let repair = LinkRepair(of: index, changes: former, adding: merged.map(\.memo), heirs: merged.map(\.heir))
    for start in stride(from: 0, to: candidates.count, by: Self.memosAtOnce) {
      let part = candidates[start..<min(start + Self.memosAtOnce, candidates.count)]
      let texts = try texts.texts(of: part.flatMap { [$0.memo.entry, $0.other].compactMap(\.self) })
      for candidate in part {
        guard let written = texts[candidate.memo.entry] else { continue }
        let other = candidate.other.flatMap { texts[$0] } ?? []
        try follow(candidate, WrittenLines(of: written, besides: other), repair, direction)
      }
    }
  }

  /// Where a memo of a merge is now: elsewhere, if it was moved since.
  private func currentPath(of path: VaultPath) -> VaultPath {
    index.place(of: path) == nil ? moved[path] ?? path : path
  }

  /// The memos with links.
  private mutating func candidates(in direction: Direction) -> [Candidate] {
    var candidates: [Candidate] = []
    for memo in direction.writer.memos {
      let others = memo.base.map { direction.names(of: $0.path) } ?? []
      // Of two names in the merge, one memo may be left.
      let paths = Dictionary(([memo.path] + others.map(\.path)).map { (currentPath(of: $0), $0) }) { $1 }
      for (now, path) in paths.sorted(by: { $0.key < $1.key }) {
        // Links to files alone are not in the index.
        let mayHaveLinks = index.hasLinks(in: now) || !direction.mover.files.isEmpty && index.place(of: now) != nil
        guard mayHaveLinks, !vault.isTemplate(now) else { continue }
        if waiting.contains(path) || waiting.contains(now) {
          isWhole = false
        } else {
          let other = others.first { $0.path == path } ?? others.first
          candidates.append(Candidate(memo: memo, path: path, now: now, other: other?.entry ?? memo.base))
        }
      }
    }
    return candidates
  }

  /// What the memos that the mover made or changed were where the writer wrote, by their paths now; `nil` for one that was
  /// not there. Those that are what they were are left out.
  private func formerMemos(
    _ direction: Direction, _ read: ([TreeEntry]) throws -> [TreeEntry: [UInt8]]
  ) throws -> [VaultPath: LinkResolver.Memo?] {
    var former: [VaultPath: LinkResolver.Memo?] = [:]
    let made = Set(direction.writer.memos.filter { $0.base == nil }.map(\.path))
    let memos = direction.mover.memos
    let paths = Set(memos.map(\.path))
    // The merge may have given the writer's own memos other names.
    for memo in direction.writer.memos where memo.path != memo.entry.path {
      let now = currentPath(of: memo.path)
      guard let place = index.place(of: now) else { continue }
      let title = index.linkedMemo(at: place).title
      former.updateValue(LinkResolver.Memo(path: memo.entry.path, title: title), forKey: now)
    }
    for start in stride(from: 0, to: memos.count, by: Self.memosAtOnce) {
      let part = memos[start..<min(start + Self.memosAtOnce, memos.count)].map { memo in
        (memo, then: direction.formerEntry(of: memo))
      }
      let texts = try read(part.compactMap(\.then))
      for (memo, then) in part {
        let path = memo.path
        guard let then else {
          // Whoever saves in the middle of a sync may have seen it.
          if !made.contains(path), !direction.merge.isOfSaves {
            former.updateValue(nil, forKey: currentPath(of: path))
          }
          continue
        }
        // So may they have seen the memo that has its name now.
        if direction.merge.isOfSaves, then.path != path, index.place(of: then.path) != nil { continue }
        // One that both sides gave another path has both.
        let isThere = !paths.contains(then.path) && index.place(of: then.path) != nil
        if isThere { former.updateValue(nil, forKey: currentPath(of: path)) }
        let merged = isThere ? then.path : path
        let now = currentPath(of: merged)
        guard let place = index.place(of: now), let text = texts[then] else { continue }
        let title = MemoText.title(of: text, titledBy: vault.titleSource(at: then.path))
        if then.path == merged, title.utf8.elementsEqual(index.linkedMemo(at: place).title.utf8) { continue }
        former.updateValue(LinkResolver.Memo(path: then.path, title: title), forKey: now)
      }
    }
    return former
  }

  /// What the memos that the mover merged into others were where the writer wrote, each with the one that has its text.
  private func mergedMemos(_ direction: Direction) throws -> [(memo: LinkResolver.Memo, heir: VaultPath)] {
    let memos = direction.mover.merged.compactMap { memo in
      memo.base.map { (then: direction.written[$0.path]?.entry ?? $0, heir: currentPath(of: memo.path)) }
    }.filter { index.place(of: $0.then.path) == nil && index.place(of: $0.heir) != nil }
    let texts = try texts.texts(of: memos.map(\.then))
    return memos.compactMap { then, heir in
      texts[then].map { text in
        let title = MemoText.title(of: text, titledBy: vault.titleSource(at: then.path))
        let aliases = MemoParser.metadata(of: text).aliases
        return (LinkResolver.Memo(path: then.path, title: title, aliases: aliases), heir)
      }
    }
  }

  /// What keeps links leading to files that are no memos, where the mover gave these another path.
  private func movedFiles(_ direction: Direction) -> FileTargetRewriter {
    let (moved, files) = (direction.mover.files, vault.files)
    return FileTargetRewriter(
      file: { moved[$0] != nil && files.stamp(of: $0) == nil ? $0 : nil }, folder: { _ in nil },
      fileByEnd: { _ in nil },
      newPath: { moved[$0] ?? $0 })
  }

  /// Notes what has to change in a memo as it is now; nothing in one that is gone or cannot be read.
  private mutating func follow(
    _ candidate: Candidate, _ lines: WrittenLines, _ repair: LinkRepair, _ direction: Direction
  ) throws {
    let (then, now) = (candidate.memo.entry.path, candidate.now)
    let memo: ReadMemo
    do {
      memo = try edits[now]?.memo ?? ReadMemo(now, in: vault)
    } catch VaultError.noSuchMemo {
      return
    } catch is FileError {
      isWhole = false
      return
    }
    var rewriter = repair.reversedRewriter()
    let found = try memo.bytes.withUnsafeBytes { bytes in
      let links = rewriter.rewriting(of: bytes, from: then, to: now).edits
      let files = FileLinks(ofMoving: [(then, memo.bytes, now)], in: vault).edits(of: bytes, from: then, to: now)
      let moved = movedFiles(direction).edits(of: bytes, from: then.parent, to: now.parent)
      let others = (moved + files.apart(from: moved)).apart(from: links)
      let edits = (links + others).byLine(in: bytes, \.range.lowerBound)
      let own = edits.filter { lines.hold(Array(bytes[$0.line])) }.flatMap(\.elements)
      let parts = edits.filter { lines.lack(Array(bytes[$0.line])) }
        .map { ($0.line, $0.elements.filter { lines.holdTarget(Array(bytes[$0.range])) }) }.filter { !$1.isEmpty }
      guard !parts.isEmpty, let merged = try texts.text(of: candidate.path, in: direction.merge) else { return own }
      // Not what has been written there since.
      let madeLines = WrittenLines.lines(of: merged)
      return own + parts.filter { madeLines.contains(Array(bytes[$0.0])) }.flatMap(\.1)
    }
    guard !found.isEmpty else { return }
    var edited = edits[now] ?? Edited(memo: memo)
    let new = found.apart(from: edited.edits.map(\.edit))
    edited.edits += new.map { SideEdit(edit: $0, side: direction.number) }
    edited.others[direction.number].formUnion(lines.othersAlone)
    edits[now] = edited
  }
}

/// An edit of a line that one of the two sides wrote.
struct SideEdit {
  let edit: ByteEdit
  let side: Int
}

/// A line with edits, which lines with edits may stand next to.
private struct EditedLine {
  let range: Range<Int>
  /// What it is afterwards.
  let text: [UInt8]
  let sides: Set<Int>

  init(_ range: Range<Int>, _ edits: [SideEdit], in bytes: UnsafeRawBufferPointer) {
    self.range = range
    let moved = edits.map { edit in
      let place = edit.edit.range
      return ByteEdit(
        place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound, edit.edit.bytes)
    }
    text = ByteEdit.apply(moved.inOrder, to: UnsafeRawBufferPointer(rebasing: bytes[range]))
    sides = Set(edits.map(\.side))
  }

  /// What lines have in common that are the same afterwards, and by the same sides.
  struct Kind: Hashable {
    let text: [UInt8]
    let sides: Set<Int>
  }

  var kind: Kind { Kind(text: text, sides: sides) }

  /// The kind of the line of the other side that is the same afterwards; of a line by both, none is of that kind.
  var twin: Kind { Kind(text: text, sides: Set([0, 1]).subtracting(sides)) }
}

extension [SideEdit] {
  /// The edits. A line that is the same afterwards as one of the other side's next to it, with no others between, goes: the
  /// two were versions of one line, as both sides had changed where its links lead.
  ///
  /// - Parameter others: for each side, the lines that the other one alone has.
  func withoutTwinLines(of others: [Set<[UInt8]>], in bytes: UnsafeRawBufferPointer) -> [ByteEdit] {
    let edits = byLine(in: bytes, \.edit.range.lowerBound)
    let lines = edits.map { EditedLine($0.line, $0.elements, in: bytes) }
    /// How many lines of a run have no twin yet.
    var run: [EditedLine.Kind: Int] = [:]
    /// What goes with a line, by the line's start.
    var gone: [Int: Range<Int>] = [:]
    var end = 0
    for line in lines {
      // Paragraphs of which there are two versions have a blank line between them.
      let isNext = bytes[end..<line.range.lowerBound].allSatisfy { " \t\r\n".utf8.contains($0) }
      if !isNext { run = [:] }
      if let count = run[line.twin], count > 0 {
        run[line.twin] = count - 1
        gone[line.range.lowerBound] = end..<line.range.upperBound
      } else {
        run[line.kind, default: 0] += 1
      }
      end = line.range.upperBound
    }
    var places = Set(lines.map(\.range.lowerBound))
    for line in lines where gone[line.range.lowerBound] == nil {
      guard line.sides.allSatisfy({ others[$0].contains(line.text) }),
        let twin = bytes.linesNext(to: line.range).first(where: { twin in
          !places.contains(twin.lowerBound) && bytes[twin].elementsEqual(line.text)
        })
      else { continue }
      places.insert(twin.lowerBound)
      let isAbove = twin.upperBound <= line.range.lowerBound
      gone[line.range.lowerBound] =
        isAbove ? twin.upperBound..<line.range.upperBound : line.range.lowerBound..<twin.lowerBound
    }
    let kept = edits.filter { gone[$0.line.lowerBound] == nil }.flatMap { $0.elements.map(\.edit) }
    return (kept + gone.values.map { ByteEdit($0, []) }).inOrder
  }
}

extension Array {
  /// The elements by the lines that their places are in, in the order of the text; each line is found once.
  fileprivate func byLine(
    in bytes: UnsafeRawBufferPointer, _ place: (Element) -> Int
  ) -> [(line: Range<Int>, elements: [Element])] {
    var lines: [(line: Range<Int>, elements: [Element])] = []
    for element in sorted(by: { place($0) < place($1) }) {
      if let last = lines.last, place(element) <= last.line.upperBound {
        lines[lines.count - 1].elements.append(element)
      } else {
        let start = bytes.lineStart(of: place(element))
        lines.append((start..<bytes.lineEnd(from: start), [element]))
      }
    }
    return lines
  }
}

extension UnsafeRawBufferPointer {
  /// The lines above and below another one that are not blank.
  fileprivate func linesNext(to line: Range<Int>) -> [Range<Int>] {
    let isText: (UInt8) -> Bool = { !" \t\r\n".utf8.contains($0) }
    let above = self[..<line.lowerBound].lastIndex(where: isText)
    let below = self[line.upperBound...].firstIndex(where: isText)
    return [above, below].compactMap(\.self).map { lineStart(of: $0)..<lineEnd(from: $0) }
  }
}
