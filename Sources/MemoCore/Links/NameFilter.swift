/// Tells which names, and which targets of links, may have to do with one memo; most are told apart by their last byte.
///
/// Meant for one name after the other: it keeps a buffer.
public struct NameFilter: Sendable {
  private let hashes: Set<UInt64>
  /// Bit `n % 64` of word `n / 64` is set where a folded name may end with byte `n`, its extension left out.
  private let ends: SIMD4<UInt64>
  private var keys = NameKeys()

  private static let slash = UInt8(ascii: "/")

  /// Takes all that a memo goes by: its path, title and aliases.
  public init(_ names: [[UInt8]]) {
    var hashes: Set<UInt64> = []
    var ends = SIMD4<UInt64>()
    var folded = FoldedText()
    for name in names.flatMap(Self.variants) where !name.isEmpty {
      hashes.insert(keys.hash(name[...]))
      name.withUnsafeBytes { folded.fold($0, by: .names) }
      let end = folded.bytes.dropLast(MemoExtension(of: folded.bytes)?.length ?? 0).last ?? 0
      ends[Int(end >> 6)] |= 1 << UInt64(end & 63)
    }
    self.hashes = hashes
    self.ends = ends
  }

  /// Takes what links ask for: a memo to which one of them may lead has a name that passes.
  ///
  /// - Parameter links: targets as written, without heading and label.
  public init(askedBy links: [(target: [UInt8], kind: MemoLink.Kind)]) {
    self.init(links.map { link in link.target.withUnsafeBytes { LinkAddress($0, link.kind).bytes } })
  }

  /// Whether a name, of a file with its extension, may be one by which links that are meant for the memo ask.
  @inline(__always)
  public mutating func mayHold(_ name: UnsafeRawBufferPointer) -> Bool {
    mayEndWell(name) && hashes.contains(keys.hash(name))
  }

  /// Whether a link may lead to the memo; where it does, this is never false.
  public mutating func mayLead(_ target: UnsafeRawBufferPointer, _ kind: MemoLink.Kind) -> Bool {
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
      let stem = Array(name.dropLast(MemoExtension(of: name)?.length ?? 0))
      return [stem, stem + Array(".md".utf8), stem + Array(".markdown".utf8), name]
    }
  }

  private static func lastName(of path: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // A title may end with a slash.
    guard let slash = path.lastIndex(of: slash), slash + 1 < path.count else { return path }
    return UnsafeRawBufferPointer(rebasing: path[(slash + 1)...])
  }

  /// Folding keeps the last byte of a name that ends with ASCII, capitals aside, or with a plain scalar; other names pass.
  @inline(__always)
  private func mayEndWell(_ name: UnsafeRawBufferPointer) -> Bool {
    let count = name.count - (MemoExtension(of: name)?.length ?? 0)
    guard count > 0 else { return false }
    var end = name[count - 1]
    if end < 0x80 {
      if end &- 0x41 < 26 { end |= 0x20 }
    } else {
      let tail = UnsafeRawBufferPointer(rebasing: name[max(0, count - 3)..<count])
      let isPlain = PlainScalars.table.words.withUnsafeBufferPointer { PlainRun.end(of: tail, from: 0, plain: $0) == 3 }
      guard isPlain else { return true }
    }
    return ends[Int(end >> 6)] >> UInt64(end & 63) & 1 == 1
  }
}
