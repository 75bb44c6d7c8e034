import MemoCore
import MemoStore

/// The text index as a search sees it.
struct TextIndex: Sendable {
  /// A segment with the memos of its texts.
  struct Segment: Sendable {
    let texts: TextSegment
    /// Indexes in the snapshot, or `TextMap.noMemo`.
    let memos: [UInt32]
  }

  /// What can be read.
  private(set) var segments: [Segment] = []
  /// Memos of the snapshot whose texts are not in the index.
  private(set) var missing: [Int] = []
  /// Whether a part of it has disappeared or is damaged.
  private(set) var isDamaged = false

  /// An index of nothing.
  init() {}

  /// Opens the text index of a snapshot.
  init(of snapshot: Snapshot, in store: (any CacheStore)?) {
    guard let store else {
      missing = Array(0..<snapshot.memoCount)
      return
    }
    do throws(CacheDamage) {
      for segment in try snapshot.texts().segments { try open(segment, in: store) }
    } catch {
      isDamaged = true
    }
    let hasText = TextMap.hasText(segments.map(\.memos), of: snapshot.memoCount)
    missing = hasText.indices.filter { !hasText[$0] }
  }

  private mutating func open(_ segment: TextMap.Segment, in store: any CacheStore) throws(CacheDamage) {
    guard let file = store.open(.text(segment.segment)) else { throw CacheDamage() }
    let texts = try TextSegment(file, segment: segment.segment)
    guard texts.documentCount == segment.memos.count else { throw CacheDamage() }
    segments.append(Segment(texts: texts, memos: segment.memos))
  }
}

/// Brings the text index along when a new snapshot takes the place of an older one: the texts of memos that changed go
/// to a new segment, together with those of segments that are comparatively small or hold mostly unused texts.
///
/// So a segment at least doubles whenever it is written again, and there are never more than a few.
struct TextMerge {
  let files: any VaultFiles
  /// Which text is the title of a memo.
  let titles: TitleRule
  let store: any CacheStore

  private static let documentsPerPart = 1024

  /// A memo whose text is not in the index.
  struct Fresh: Sendable {
    /// Its index in the new snapshot.
    var memo: UInt32
    var path: VaultPath
    var stamp: FileStamp
    var title: String
    var aliases: [String]
  }

  /// A piece of work: fresh memos, or groups of older segments.
  private enum Source: Sendable {
    case fresh(ArraySlice<Fresh>)
    case groups(TextSegment, Range<Int>, memos: [UInt32])
  }

  /// What came of a piece of work.
  private struct Part: Sendable {
    var groups: [TextGroup.Place] = []
    var memos: [UInt32] = []
  }

  /// Writes the new segment, if one is needed.
  ///
  /// - Parameters:
  ///   - old: the map of the older snapshot with the memos' indexes in the new one.
  ///   - write: makes a segment of what it is asked to fill in; returns its name, `nil` if it could not be kept.
  /// - Returns: the map of the new snapshot.
  func run(
    _ old: TextMap, fresh: [Fresh], write: ((any CacheSink) -> TextSegmentTables) -> UInt64?
  ) -> TextMap {
    let (kept, absorbed) = choose(old, freshCount: fresh.count)
    let sources = sources(fresh: fresh, absorbed: absorbed)
    guard !sources.isEmpty else { return TextMap(segments: kept) }
    var memos: [UInt32] = []
    let segment = write { sink in
      var tables = TextSegmentTables()
      let target = PackingSink(sink)
      for part in sources.concurrentMap(partSize: 1, { $0.map { read($0, to: target) } }).flatMap(\.self) {
        for group in part.groups { tables.add(group) }
        memos += part.memos
      }
      return tables
    }
    let new = segment.map { TextMap.Segment(segment: $0, memos: memos) }
    return TextMap(segments: kept + (new.map { [$0] } ?? []))
  }

  private func choose(_ old: TextMap, freshCount: Int) -> (kept: [TextMap.Segment], absorbed: [TextMap.Segment]) {
    var size = freshCount
    var kept: [TextMap.Segment] = []
    var absorbed: [TextMap.Segment] = []
    for segment in old.segments.sorted(by: { $0.liveCount < $1.liveCount }) where segment.liveCount > 0 {
      let isSmall = size > 0 && segment.liveCount <= 2 * size
      if isSmall || segment.liveCount * 2 < segment.memos.count {
        size += segment.liveCount
        absorbed.append(segment)
      } else {
        kept.append(segment)
      }
    }
    return (kept, absorbed)
  }

  private func sources(fresh: [Fresh], absorbed: [TextMap.Segment]) -> [Source] {
    var sources = stride(from: 0, to: fresh.count, by: Self.documentsPerPart).map { start in
      Source.fresh(fresh[start..<min(start + Self.documentsPerPart, fresh.count)])
    }
    for old in absorbed {
      // One that cannot be read any more has its memos read from their files.
      guard let file = store.open(.text(old.segment)), let segment = try? TextSegment(file, segment: old.segment),
        segment.documentCount == old.memos.count
      else { continue }
      var first = 0
      var live = 0
      for group in 0..<segment.groupCount {
        live += old.memos[segment.documents(ofGroup: group)].count { $0 != TextMap.noMemo }
        guard live >= Self.documentsPerPart || group == segment.groupCount - 1 else { continue }
        sources.append(.groups(segment, first..<(group + 1), memos: old.memos))
        first = group + 1
        live = 0
      }
    }
    return sources
  }

  private func read(_ source: Source, to target: PackingSink) -> Part {
    var part = Part()
    var writer = TextGroup(to: target)
    func add(_ text: SearchTextView, of memo: UInt32) {
      writer.add(text)
      part.memos.append(memo)
      if writer.isFull { part.groups.append(writer.finish()) }
    }
    switch source {
    case .fresh(let memos): readFresh(memos, add)
    case .groups(let segment, let groups, let memos): copy(groups, of: segment, memos, add)
    }
    if !writer.isEmpty { part.groups.append(writer.finish()) }
    return part
  }

  private func readFresh(_ memos: ArraySlice<Fresh>, _ add: (SearchTextView, UInt32) -> Void) {
    var text = SearchText()
    for memo in memos {
      // A memo that changed again, or cannot be read now, is left to the searches.
      let reading = try? files.read(memo.path, limit: SearchText.readLimit) {
        text.read(
          title: memo.title, names: SearchText.names(at: memo.path, memo.aliases), by: titles, file: $0)
      }
      guard let reading, reading.stamp == memo.stamp else { continue }
      text.withView { add($0, memo.memo) }
    }
  }

  private func copy(
    _ groups: Range<Int>, of segment: TextSegment, _ memos: [UInt32],
    _ add: (SearchTextView, UInt32) -> Void
  ) {
    let reader = TextReader()
    for block in groups.flatMap(segment.blocks(ofGroup:)) {
      // What is damaged is left to the searches, too.
      try? segment.readBlock(block, with: reader) { document, view in
        guard memos[document] != TextMap.noMemo else { return }
        add(view, memos[document])
      }
    }
  }
}

extension SearchText {
  /// The names under which a memo is found, beside its title: that of its file, without ending, and its aliases.
  static func names(at path: VaultPath, _ aliases: [String]) -> [String] {
    [String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)] + aliases
  }
}
