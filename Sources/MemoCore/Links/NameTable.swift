/// Memos by the keys of their names: a hash table in two arrays, so that nothing is allocated for a name and those that
/// many memos share stand in one row.
struct NameTable: Sendable {
  private var entries: [NameEntry]
  private var heads: [UInt32]

  /// What a key leads to.
  enum Holder: Equatable {
    case none
    case one(Int)
    /// At least two memos, whatever the endings of their files.
    case several
  }

  /// Takes runs of entries in the order of their memos' numbers.
  init(_ runs: [[NameEntry]]) {
    entries = []
    entries.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for run in runs { entries.append(contentsOf: run) }
    var rows = 1
    while rows < entries.count { rows *= 2 }
    heads = Array(repeating: 0, count: rows)
    // Backwards, so that each row is in the order of the numbers.
    for place in entries.indices.reversed() {
      let row = Int(entries[place].key & UInt64(rows - 1))
      entries[place].next = heads[row]
      heads[row] = UInt32(place + 1)
    }
  }

  /// The memo that a key leads to, where its file has an ending; it stops at the second.
  @inline(__always)
  func holder(of key: UInt64, _ ending: LinkStep.Ending = .any) -> Holder {
    var found: NameEntry?
    var place = heads[Int(key & UInt64(heads.count - 1))]
    while place != 0 {
      let entry = entries[Int(place - 1)]
      if entry.key == key {
        guard found == nil else { return .several }
        found = entry
      }
      place = entry.next
    }
    guard let found, ending.fits(found.ending) else { return .none }
    return .one(Int(found.memo))
  }

  /// All memos that a key leads to, by number, the lowest first.
  func holders(of key: UInt64) -> [Int] {
    var memos: [Int] = []
    var place = heads[Int(key & UInt64(heads.count - 1))]
    while place != 0 {
      let entry = entries[Int(place - 1)]
      if entry.key == key { memos.append(Int(entry.memo)) }
      place = entry.next
    }
    return memos
  }

  /// The memos of each name in a role that at least two have.
  func groups(of role: NameRole) -> [[Int]] {
    entries.compactMap { entry in
      guard entry.role == role, isFirst(entry) else { return nil }
      let memos = holders(of: entry.key)
      return memos.count > 1 ? memos : nil
    }
  }

  /// Whether no memo with a lower number has the name.
  private func isFirst(_ wanted: NameEntry) -> Bool {
    var place = heads[Int(wanted.key & UInt64(heads.count - 1))]
    while place != 0 {
      let entry = entries[Int(place - 1)]
      if entry.key == wanted.key { return entry.memo == wanted.memo }
      place = entry.next
    }
    return false
  }
}

/// What a name is to the memo that goes by it.
enum NameRole: UInt8, CaseIterable {
  /// The path from the vault's root, without extension.
  case path
  /// The last components of that path, in each number: all memos have their file name in this role.
  case pathEnd
  case title
  case alias
}

/// A name of a memo, as a table keeps it: in sixteen bytes, for a large vault has millions.
public struct NameEntry: Sendable {
  /// The key, and above it the ending of the memo's file.
  private let bits: UInt64
  /// The memo's number.
  public let memo: UInt32
  /// The entry with the next higher number in the same row of the table, counted from 1; 0 for none.
  var next: UInt32 = 0

  init(_ hash: UInt64, _ role: NameRole, memo: Int, _ ending: MemoExtension?) {
    let number: UInt64 =
      switch ending {
      case nil: 0
      case .md: 1
      case .markdown: 2
      }
    bits = NameKeys.key(hash, role) | number << NameKeys.bitCount
    self.memo = UInt32(memo)
  }

  /// The hash of the folded name, mixed with its role.
  var key: UInt64 { bits & ~(~0 << NameKeys.bitCount) }

  /// What the name is to the memo.
  var role: NameRole? { NameKeys.role(ofKey: key) }

  /// That of the memo's file.
  var ending: MemoExtension? {
    switch bits >> NameKeys.bitCount {
    case 1: .md
    case 2: .markdown
    default: nil
    }
  }
}

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
    let ending = MemoExtension(of: path.bytes[...])
    let stem = path.bytes.dropLast(ending?.length ?? 0)
    stem.withUnsafeBytes { folded.fold($0, by: .names) }
    let whole = Self.hash(folded.bytes[...])
    entries.append(NameEntry(whole, .path, memo: memo, ending))
    var hasFolder = false
    for index in folded.bytes.indices.reversed() where folded.bytes[index] == UInt8(ascii: "/") {
      entries.append(NameEntry(Self.hash(folded.bytes[(index + 1)...]), .pathEnd, memo: memo, ending))
      hasFolder = true
    }
    if !hasFolder { entries.append(NameEntry(whole, .pathEnd, memo: memo, ending)) }
    if let title { entries.append(NameEntry(title, .title, memo: memo, ending)) }
    // Each name once: a front matter that repeats one must not make every look-up of it long.
    for alias in aliases.count > 1 ? Array(Set(aliases)) : aliases {
      entries.append(NameEntry(alias, .alias, memo: memo, ending))
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

  /// How many bits of a key are used.
  static let bitCount = hashBitCount + 2
  private static let hashBitCount = 60

  /// The key of a name in a role, which is in the two bits above the hash.
  static func key(_ hash: UInt64, _ role: NameRole) -> UInt64 {
    let role = UInt64(role.rawValue)
    // Mixed, so that the roles of one name are in different rows of a table.
    return (hash ^ (role &* 0x9E37_79B9_7F4A_7C15)) & ~(~0 << hashBitCount) | role << hashBitCount
  }

  /// The role of a key.
  static func role(ofKey key: UInt64) -> NameRole? { NameRole(rawValue: UInt8(key >> hashBitCount & 3)) }

  // Swift's own hasher has another seed in each process: no vault can hold names that were made to collide.
  private static func hash(_ folded: ArraySlice<UInt8>) -> UInt64 {
    var hasher = Hasher()
    folded.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Finds the names, and the targets of links, that may have to do with one memo; most are ruled out by their last byte.
///
/// Meant for one name after the other: it keeps a buffer.
public struct NameFilter: Sendable {
  private let hashes: Set<UInt64>
  /// Bit `n % 64` of word `n / 64` is set where a folded name may end with byte `n`, its extension left out.
  private let ends: SIMD4<UInt64>
  private var keys = NameKeys()
  /// Whether a link to a folder may lead to the memo.
  private let mayBeFolder: Bool

  private static let slash = UInt8(ascii: "/")

  /// The names of a folder's own memo, without extension: a link to the folder leads to it.
  public static var folderMemos: [[UInt8]] { LinkAddress.folderMemos }

  /// Whether a memo is a folder's own by its name.
  public static func isOfFolder(_ path: VaultPath) -> Bool {
    let key = Folding.matchKey(String(decoding: MemoExtension.stem(of: path.name), as: UTF8.self))
    return folderMemos.contains { Folding.matchKey(String(decoding: $0, as: UTF8.self)) == key }
  }

  /// Takes all that a memo goes by: its path, title and aliases.
  public init(_ names: [[UInt8]]) {
    var hashes: Set<UInt64> = []
    var ends = SIMD4<UInt64>()
    var folded = FoldedText()
    for name in names.flatMap(Self.variants) where !name.isEmpty {
      hashes.insert(keys.hash(name[...]))
      name.withUnsafeBytes { folded.fold($0, by: .names) }
      let end = MemoExtension.stem(of: folded.bytes).last ?? 0
      ends[Int(end >> 6)] |= 1 << UInt64(end & 63)
    }
    self.hashes = hashes
    self.ends = ends
    var isFolder = false
    for name in LinkAddress.folderMemos where hashes.contains(keys.hash(name[...])) { isFolder = true }
    mayBeFolder = isFolder
  }

  /// Takes what links ask for: a memo to which one of them may lead has a name that passes.
  ///
  /// - Parameter links: targets as written, without heading and label.
  public init(askedBy links: [(target: [UInt8], kind: MemoLink.Kind)]) {
    let addresses = links.map { link in link.target.withUnsafeBytes { LinkAddress($0, link.kind) } }
    self.init(addresses.flatMap { $0.isFolder ? LinkAddress.folderMemos : [$0.bytes] })
  }

  /// Whether a name, of a file with its extension, may be one by which links that are meant for the memo ask.
  @inline(__always)
  public mutating func mayHold(_ name: UnsafeRawBufferPointer) -> Bool {
    mayEndWell(name) && hashes.contains(keys.hash(name))
  }

  /// Whether a link may lead to the memo; where it does, this is never false.
  public mutating func mayLead(_ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind) -> Bool {
    if mayBeFolder, kind == .markdown, target.last == Self.slash { return true }
    guard kind == .wiki || !target.contains(where: { "%\\".utf8.contains($0) }) else {
      let bytes = LinkAddress(target, kind).bytes
      return bytes.withUnsafeBytes { mayHold(Self.lastName(of: $0)) }
    }
    return mayHold(Self.lastName(of: target))
  }

  /// The name itself and what follows its last slash, each without extension and with each of them: a link asks for all
  /// of these in turn.
  private static func variants(of name: [UInt8]) -> [[UInt8]] {
    let last = name.lastIndex(of: slash).map { Array(name[($0 + 1)...]) } ?? name
    return [name, last].flatMap { name in
      let stem = Array(MemoExtension.stem(of: name))
      return [stem, stem + Array(".md".utf8), stem + Array(".markdown".utf8), name]
    }
  }

  private static func lastName(of path: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // A title may end with a slash.
    guard let slash = path.lastIndex(of: slash), slash + 1 < path.count else { return path }
    return path.part((slash + 1)...)
  }

  /// Folding keeps the last byte of a name that ends with ASCII, capitals aside, or with a plain scalar; other names pass.
  @inline(__always)
  private func mayEndWell(_ name: UnsafeRawBufferPointer) -> Bool {
    let count = name.count - (MemoExtension(of: name)?.length ?? 0)
    guard count > 0 else { return false }
    let end = name[count - 1].lowercasedASCII
    if end >= 0x80 {
      let tail = name.part(max(0, count - 3)..<count)
      let isPlain = PlainScalars.table.words.withUnsafeBufferPointer { PlainRun.end(of: tail, from: 0, plain: $0) == 3 }
      guard isPlain else { return true }
    }
    return ends[Int(end >> 6)] >> UInt64(end & 63) & 1 == 1
  }
}
