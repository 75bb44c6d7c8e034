public import MemoCore
public import MemoIndex
public import MemoStore

/// Where memos name another by its title, file name or alias without linking to it, and the changes that link them. Nothing
/// is written before `carryOut`.
public struct Mentions: Sendable {
  /// One place.
  public struct Mention: Sendable {
    /// The memo that it is in.
    public let path: VaultPath
    /// The name as it is written there.
    public let range: Range<Int>
    /// The same as searches have it.
    public let match: SearchMatch
  }

  /// The memo that is named.
  public let path: VaultPath
  /// Whether it has a name that is looked for; see `MentionFinder.names`.
  public let isLookedFor: Bool
  /// The places, by memo the newest first, then in the order of the text.
  public let all: [Mention]

  private let memos: [VaultPath: ReadMemo]
  private let index: VaultIndex
  private let style: LinkStyle

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - searched: the only ones to look in; `nil` for all.
  ///   - memoOffset: those of the first so many memos that have some are left out.
  ///   - memoLimit: those of at most so many memos are found.
  ///   - processorTime: what the calling thread has had of a processor.
  ///   - isStopped: whether the places are not wanted any more; some are then missing.
  public init(
    of path: VaultPath, in index: VaultIndex, of vault: Vault, within searched: [VaultPath]? = nil,
    memoOffset: Int = 0, memoLimit: Int = .max, processorTime: @escaping @Sendable () -> Duration,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws {
    (self.path, self.index, style) = (path, index, vault.linkStyle)
    guard let place = index.place(of: path) else {
      (isLookedFor, all, memos) = (true, [], [:])
      return
    }
    let memo = index.linkedMemo(at: place)
    let names = MentionFinder.names(
      among: [memo.title, String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)] + memo.aliases)
    isLookedFor = !names.isEmpty
    let found = try searched ?? Self.candidates(names, in: index, processorTime, isStopped)
    let finder = MentionFinder(names)
    var (mentions, memos) = ([Mention](), [VaultPath: ReadMemo]())
    var skipped = 0
    for candidate in found where candidate != path {
      if isStopped() || memos.count >= memoLimit { break }
      let memo = try ReadMemo(candidate, in: vault)
      let places = memo.bytes.withUnsafeBytes { Self.mentions(by: finder, in: $0, of: memo) }
      guard !places.isEmpty else { continue }
      guard skipped == memoOffset else {
        skipped += 1
        continue
      }
      mentions += places
      memos[candidate] = memo
    }
    (all, self.memos) = (mentions, memos)
  }

  /// The memos whose texts may hold a name.
  private static func candidates(
    _ names: [String], in index: VaultIndex, _ processorTime: @escaping @Sendable () -> Duration,
    _ isStopped: @escaping @Sendable () -> Bool
  ) throws -> [VaultPath] {
    // A backslash at the end would take the quote for its own.
    let phrases = names.map { String($0.reversed().drop { $0 == "\\" }.reversed()) }.filter { !$0.isEmpty }
    guard !phrases.isEmpty else { return [] }
    let terms = phrases.map { "\"" + $0.replacing("\"", by: "\\\"") + "\"" }
    let query = try SearchQuery(parsing: terms.joined(separator: " OR "))
    let search = MemoSearch(query, processorTime: processorTime, isStopped: isStopped)
    let paths = Set(search.run(MemoFilter(), in: index).found.map(\.memo.path))
    return index.memos.map(\.path).filter(paths.contains)
  }

  private static func mentions(
    by finder: MentionFinder, in bytes: UnsafeRawBufferPointer, of memo: ReadMemo
  ) -> [Mention] {
    finder.mentions(in: bytes, titledBy: memo.titleSource).map { Mention(path: memo.path, range: $0, match: $1) }
  }

  // MARK: Linking

  /// The changes that make links of some of the places, by memo; a place at which no link can be written is left out.
  public func rewrites(linking chosen: [Mention]) -> [MemoRewrite] {
    var lookup = LinkLookup(LinkGraph(of: index).resolver)
    let byMemo = Dictionary(grouping: chosen, by: \.path)
    return byMemo.keys.sorted().compactMap { path in
      guard let memo = memos[path], let mentions = byMemo[path] else { return nil }
      let edits = memo.bytes.withUnsafeBytes { bytes in
        var bars = LabelBars(of: bytes)
        let links = mentions.compactMap { link(for: $0, in: bytes, &bars, &lookup) }
        return NewLinks(in: bytes).readable(links).map(\.edit)
      }
      return edits.isEmpty ? nil : MemoRewrite(memo: memo, edits: edits, keepsTime: false)
    }
  }

  /// Makes the changes as one operation; returns it, `nil` if nothing changes.
  ///
  /// - Parameter time: the current time in nanoseconds since 1970.
  public static func carryOut(
    _ rewrites: [MemoRewrite], by history: OperationHistory, at time: Int64
  ) throws -> PastOperation? {
    try history.replace(rewrites, as: "mentions", at: time)
  }

  private func link(
    for mention: Mention, in bytes: UnsafeRawBufferPointer, _ bars: inout LabelBars, _ lookup: inout LinkLookup
  ) -> NewLink? {
    let text = Array(bytes[mention.range])
    // Behind this mark, a link would show what it leads to.
    guard bytes[..<mention.range.lowerBound].last != UInt8(ascii: "!") else { return nil }
    guard !text.contains(where: { "[]|`\\".utf8.contains($0) }), let name = String(validating: text, as: UTF8.self),
      let target = target(named: name, from: mention.path.parent, &lookup)
    else { return nil }
    let kind = style.kinds[0]
    guard kind == .markdown || target == text || LinkStyle.canLabel(name) else { return nil }
    let link = LinkStyle.link(kind, to: target, showing: name, bar: bars.bar(in: mention))
    return NewLink(edit: ByteEdit(mention.range, link), target: target)
  }

  /// The name itself where a link with it leads to the memo, else what does.
  private func target(named name: String, from folder: VaultPath, _ lookup: inout LinkLookup) -> [UInt8]? {
    guard let place = index.place(of: path) else { return nil }
    let kind = style.kinds[0]
    if kind == .wiki, MemoLink.canWrite(name) {
      let folders = style.mayDiffer(.wiki) ? [folder, .root] : [folder]
      let isLed = folders.allSatisfy { folder in
        guard case .memo(place, let rule) = lookup.resolve(Array(name.utf8), .wiki, from: folder) else { return false }
        return isFollowed(rule)
      }
      if isLed { return Array(name.utf8) }
    }
    return style.target(of: index.linkedMemo(at: place), place, kind, from: folder, &lookup, where: isFollowed)
  }

  /// Whether the other program of the vault follows a link that leads to a memo by a rule.
  private func isFollowed(_ rule: LinkRule) -> Bool {
    switch rule {
    case .title: style.namesTitles
    // Where file names are titles, other programs follow a link by one alone.
    case .alias: style.namesTitles && index.titles != .fileName
    case .relativePath, .path, .pathEnd: true
    }
  }
}

/// A link that is to take the place of a name.
struct NewLink: Equatable {
  let edit: ByteEdit
  let target: [UInt8]
}

/// Finds out which new links a text can have.
struct NewLinks {
  private let bytes: UnsafeRawBufferPointer
  /// The targets of the links that it has.
  private let targets: [[UInt8]]

  /// New ones that are not read may keep others from being read, in turn; the links of thousands need no more rounds.
  private static let rounds = 8

  init(in bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    targets = Self.links(in: bytes).map { Array(bytes[$0.target]) }
  }

  /// The links but for those that would not be read as links, or others with them; in the order of the text.
  func readable(_ links: [NewLink]) -> [NewLink] {
    var links = links.sorted { $0.edit.range.lowerBound < $1.edit.range.lowerBound }
    // Behind a backslash none is read, which shows at once for all. Only what is left needs to be tried in parts.
    for _ in 0..<Self.rounds {
      let read = reading(links).read
      if read.count == links.count { break }
      links = read
    }
    var kept: [NewLink] = []
    add(links[...], to: &kept)
    return kept
  }

  private func add(_ links: ArraySlice<NewLink>, to kept: inout [NewLink]) {
    let reading = reading(kept + links)
    if reading.read.count == kept.count + links.count, reading.others == targets {
      kept += links
    } else if links.count > 1 {
      let middle = links.startIndex + links.count / 2
      add(links[..<middle], to: &kept)
      add(links[middle...], to: &kept)
    }
  }

  /// Reads the text with new links, in its order: those of them that are read as such, and the targets of all others.
  private func reading(_ new: [NewLink]) -> (read: [NewLink], others: [[UInt8]]) {
    ByteEdit.apply(new.map(\.edit), to: bytes).withUnsafeBytes { changed in
      var (rest, shift) = (new[...], 0)
      var (read, others) = ([NewLink](), [[UInt8]]())
      for link in Self.links(in: changed) {
        while let next = rest.first, next.edit.range.lowerBound + shift < link.range.lowerBound {
          shift += next.edit.bytes.count - next.edit.range.count
          rest.removeFirst()
        }
        if let next = rest.first, link.range.lowerBound == next.edit.range.lowerBound + shift,
          link.range.count == next.edit.bytes.count, changed[link.target].elementsEqual(next.target)
        {
          read.append(next)
        } else {
          others.append(Array(changed[link.target]))
        }
      }
      return (read, others)
    }
  }

  private static func links(in bytes: UnsafeRawBufferPointer) -> [InlineLink] {
    InlineLink.targets(in: bytes).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

/// The bars between targets and labels of new links, by the lines of a memo: a line may hold thousands of them.
private struct LabelBars {
  private let bytes: UnsafeRawBufferPointer
  private lazy var tree = MarkupTree(ofMemo: bytes)
  private var known: [Int: String] = [:]

  /// Those of a memo's text.
  init(of bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// That of a link in place of a mention: in a table a bare `|` would end the cell.
  mutating func bar(in mention: Mentions.Mention) -> String {
    let line = mention.match.line
    if let bar = known[line] { return bar }
    let hasBar = mention.match.text.utf8.contains(UInt8(ascii: "|"))
    let isInTable = hasBar && TableLayout.rows(ofTableAt: mention.range.lowerBound, in: tree) != nil
    let bar = isInTable ? "\\|" : "|"
    known[line] = bar
    return bar
  }
}
