import MemoCore
import MemoKit
import MemoStore

/// How a memo differs from itself at another time, as git shows it.
struct MemoDiff {
  /// One of the two.
  struct Side {
    let path: VaultPath
    /// Its bytes; `nil` if there is no memo.
    let bytes: [UInt8]?
  }

  /// The whole diff; empty where nothing differs.
  let bytes: [UInt8]
  let added: Int
  let removed: Int

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Compares two sides and shows `context` lines around what differs.
  init(from old: Side, to new: Side, context: Int = 3) {
    let difference = UnifiedDiff(from: old.bytes ?? [], to: new.bytes ?? [], context: context)
    (added, removed) = (difference.added, difference.removed)
    let isMoved = old.bytes != nil && new.bytes != nil && old.path != new.path
    let isMade = (old.bytes == nil) != (new.bytes == nil)
    guard isMoved || isMade || !difference.bytes.isEmpty else {
      bytes = []
      return
    }
    bytes = Self.header(old, new, hasHunks: !difference.bytes.isEmpty) + difference.bytes
  }

  /// Compares two texts of a memo that stays where it is; `nil` where it is not there.
  init(at path: VaultPath, from old: [UInt8]?, to new: [UInt8]?) {
    self.init(from: Side(path: path, bytes: old), to: Side(path: path, bytes: new))
  }

  /// What a move changes that leaves the text as it is.
  init(moving path: VaultPath, to newPath: VaultPath) {
    self.init(from: Side(path: path, bytes: []), to: Side(path: newPath, bytes: []))
  }

  private static func header(_ old: Side, _ new: Side, hasHunks: Bool) -> [UInt8] {
    let oldName = name("a", old.bytes == nil ? new.path : old.path)
    let newName = name("b", new.bytes == nil ? old.path : new.path)
    var lines = [Array("diff --git ".utf8) + oldName + Array(" ".utf8) + newName]
    if old.bytes == nil {
      lines.append(Array("new file mode 100644".utf8))
    } else if new.bytes == nil {
      lines.append(Array("deleted file mode 100644".utf8))
    } else if old.path != new.path {
      lines.append(Array("rename from ".utf8) + QuotedPath.bytes(old.path))
      lines.append(Array("rename to ".utf8) + QuotedPath.bytes(new.path))
    }
    if hasHunks {
      lines.append(Array("--- ".utf8) + place(old, oldName))
      lines.append(Array("+++ ".utf8) + place(new, newName))
    }
    return lines.flatMap { $0 + [newline] }
  }

  /// A tab ends a name with a space in it, which `patch` would end there.
  private static func place(_ side: Side, _ name: [UInt8]) -> [UInt8] {
    guard side.bytes != nil else { return Array("/dev/null".utf8) }
    return name.contains(UInt8(ascii: " ")) ? name + [UInt8(ascii: "\t")] : name
  }

  private static func name(_ side: String, _ path: VaultPath) -> [UInt8] {
    QuotedPath.bytes(VaultPath(bytes: Array("\(side)/".utf8) + path.bytes))
  }

  // MARK: For people

  /// The diff for a terminal: made harmless line by line, then coloured by each line's mark.
  func shown(_ style: Style) -> [UInt8] {
    let lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false).dropLast()
    // Where all lines end alike, their ends are no news.
    let texts = lines.drop { $0.first != UInt8(ascii: "@") }.filter {
      $0.first.map { " +-".utf8.contains($0) } ?? false
    }
    let ending = texts.count { $0.last == Self.carriageReturn }
    let hidesEnds = ending == texts.count
    var isHeader = true
    return lines.flatMap { line -> [UInt8] in
      if line.first == UInt8(ascii: "@") { isHeader = false }
      let isEnded = hidesEnds && line.last == Self.carriageReturn
      let text = TerminalText.visible(isEnded ? line.dropLast() : line, as: .body)
      return Array((Self.styled(text, line.first, isHeader, style) + "\n").utf8)
    }
  }

  private static func styled(_ text: String, _ mark: UInt8?, _ isHeader: Bool, _ style: Style) -> String {
    if isHeader { return style.title(text) }
    switch mark {
    case UInt8(ascii: "@"): return style.date(text)
    case UInt8(ascii: "+"): return style.addition(text)
    case UInt8(ascii: "-"): return style.removal(text)
    case UInt8(ascii: "\\"): return style.faint(text)
    default: return text
    }
  }
}

extension Session {
  /// Writes diffs: coloured and paged for people, exact for programs.
  func write(_ diffs: some Sequence<MemoDiff>) throws {
    if console.outputIsTerminal { return try page(diffs.lazy.map { $0.shown(style) }) }
    for diff in diffs { try write(isColorForced ? diff.shown(style) : diff.bytes) }
  }
}

extension MemoDiff {
  /// What a rename or a move would change, without lines that stay.
  static func changes(of relocation: Relocation) -> [MemoDiff] {
    let rewritten = Set(relocation.rewrites.map(\.memo.path))
    let moved = relocation.moves.filter { $0.newPath != $0.path && !rewritten.contains($0.path) }.map {
      MemoDiff(moving: $0.path, to: $0.newPath)
    }
    return moved + relocation.rewrites.map { changes(of: $0, at: relocation.newPath(of: $0.memo.path)) }
  }

  /// What the move of a folder would change, file by file: each text is read when it is asked for. A memo that another
  /// program changes in the meantime is shown as if only moved.
  static func changes(of relocation: FolderRelocation, in vault: Vault) -> some Sequence<MemoDiff> {
    let edits = Dictionary(uniqueKeysWithValues: relocation.edits.map { ($0.path, $0) })
    return Set(relocation.files + edits.keys).sorted().lazy.map { path in
      let newPath = relocation.newPath(of: path)
      if let rewrite = try? edits[path]?.rewrite(in: vault) { return changes(of: rewrite, at: newPath) }
      return MemoDiff(moving: path, to: newPath)
    }
  }

  /// What a repair of links would change.
  static func changes(of rewrites: [MemoRewrite]) -> [MemoDiff] {
    rewrites.map { changes(of: $0, at: $0.memo.path) }
  }

  /// What takes a memo away.
  static func deletion(of memo: ReadMemo) -> MemoDiff {
    MemoDiff(at: memo.path, from: memo.bytes, to: nil)
  }

  /// What takes a memo away of which only the head was read: its whole text, but of one that is too large for memory only
  /// that it goes.
  static func deletion(ofWhole memo: ReadMemo, in vault: Vault) throws -> MemoDiff {
    do {
      return deletion(of: try ReadMemo(memo.path, in: vault))
    } catch let error as FileError where error.reason == .tooLarge {
      return MemoDiff(at: memo.path, from: [], to: nil)
    }
  }

  private static func changes(of rewrite: MemoRewrite, at newPath: VaultPath) -> MemoDiff {
    MemoDiff(
      from: Side(path: rewrite.memo.path, bytes: rewrite.memo.bytes),
      to: Side(path: newPath, bytes: rewrite.contents), context: 0)
  }
}
