/// Pairs the marks of emphasis: `*a*`, `_a_`, `**a**`, `__a__`, `~~a~~`.
///
/// As in CommonMark, but beside scalars that are not ASCII a mark opens before text and closes behind it, punctuation or not:
/// by its letter, `**"a"**는` would be no emphasis, as Korean glues particles to it. Each byte is read once.
struct EmphasisFinder {
  private struct Opener {
    let kind: EmphasisRun.Kind
    /// The marks of its run that are not paired yet.
    var range: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private let limit: Int
  private var openers: [Opener] = []
  // How many openers of each kind there are, so that a mark without one is not looked for.
  private var openCounts: [EmphasisRun.Kind: Int] = [:]
  private var spans: [MarkdownSpan] = []

  /// The emphasis in a range; nothing in `opaque` ranges, which are in order, is a mark.
  static func spans(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, opaque: ArraySlice<Range<Int>>
  ) -> [MarkdownSpan] {
    var finder = EmphasisFinder(bytes: bytes, limit: range.upperBound)
    finder.read(range, opaque: opaque)
    return finder.spans
  }

  /// The marks of the emphasis in a range and in the labels of its links, in their order.
  static func marks(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ inlines: [Inline]) -> [Range<Int>] {
    let opaque = inlines.filter { $0.kind != .tag }
    let ranges = opaque.map(\.range)
    var spans = spans(in: bytes, range, opaque: ranges[...])
    for (place, inline) in opaque.enumerated() where inline.kind == .link || inline.kind == .image {
      spans += self.spans(in: bytes, inline.content, opaque: ranges[(place + 1)...])
    }
    return spans.flatMap(\.emphasisMarks).sorted { $0.lowerBound < $1.lowerBound }
  }

  private init(bytes: UnsafeRawBufferPointer, limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  private mutating func read(_ range: Range<Int>, opaque: ArraySlice<Range<Int>>) {
    var rest = opaque
    var index = range.lowerBound
    // A bare address takes the `_` that are in it, as on GitHub, but not those at its end.
    var addressEnd = index
    while index < range.upperBound {
      if let first = rest.first, first.lowerBound <= index {
        index = max(index, first.upperBound)
        // Those that are in it may be thousands.
        rest = rest[rest.partitioningIndex { $0.lowerBound >= index }...]
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: ":"):
        if index >= addressEnd { addressEnd = endOfAddress(from: index, in: range) }
        index += 1
      case UInt8(ascii: "_") where index < addressEnd: index += 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        let end = min(bytes.runEnd(of: bytes[index], from: index), limit)
        read(EmphasisRun(bytes, index..<end))
        index = end
      default: index += 1
      }
    }
  }

  /// Where the address ends of which a colon ends the scheme: at white space, without the marks before it; at the colon where it
  /// is in none.
  private func endOfAddress(from colon: Int, in range: Range<Int>) -> Int {
    let path = colon + 3
    guard path < range.upperBound, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/"),
      colon > range.lowerBound, bytes[colon - 1].isASCIILetter
    else { return colon }
    let end = (path..<range.upperBound).first { bytes[$0] <= UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "<") }
    let address = path..<(end ?? range.upperBound)
    return address.last { !"*_~.,;:!?)]\"'".utf8.contains(bytes[$0]) }.map { $0 + 1 } ?? colon
  }

  private mutating func read(_ run: EmphasisRun) {
    guard run.isMark else { return }
    var range = run.range
    if run.canClose { close(run.kind, &range) }
    if run.canOpen, !range.isEmpty { addOpener(run.kind, range) }
  }

  private mutating func addOpener(_ kind: EmphasisRun.Kind, _ range: Range<Int>) {
    openers.append(Opener(kind: kind, range: range))
    openCounts[kind, default: 0] += 1
  }

  private mutating func forgetOpeners(from index: Int) {
    for opener in openers[index...] { openCounts[opener.kind, default: 0] -= 1 }
    openers.removeLast(openers.count - index)
  }

  /// Pairs as many marks of a run as there are openers for.
  private mutating func close(_ closer: EmphasisRun.Kind, _ range: inout Range<Int>) {
    let mark = closer.mark
    while !range.isEmpty, openCounts.contains(where: { $0.value > 0 && $0.key.pairs(with: closer) }),
      let index = openers.lastIndex(where: { $0.kind.pairs(with: closer) })
    {
      // What was opened in between and is still open is no mark.
      forgetOpeners(from: index + 1)
      let opener = openers[index].range
      let length = min(2, opener.count, range.count)
      if mark == UInt8(ascii: "~"), length < 2 { return }
      let span: MarkdownSpan.Kind = mark == UInt8(ascii: "~") ? .strike : length == 2 ? .strong : .emphasis
      spans.append(MarkdownSpan(span, opener.upperBound - length..<range.lowerBound + length))
      range = range.lowerBound + length..<range.upperBound
      openers[index].range = opener.lowerBound..<opener.upperBound - length
      if openers[index].range.isEmpty { forgetOpeners(from: index) }
    }
  }
}

/// A run of `*`, `_` or `~`.
struct EmphasisRun {
  /// Its bytes.
  let range: Range<Int>
  /// The byte it is made of.
  let mark: UInt8
  private let before: Neighbour
  private let after: Neighbour

  /// The scalar beside a run.
  private struct Neighbour {
    let isASCII: Bool
    let isSpace: Bool
    /// Whether it is part of a word.
    let isWord: Bool

    init(_ scalar: UInt32) {
      let kind = ScalarClass(scalar)
      (isASCII, isSpace, isWord) = (scalar < 0x80, kind == .space, kind != .space && kind != .other)
    }
  }

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.range = range
    mark = bytes[range.lowerBound]
    let space = UInt32(UInt8(ascii: " "))
    before = Neighbour(range.lowerBound > 0 ? bytes.scalar(before: range.lowerBound).value : space)
    after = Neighbour(range.upperBound < bytes.count ? bytes.scalar(at: range.upperBound).value : space)
  }

  /// Whether it can open or close emphasis; else it is text.
  var isMark: Bool {
    guard canOpen || canClose else { return false }
    let isInWord = before.isWord && after.isWord
    return switch mark {
    // `2*3` is a product; Hangul and Han take particles right after emphasis.
    case UInt8(ascii: "*"): range.count > 1 || !isInWord || !before.isASCII || !after.isASCII
    case UInt8(ascii: "_"): !isInWord
    default: range.count == 2
    }
  }

  /// What decides which other runs it pairs with.
  struct Kind: Hashable {
    let mark: UInt8
    let canOpenAndClose: Bool
    /// What is left of its length when it is divided by three.
    let remainder: Int

    /// CommonMark's rule of three: a run that can both open and close pairs with another only if their lengths do not add up to a
    /// multiple of three, unless both are multiples of three. So `*a**b*` is one emphasis, and not `*a*` and `*b*`.
    func pairs(with other: Kind) -> Bool {
      guard mark == other.mark else { return false }
      guard canOpenAndClose || other.canOpenAndClose else { return true }
      return !(remainder + other.remainder).isMultiple(of: 3) || remainder == 0
    }
  }

  /// By the whole run, however many of its marks are paired.
  var kind: Kind { Kind(mark: mark, canOpenAndClose: canOpen && canClose, remainder: range.count % 3) }

  /// Whether text follows, and not what ends a part of a sentence that a word of ASCII begins.
  var canOpen: Bool { Self.isFlanking(after, from: before) }
  /// Whether it follows text, and not what begins a part of a sentence that a word of ASCII goes on with.
  var canClose: Bool { Self.isFlanking(before, from: after) }

  private static func isFlanking(_ inner: Neighbour, from outer: Neighbour) -> Bool {
    !inner.isSpace && (inner.isWord || !inner.isASCII || !outer.isWord || !outer.isASCII)
  }
}

extension MarkdownSpan {
  /// The marks at both ends of emphasis.
  var emphasisMarks: [Range<Int>] {
    let length = kind == .emphasis ? 1 : 2
    return [range.lowerBound..<range.lowerBound + length, range.upperBound - length..<range.upperBound]
  }
}
