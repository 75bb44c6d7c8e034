/// The name of an object in git's store.
public struct ObjectId: Hashable, Sendable {
  /// Its hexadecimal digits.
  public let digits: [UInt8]

  /// Wraps the digits that git writes.
  public init(digits: some Sequence<UInt8>) {
    self.digits = Array(digits)
  }

  /// Wraps the digits that git writes.
  public init(_ text: String) {
    self.init(digits: text.utf8)
  }

  /// The digits as text.
  public var text: String { String(decoding: digits, as: UTF8.self) }

  /// The first seven digits, for names of files.
  var short: ArraySlice<UInt8> { digits.prefix(7) }
}

extension ObjectId: Comparable {
  /// The order of the digits.
  public static func < (left: ObjectId, right: ObjectId) -> Bool {
    left.digits.lexicographicallyPrecedes(right.digits)
  }
}

/// What git takes an entry of a tree for.
public enum FileMode: UInt32, Sendable {
  /// A file.
  case file = 0o100644
  /// A file that can be run.
  case executable = 0o100755
  /// A symbolic link; its object holds the target.
  case symbolicLink = 0o120000
  /// A commit of another repository.
  case submodule = 0o160000

  /// Whether the entry's object is the content of a file.
  public var isFile: Bool { self == .file || self == .executable }

  /// The octal digits that git writes.
  public var text: String { String(rawValue, radix: 8) }
}

/// A file in a tree of git.
public struct TreeEntry: Hashable, Sendable {
  /// Its path from the root of the tree.
  public let path: VaultPath
  /// What it is.
  public let mode: FileMode
  /// Its content.
  public let id: ObjectId

  /// Puts together an entry.
  public init(path: VaultPath, mode: FileMode = .file, id: ObjectId) {
    self.path = path
    self.mode = mode
    self.id = id
  }

  /// Whether both have the same content and mode, wherever they stand.
  func isSame(as other: TreeEntry?) -> Bool {
    guard let other, id == other.id else { return false }
    // That a memo can be run is no edit: file systems that know no such bit turn it over.
    return mode == other.mode || (isMemo && other.mode.isFile)
  }

  /// Whether it is the file of a memo.
  var isMemo: Bool { mode.isFile && path.canBeMemo }
}

/// What a path holds in each of three trees.
struct TreeSlot {
  let path: VaultPath
  let base: TreeEntry?
  let first: TreeEntry?
  let second: TreeEntry?

  /// What a side has.
  subscript(_ side: MergeSide) -> TreeEntry? { side == .first ? first : second }

  /// The paths at which the sides differ, and those of memos that both do not have any more, in order.
  static func differing(in trees: MergeTrees) -> [TreeSlot] {
    trees.differing.filter(TreePath.isSafe).compactMap { path in
      let slot = TreeSlot(
        path: path, base: trees.base[path], first: trees.first[path], second: trees.second[path])
      return !slot.isAgreed || slot.isGone ? slot : nil
    }
  }

  /// The sides on which a memo of the base is gone that may have moved: both, or one while the other changed it.
  var removals: [MergeSide] {
    guard let base, base.isMemo else { return [] }
    if isGone { return [.first, .second] }
    if first == nil, let second, second.isMemo, second.id != base.id { return [.first] }
    if second == nil, let first, first.isMemo, first.id != base.id { return [.second] }
    return []
  }

  /// Whether it is a memo in the base, and on each side that has something there.
  var isMemo: Bool { base?.isMemo == true && [first, second].allSatisfy { $0?.isMemo ?? true } }

  /// Whether a memo of the base is gone on both sides.
  var isGone: Bool { base?.isMemo == true && first == nil && second == nil }

  /// The side that alone has a memo here.
  var addition: MergeSide? {
    guard base == nil, first == nil || second == nil else { return nil }
    if let first, first.isMemo { return .first }
    if let second, second.isMemo { return .second }
    return nil
  }

  /// A file of the base that is no memo, and that one side does not have any more while the other changed it.
  var removedFile: (side: MergeSide, id: ObjectId)? {
    guard let base, base.mode.isFile, !base.isMemo, first == nil || second == nil, let rest = first ?? second,
      rest.mode.isFile, !rest.isSame(as: base)
    else { return nil }
    return (first == nil ? .first : .second, base.id)
  }

  /// A file that is no memo and that one side alone has.
  var addedFile: (side: MergeSide, id: ObjectId)? {
    guard base == nil, first == nil || second == nil, let entry = first ?? second, entry.mode.isFile, !entry.isMemo
    else { return nil }
    return (second == nil ? .first : .second, entry.id)
  }

  /// Whether both sides have made a memo here.
  var isMadeByBoth: Bool { base == nil && first?.isMemo == true && second?.isMemo == true }

  private var isAgreed: Bool { first.map { $0.isSame(as: second) } ?? (second == nil) }
}

/// One of the two sides of a merge.
enum MergeSide: CaseIterable {
  case first
  case second

  var other: MergeSide { self == .first ? .second : .first }
}

/// Which paths of a tree may become files.
public enum TreePath {
  /// Whether a path stays in the vault on every system and does not reach git's own folder, however it is spelled.
  ///
  /// Its length is no danger: a name of more than 255 bytes is a usual one on macOS, which counts characters. What the file
  /// system of one device refuses is still in the tree for the others.
  public static func isSafe(_ path: VaultPath) -> Bool {
    var rest = path.bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "/")) {
      guard isSafeName(rest[..<end]) else { return false }
      rest = rest[(end + 1)...]
    }
    return isSafeName(rest) && !path.bytes.contains(0)
  }

  private static func isSafeName(_ name: ArraySlice<UInt8>) -> Bool {
    let isDots = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    guard !name.isEmpty, !isDots else { return false }
    // Most names cannot be one of git's by their first byte: a dot, a G, or what HFS+ leaves out, which begins with E2 or EF.
    guard let first = name.first,
      first == UInt8(ascii: ".") || first.lowercasedASCII == UInt8(ascii: "g") || first == 0xE2 || first == 0xEF
    else { return true }
    return !isGitFolder(name)
  }

  private static func isGitFolder(_ name: ArraySlice<UInt8>) -> Bool {
    let visible = String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnorable($0) }
    var bytes = String(String.UnicodeScalarView(visible)).utf8.map(\.lowercasedASCII)[...]
    // Windows reads no further than a colon or a backslash, and leaves out dots and spaces at the end.
    bytes = bytes.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\\") }
    while bytes.last == UInt8(ascii: ".") || bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes.elementsEqual(".git".utf8) || bytes.elementsEqual("git~1".utf8)
  }

  /// What HFS+ leaves out of names (git's `next_hfs_char`).
  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}

extension VaultPath {
  /// The path with a text behind the name's stem, before its ending: `a/b.md` and ` (2)` give `a/b (2).md`. A drawing stays one,
  /// as `a (2).excalidraw.md`.
  func marked(_ mark: some Collection<UInt8>) -> VaultPath {
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    let ending = TextKind.drawingEnding(of: name) ?? name[dot...]
    let stem = name[..<ending.startIndex]
    // A name has at most 255 bytes; it is cut between characters.
    var end = min(stem.endIndex, max(stem.startIndex, stem.startIndex + 255 - mark.count - ending.count))
    while end < stem.endIndex, end > stem.startIndex, UTF8.isContinuation(stem[end]) { end -= 1 }
    return parent.appending(stem[..<end] + mark + ending)
  }

  /// The bytes by which names are compared in file systems that ignore case and normalization.
  var nameKey: [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(\.lowercasedASCII) }
    // Bytes that are no text would all become the same sign.
    return isUTF8 ? Folding.matchKey(text) : bytes
  }
}
