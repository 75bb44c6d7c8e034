/// The place of a file or folder in a vault: its bytes relative to the vault's root, components joined by `/`.
///
/// Compared by bytes, because two names that differ only in normalization are two files; a `String` would join them.
/// The root itself is the empty path. A path never starts or ends with `/` and holds no NUL.
public struct VaultPath: Hashable, Sendable {
  /// The bytes as the file system spells them; they need not be UTF-8.
  public let bytes: [UInt8]

  /// The vault's root.
  public static let root = VaultPath(bytes: [])

  /// Wraps bytes that are a relative path already.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Wraps the UTF-8 of a relative path.
  public init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  /// Word by word: the derived function goes byte by byte, which took a twelfth of the time of a sync.
  public static func == (left: VaultPath, right: VaultPath) -> Bool {
    guard left.bytes.count == right.bytes.count else { return false }
    return left.bytes.withUnsafeBytes { left in
      right.bytes.withUnsafeBytes { right in
        var place = 0
        while place + 8 <= left.count {
          let word = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          guard word == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
          place += 8
        }
        return left[place...].elementsEqual(right[place...])
      }
    }
  }

  /// The path as text, invalid UTF-8 replaced: for showing, never for opening.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the bytes are valid UTF-8, so that `text` is exact.
  public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The bytes after the last `/`.
  public var name: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The folder that holds it; the root for a path of one component.
  public var parent: VaultPath {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { VaultPath(bytes: Array(bytes[..<$0])) } ?? .root
  }

  /// The folders that hold it, the nearest first, without the root.
  package var foldersAbove: [VaultPath] {
    var folders: [VaultPath] = []
    var folder = parent
    while folder != .root {
      folders.append(folder)
      folder = folder.parent
    }
    return folders
  }

  /// Whether it is in a folder or below it.
  public func isBelow(_ folder: VaultPath) -> Bool {
    folder == .root
      || bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
        && bytes.starts(with: folder.bytes)
  }

  /// Whether both stand in the same folder.
  public func isBeside(_ other: VaultPath) -> Bool {
    bytes.dropLast(name.count).elementsEqual(other.bytes.dropLast(other.name.count))
  }

  /// The path of an entry in this folder.
  ///
  /// Inlinable, so that other modules get it for the type of their names: without, it took half of a listing's time.
  @inlinable
  public func appending<Name: Sequence>(_ name: Name) -> VaultPath where Name.Element == UInt8 {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + name.underestimatedCount)
    if !bytes.isEmpty {
      joined.append(contentsOf: bytes)
      joined.append(UInt8(ascii: "/"))
    }
    joined.append(contentsOf: name)
    return VaultPath(bytes: joined)
  }

  /// The path of an entry in this folder.
  public func appending(_ name: String) -> VaultPath {
    appending(name.utf8)
  }

  /// The components in order; none for the root.
  public var components: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "/"))
  }

  /// Whether it or a folder above it is hidden, as the files of programs are.
  package var isHidden: Bool {
    var last = UInt8(ascii: "/")
    return bytes.contains { byte in
      defer { last = byte }
      return byte == UInt8(ascii: ".") && last == UInt8(ascii: "/")
    }
  }

  /// Whether a file here can be a memo: its name is one of a memo, and it is not in a hidden folder, such as Obsidian's `.trash`.
  package var canBeMemo: Bool { MemoExtension(of: name) != nil && !isHidden }
}

extension VaultPath {
  /// Hashes all bytes at once: an array's own hash takes them one by one, which showed in the profile of a first index.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension VaultPath: Comparable {
  /// Byte order: the tie-breaker of every sorted list.
  public static func < (left: VaultPath, right: VaultPath) -> Bool {
    left.bytes.withUnsafeBytes { left in right.bytes.withUnsafeBytes { precedes(left, $0) } }
  }

  /// Compares eight bytes at a time: byte by byte, sorting showed in the profile of a first index.
  private static func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let shorter = min(left.count, right.count)
    var index = 0
    while index + 8 <= shorter {
      // The first byte decides, so it has to be the highest.
      let leftWord = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let rightWord = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      if leftWord != rightWord { return leftWord < rightWord }
      index += 8
    }
    while index < shorter {
      if left[index] != right[index] { return left[index] < right[index] }
      index += 1
    }
    return left.count < right.count
  }
}

/// The endings that make a file a memo.
enum MemoExtension: CaseIterable {
  case md
  case markdown

  /// How many bytes it has with its dot.
  var length: Int { bytes.utf8CodeUnitCount }

  /// The ending with its dot.
  var bytes: StaticString {
    switch self {
    case .md: ".md"
    case .markdown: ".markdown"
    }
  }

  /// The ending of a name, ASCII case aside; `nil` for another one and for a name that is nothing else.
  init?<Name: RandomAccessCollection>(of name: Name) where Name.Element == UInt8, Name.Index == Int {
    // The last letter rules out most names.
    guard let last = name.last, last | 0x20 == UInt8(ascii: "d") || last | 0x20 == UInt8(ascii: "n"),
      let found = Self.allCases.first(where: { $0.ends(name) })
    else { return nil }
    self = found
  }

  /// A name or path without its ending, if it has one.
  static func stem<Name: RandomAccessCollection>(of name: Name) -> Name.SubSequence
  where Name.Element == UInt8, Name.Index == Int {
    name.dropLast(MemoExtension(of: name)?.length ?? 0)
  }

  private func ends<Name: RandomAccessCollection>(_ name: Name) -> Bool
  where Name.Element == UInt8, Name.Index == Int {
    guard name.count > length, name[name.endIndex - length - 1] != UInt8(ascii: "/") else { return false }
    return zip(name.suffix(length), UnsafeBufferPointer(start: bytes.utf8Start, count: length))
      .allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $1 != UInt8(ascii: ".") }
  }
}
