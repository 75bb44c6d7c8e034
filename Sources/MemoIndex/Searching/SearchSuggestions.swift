public import MemoCore
import MemoStore

/// What may have been meant by a query that finds nothing: words of titles and other names, tags and headings that differ
/// from those of the query by few letters, in Hangul by few jamo. No word of the query is among them.
public struct SearchSuggestions: Sendable {
  /// The words, the nearest first, as the vault spells them.
  public let texts: [String]

  private static let limit = 3

  /// Where a word is from; names are suggested first.
  private enum Kind: Int, Sendable {
    /// A title, the name of a file or an alias.
    case name
    case tag
    case heading
  }

  private struct Candidate: Sendable {
    let slips: Int
    let kind: Kind
    let word: NearWord
    /// The memo with the name or heading.
    let source: IndexedMemo.Source?
    /// As the vault spells it, for a tag.
    let text: String?

    /// Whether it counts for its word and another one does not: that of the first memo by its path, which spells it.
    func isBefore(_ other: Candidate) -> Bool {
      if kind != other.kind { return kind.rawValue < other.kind.rawValue }
      guard let source, let otherSource = other.source else { return false }
      return IndexedMemo(number: 0, source: source).path < IndexedMemo(number: 0, source: otherSource).path
    }
  }

  /// Looks for words near those of a query.
  public init(for query: SearchQuery, in index: VaultIndex) {
    let meant = query.wantedWords.compactMap { NearWord(Array(Folding.fold($0))[...]) }
    guard !meant.isEmpty else {
      texts = []
      return
    }
    let found = Self.best(Self.tags(near: meant, in: index) + Self.names(near: meant, in: index))
    texts = found.compactMap { $0.text ?? Self.spelling(of: $0, in: index) }
  }

  private static func tags(near meant: [NearWord], in index: VaultIndex) -> [Candidate] {
    TagCounts(isNested: true).counts(in: index).compactMap { tag in
      guard let word = NearWord(Folding.fold(tag.tag)[...]), let slips = word.slips(toAnyOf: meant), slips > 0 else {
        return nil
      }
      return Candidate(slips: slips, kind: .tag, word: word, source: nil, text: tag.tag)
    }
  }

  /// Words of names and headings, from the folded texts of the index and the files of memos that it does not hold.
  private static func names(near meant: [NearWord], in index: VaultIndex) -> [Candidate] {
    let texts = index.openTexts()
    let groups = texts.segments.flatMap { segment in (0..<segment.texts.groupCount).map { (segment, $0) } }
    let indexed = groups.concurrentMap(partSize: 1) { parts in
      let reader = TextReader()
      var found: [Candidate] = []
      for (segment, group) in parts {
        for block in segment.texts.blocks(ofGroup: group) {
          // What is damaged has nothing to suggest; a search has reported it.
          try? segment.texts.readBlock(block, with: reader) { text, view in
            let memo = segment.memos[text]
            guard memo != TextMap.noMemo, let source = index.source(ofMemo: Int(memo)) else { return }
            found += candidates(near: meant, in: view, of: source)
          }
        }
        found = best(found)
      }
      return found
    }
    let others = index.fresh.map { IndexedMemo.Source.fresh($0) } + texts.missing.compactMap(index.source(ofMemo:))
    let read = others.concurrentMap(partSize: 64) { sources in
      var text = SearchText()
      return best(
        sources.flatMap { source -> [Candidate] in
          let names = names(of: source, in: index)
          let path = IndexedMemo(number: 0, source: source).path
          // A memo that is gone has nothing to suggest.
          let reading = try? index.files.read(path, limit: SearchText.readLimit) {
            text.read(title: names[0], names: Array(names.dropFirst()), by: index.titles, file: $0)
          }
          guard reading != nil else { return [] }
          return text.withView { candidates(near: meant, in: $0, of: source) }
        })
    }
    return (indexed + read).flatMap(\.self)
  }

  private static func candidates(
    near meant: [NearWord], in view: SearchTextView, of source: IndexedMemo.Source
  ) -> [Candidate] {
    var found: [Candidate] = []
    for line in view.headlines {
      let kind: Kind = line.lowerBound == 0 ? .name : .heading
      NearWord.forEach(in: UnsafeRawBufferPointer(rebasing: view.bytes[line]), near: meant) { word, slips in
        // A word of the query itself was found, if not beside the others.
        guard slips > 0 else { return }
        found.append(Candidate(slips: slips, kind: kind, word: word, source: source, text: nil))
      }
    }
    return found
  }

  /// As many as can be shown, the nearest first and each word once. Those that are equally near come in the order of their
  /// letters: where the texts of memos are depends on what has changed since the cache was made.
  private static func best(_ candidates: [Candidate]) -> [Candidate] {
    let words = Dictionary(candidates.map { ($0.word.units, $0) }) { $1.isBefore($0) ? $1 : $0 }
    let sorted = words.values.sorted { one, other in
      let (left, right) = ((one.slips, one.kind.rawValue), (other.slips, other.kind.rawValue))
      return left != right ? left < right : one.word.units.lexicographicallyPrecedes(other.word.units)
    }
    return Array(sorted.prefix(limit))
  }

  /// A word as its memo spells it; `nil` if it is not there any more.
  private static func spelling(of candidate: Candidate, in index: VaultIndex) -> String? {
    guard let source = candidate.source else { return nil }
    if candidate.kind == .name {
      return names(of: source, in: index).lazy.compactMap { candidate.word.spelling(in: $0) }.first
    }
    var found: String?
    _ = try? index.files.read(IndexedMemo(number: 0, source: source).path, limit: SearchText.readLimit) { bytes in
      found =
        String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).lazy
        .filter { $0.utf8.contains(UInt8(ascii: "#")) }.compactMap { candidate.word.spelling(in: String($0)) }.first
    }
    return found
  }

  /// The title of a memo and its other names.
  private static func names(of source: IndexedMemo.Source, in index: VaultIndex) -> [String] {
    let memo = IndexedMemo(number: 0, source: source)
    let metadata = index.record(of: memo)?.metadata ?? MemoMetadata()
    return [metadata.title] + SearchText.names(at: memo.path, metadata.aliases)
  }
}
