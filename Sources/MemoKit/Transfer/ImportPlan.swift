import MemoCore
import MemoIndex
import MemoStore

/// Where memos that are imported together will be, found out before any of them is written, so that links among them lead
/// there. A memo that an earlier import has brought is known by its text, in which that one may have written other links.
struct ImportPlan {
  /// What has links follow memos and files under other names, and past memos of the vault with names of theirs: the first for
  /// new memos, others for those that an earlier import may have brought; none where no link may lead elsewhere.
  private(set) var links: [ImportedLinks] = []
  private let vault: Vault
  /// By the paths that the memos come with.
  private var places: [VaultPath: VaultPath] = [:]

  /// Where each memo is to be may change the links in others, so the places are looked for until they stay.
  private static let attempts = 5

  /// - Parameters:
  ///   - wanted: the paths that the memos come with, and those that they are to get.
  ///   - attachments: what they link to; `nil` for memos without files.
  ///   - contents: the text of a memo, by the path that it comes with.
  ///   - sources: the memos in the order of the import; `nil` for what is not imported.
  init(
    of wanted: [(origin: VaultPath, path: VaultPath)], _ attachments: ImportedAttachments?, fallbackName: String,
    in vault: Vault, _ contents: (VaultPath) -> [UInt8]?, _ sources: [() throws -> ImportSource?]
  ) {
    self.vault = vault
    let names = ImportedLinks.names(wanted)
    let files = attachments?.names(fallbackName: fallbackName) ?? [:]
    var book = NameBook(files: vault.files)
    let keys = Set(wanted.map { Folding.matchKey($0.path.text) })
    // Memos that come without a path take names, too.
    let mayMeet = keys.count < wanted.count || !wanted.isEmpty && wanted.count < sources.count
    let isTaken = mayMeet || wanted.contains { (try? book.isFree($0.path)) != true }
    let index = wanted.isEmpty ? nil : try? vault.current()
    let hasOthers = index.map { $0.count > 0 } ?? false
    guard !names.isEmpty || !files.isEmpty || isTaken || hasOthers else { return }
    let memos = Self.linkedMemos(wanted, contents, in: vault)
    let namesakes = index.map { Self.namesakes(of: memos, at: wanted.map(\.path), in: $0) } ?? []
    guard !names.isEmpty || !files.isEmpty || isTaken || !namesakes.isEmpty else { return }
    let asTheyCome = places(of: sources)
    let isNamedAsWanted = names.isEmpty && asTheyCome.allSatisfy { $0.key.composed == $0.value.composed }
    if isNamedAsWanted, files.isEmpty, Self.apart(namesakes, from: asTheyCome).isEmpty { return }
    let style = vault.linkStyle
    func links(
      _ names: [VaultPath: VaultPath], _ files: [VaultPath: VaultPath], besides others: [LinkResolver.Memo] = []
    ) -> ImportedLinks {
      ImportedLinks(
        memos, named: names.merging(files) { memo, _ in memo }, besides: others,
        linkedFiles: attachments?.linked ?? [:], style: style)
    }
    // Where another file has the name, links to it would lead there.
    let freeFiles = files.filter { attachments?.isFree($0.value, for: $0.key, in: vault) == true }
    let all = links(names, files)
    places = asTheyCome.merging(known(sources, by: all)) { _, known in known }
    for _ in 0..<Self.attempts {
      let moved = places.filter { $0.key.composed != $0.value.composed }
      let others = Self.apart(
        wanted.filter { places[$0.origin] != nil }.map { LinkResolver.Memo(path: $0.path, title: "") }, from: places)
      let strangers = Self.apart(namesakes, from: places)
      let own = links(moved, freeFiles, besides: others)
      self.links = strangers.isEmpty ? [own] : [links(moved, freeFiles, besides: others + strangers), own]
      if freeFiles.count < files.count { self.links.append(links(moved, files, besides: others)) }
      self.links.append(all)
      let found = places(of: sources)
      if found == places { return }
      places = found
    }
  }

  /// A memo with links that follow, or as an earlier import has left it.
  func linked(_ source: ImportSource) -> ImportSource {
    guard let origin = source.origin, !links.isEmpty else { return source }
    let texts = links.map { $0.rewritten(source.contents, at: origin, to: source.wanted.path) }
    let hash = try? vault.files.hash(of: places[origin] ?? source.wanted.path)
    var source = source
    source.contents = (texts + [source.contents]).first { XXHash64.hash($0) == hash } ?? texts[0]
    return source
  }

  /// Where a memo will be, by the path that it comes with; `nil` for no memo, and where all keep their names.
  func path(of origin: VaultPath) -> VaultPath? { places[origin] }

  /// The memos of the vault that have a name of those that come, so that a link by that name may lead to them instead.
  private static func namesakes(
    of memos: [LinkedMemo], at wanted: [VaultPath], in index: VaultIndex
  ) -> [LinkResolver.Memo] {
    let known = memos.map { $0.named($0.memoPath) }
    let titles = known.map(\.title)
    let stems = (known.map(\.path) + wanted + titles.map { VaultPath($0) }).map(stem)
    let names = Set((titles + stems).filter { !$0.isEmpty }.map(Folding.matchKey))
    return index.flatMapPlaces { places in
      places.filter(index.hasMemo).map(index.linkedMemo).filter { memo in
        ([stem(of: memo.path), memo.title] + memo.aliases).contains { names.contains(Folding.matchKey($0)) }
      }
    }
  }

  private static func stem(of path: VaultPath) -> String {
    String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)
  }

  /// Those that are not where an imported memo is.
  private static func apart(
    _ memos: [LinkResolver.Memo], from places: [VaultPath: VaultPath]
  ) -> [LinkResolver.Memo] {
    let taken = Set(places.values.map(\.composed))
    return memos.filter { !taken.contains($0.path.composed) }
  }

  /// The memos as links know them. Of a memo and a text file with one name, links mean the memo.
  static func linkedMemos(
    _ wanted: [(origin: VaultPath, path: VaultPath)], _ contents: (VaultPath) -> [UInt8]?, in vault: Vault
  ) -> [LinkedMemo] {
    func name(_ path: VaultPath) -> [UInt8] {
      Folding.matchKey(VaultPath(bytes: path.bytes.dropLast(WantedPath.memoEnding(of: path)?.old ?? 0)).text)
    }
    let counts = Dictionary(wanted.map { (name($0.origin), 1) }, uniquingKeysWith: +)
    return wanted.map(\.origin).filter { MemoFileRules.hasMemoExtension($0) || counts[name($0)] == 1 }
      .compactMap { path in contents(path).map { LinkedMemo($0, at: path, in: vault) } }
  }

  /// Where an import would have the memos.
  private func places(of sources: [() throws -> ImportSource?]) -> [VaultPath: VaultPath] {
    var placer = MemoPlacer(vault: vault, repetition: .isLeftOut, draft: nil)
    var places: [VaultPath: VaultPath] = [:]
    for source in sources {
      // The import itself reports what cannot be read or placed.
      guard let source = (try? source()).map(linked),
        let outcome = try? placer.place(source.contents, at: source.wanted, modified: nil), let origin = source.origin
      else { continue }
      if places[origin] == nil { places[origin] = outcome.path }
    }
    return places
  }

  /// Where the vault has memos that differ from those that come in the targets of links alone.
  private func known(_ sources: [() throws -> ImportSource?], by links: ImportedLinks) -> [VaultPath: VaultPath] {
    var book = NameBook(files: vault.files)
    var places: [VaultPath: VaultPath] = [:]
    var found: Set<VaultPath> = []
    for source in sources {
      guard let source = try? source(), let origin = source.origin, places[origin] == nil else {
        continue
      }
      let came = links.rewritten(source.contents, at: origin, to: source.wanted.path).withoutTargets
      var number = 1
      while places[origin] == nil, (try? book.isFree(source.wanted.path(number: number))) == false {
        let path = source.wanted.path(number: number)
        number += 1
        let there = found.contains(path) ? nil : try? WholeFile.read(path, in: vault.files)
        if there?.bytes.withoutTargets == came {
          places[origin] = path
          found.insert(path)
        }
      }
    }
    return places
  }
}

extension [UInt8] {
  /// The text of a memo without the targets of its links.
  fileprivate var withoutTargets: [UInt8] {
    withUnsafeBytes { bytes in
      ByteEdit.apply(InlineLink.targets(in: bytes).map { ByteEdit($0.target, []) }.inOrder, to: bytes)
    }
  }
}

/// A memo as it came, with its wanted path.
struct ImportSource {
  var contents: [UInt8]
  var origin: VaultPath?
  var wanted: WantedPath
  var modified: Int64?
  var permissions: UInt16?
  var encoding: TextEncoding?
  var finding: EncodingFinding?
}
