/// Makes the keys by which memos are found, insensitive to case and normalization. Meant for one name after the other.
public struct NameKeys: Sendable {
  private var folded = FoldedText()

  /// Makes no key yet.
  public init() {}

  /// Adds an entry for each name of a memo.
  ///
  /// - Parameters:
  ///   - title: its hash; `nil` for a memo without title.
  ///   - aliases: their hashes.
  public mutating func addEntries(
    ofMemo memo: Int, at path: VaultPath, title: UInt64?, aliases: [UInt64], to entries: inout [NameEntry]
  ) {
    let stem = path.bytes.dropLast(MemoExtension(of: path.bytes[...])?.length ?? 0)
    stem.withUnsafeBytes { folded.fold($0, by: .names) }
    let name = folded.bytes.lastIndex(of: UInt8(ascii: "/")).map { folded.bytes[($0 + 1)...] } ?? folded.bytes[...]
    entries.append(NameEntry(Self.hash(folded.bytes[...]), .path, memo: memo))
    entries.append(NameEntry(Self.hash(name), .fileName, memo: memo))
    if let title { entries.append(NameEntry(title, .title, memo: memo)) }
    // Each name once: a front matter that repeats one must not make every look-up of it long.
    for alias in aliases.count > 1 ? Array(Set(aliases)) : aliases {
      entries.append(NameEntry(alias, .alias, memo: memo))
    }
  }

  /// The hash of a name without its case and normalization.
  public mutating func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    folded.fold(name, by: .names)
    return Self.hash(folded.bytes[...])
  }

  /// The hash of a name; as the other.
  public mutating func hash(of name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  /// The hash of a name; as the others.
  mutating func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    name.withUnsafeBytes { hash($0) }
  }

  /// The key of a name in a role; of a key, the hash.
  static func key(_ hash: UInt64, _ role: NameRole) -> UInt64 {
    hash ^ (UInt64(role.rawValue) &* 0x9E37_79B9_7F4A_7C15)
  }

  // Swift's own hasher has another seed in each process: no vault can hold names that were made to collide.
  private static func hash(_ folded: ArraySlice<UInt8>) -> UInt64 {
    var hasher = Hasher()
    folded.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
