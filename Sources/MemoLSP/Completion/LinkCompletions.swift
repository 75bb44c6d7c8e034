import MemoCore
import MemoIndex
import MemoKit
import MemoStore

/// Memos, headings, blocks and files that a link may lead to.
struct LinkCompletions {
  let document: PlacedDocument
  let place: CompletionPlace
  let view: VaultView
  let style: LinkStyle
  /// The memo in which the link is.
  let path: VaultPath
  let request: FeatureRequest

  private var typed: Range<Int> { place.typed }

  /// What closes a wiki link, unless it is closed.
  private var closing: String { place.isClosed ? "" : "]]" }

  /// Whether a link is read as one with a text in the place of what is typed. In front matter it may end its quotes, or be
  /// a list or a comment.
  private func isRead(_ text: String) -> Bool {
    guard let front = place.front else { return true }
    let head = Array("---\nup:\n".utf8)
    let link = head + document.bytes[front.lowerBound..<typed.lowerBound] + Array("\(text)]]".utf8)
    let start = head.count + front.count - 2
    return (link + Array("\n---\n".utf8)).withUnsafeBytes { bytes in
      LinkSpan.all(in: bytes).contains { $0.link.range == start..<link.count }
    }
  }

  // MARK: Targets

  /// Memos by title, file name or alias, as the picker finds them.
  func targets() -> [CompletionItem] {
    let text = document.text(typed)
    var lookup = LinkLookup(view.graph.resolver)
    let name = TypedName(text)
    // Other programs follow a link by the name of a file alone.
    let isByName = view.vault.titles == .fileName || !style.namesTitles
    let bar = isByName && document.isInTable(typed.lowerBound) ? "\\|" : "|"
    var items = memosOfFolder(&lookup)
    let listed = Set(items.compactMap(\.memo?.path))
    for memo in view.memos(called: text, limit: CompletionItem.limit + 1) {
      guard items.count < CompletionItem.limit, !request.isCancelled() else { break }
      guard memo.path != path, !listed.contains(memo.path), let record = view.index.record(of: memo) else { continue }
      let title = view.title(of: memo.path)
      // Of a memo that was found by an alias, the alias is what its user means.
      let aliases = name.rank(title) == nil ? record.metadata.aliases.filter { name.rank($0) != nil } : []
      if let target = target(of: memo.path, titled: title, &lookup) {
        if aliases.isEmpty {
          let label = style.namesTitles ? "" : title
          items.append(item(title, link(to: target, showing: label, bar), memo.path))
        }
        for alias in aliases.prefix(CompletionItem.limit) {
          let text =
            isByName
            ? link(to: target, showing: alias, bar) : (leads(alias, to: memo.path, &lookup) ? alias : target) + closing
          items.append(item(alias, text, memo.path, detail: title))
        }
      }
    }
    return Array(items.prefix(CompletionItem.limit))
  }

  /// What is inserted for a link to a target: all of a Markdown link, else what is between the brackets.
  private func link(to target: String, showing label: String, _ bar: String = "|") -> String {
    if place.isWhole {
      return String(decoding: LinkStyle.link(.markdown, to: Array(target.utf8), showing: label), as: UTF8.self)
    }
    let labelled = target + bar + label
    let isLabelled =
      !place.isFollowed && !label.utf8.elementsEqual(target.utf8) && LinkStyle.canLabel(label) && isRead(labelled)
    return (isLabelled ? labelled : target) + closing
  }

  /// The memos of the folder that is typed, by their paths: of two that are called alike, nothing else names one.
  private func memosOfFolder(_ lookup: inout LinkLookup) -> [CompletionItem] {
    let written = Array(document.bytes[typed])
    guard let slash = written.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    let head = String(decoding: written[...slash], as: UTF8.self)
    let name = TypedName(String(decoding: written[(slash + 1)...], as: UTF8.self))
    let memos = view.index.memos(inFolders: folders(named: Array(written[..<slash]))).map(\.path)
    func stem(_ memo: VaultPath) -> String { String(decoding: MemoFileRules.stem(of: memo), as: UTF8.self) }
    let found = name.best(memos.filter { $0 != path }) { memo in
      let title = view.title(of: memo)
      return name.rank(title) == nil ? stem(memo) : title
    }
    var items: [CompletionItem] = []
    for memo in found.prefix(CompletionItem.limit) {
      let names = [head + stem(memo), memo.parent.appending(MemoFileRules.stem(of: memo)).text, memo.text]
      guard let named = names.first(where: { leads($0, to: memo, &lookup) }) else { continue }
      let title = view.title(of: memo)
      let target = place.isWhole ? target(of: memo, titled: title, &lookup) : named
      guard let target else { continue }
      items.append(item(title, link(to: target, showing: place.isWhole ? title : ""), memo, typedAs: named))
    }
    return items
  }

  /// Which folders a link means by a path: from the root, from that of its memo, else all whose paths end so.
  private func folders(named written: [UInt8]) -> (VaultPath) -> Bool {
    let first = written.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false).first
    if first?.isEmpty ?? true {
      let folder = VaultPath(bytes: Array(written.dropFirst()))
      return { $0 == folder }
    }
    if let first, first.elementsEqual(".".utf8) || first.elementsEqual("..".utf8) {
      let folder = HostPath(written, from: view.vault.root.appending(path.parent)).path(inVault: view.vault.root)
      return { $0 == folder }
    }
    let end = Folding.matchKey("/" + String(decoding: written, as: UTF8.self))
    return { Folding.matchKey("/" + $0.text).suffix(end.count).elementsEqual(end) }
  }

  private func item(
    _ label: String, _ text: String, _ memo: VaultPath, detail: String? = nil, typedAs spelling: String? = nil
  ) -> CompletionItem {
    CompletionItem(
      label: label, kind: .reference, text: text, spelling: spelling,
      detail: [detail, memo.text].compactMap(\.self).joined(separator: " · "),
      memo: (memo, nil))
  }

  /// In bytes; for a memo with a longer title, the name of its file is written.
  private static let longestTitle = 1_000

  /// How a link in this memo names another one: by its title, else by as much of its path as it takes.
  private func target(of memo: VaultPath, titled title: String, _ lookup: inout LinkLookup) -> String? {
    if place.isWhole {
      guard let number = view.index.place(of: memo) else { return nil }
      let linked = view.index.linkedMemo(at: number)
      let target = style.target(of: linked, number, .markdown, from: path.parent, &lookup)
      return target.map { String(decoding: $0, as: UTF8.self) }
    }
    let stem = String(decoding: MemoFileRules.stem(of: memo), as: UTF8.self)
    let whole = memo.parent.appending(MemoFileRules.stem(of: memo)).text
    let isTitled = view.vault.titles != .fileName && style.namesTitles && title.utf8.count <= Self.longestTitle
    let names = (isTitled ? [title] : []) + [stem, whole, memo.text]
    let found = names.filter { leads($0, to: memo, &lookup) }
    return found.first { !style.mayDiffer(.wiki) || leads($0, to: memo, from: .root, &lookup) } ?? found.first
  }

  private func leads(
    _ target: String, to memo: VaultPath, from folder: VaultPath? = nil, _ lookup: inout LinkLookup
  ) -> Bool {
    guard MemoLink.canWrite(target), isRead(target),
      case .memo(let place, _) = lookup.resolve(Array(target.utf8), .wiki, from: folder ?? path.parent)
    else { return false }
    return view.index.path(at: place) == memo
  }

  // MARK: Headings and blocks

  /// The headings of a memo that a link names.
  func headings(of target: String, _ kind: MemoLink.Kind) -> [CompletionItem] {
    guard let memo = memo(target, kind), let lines = view.lines(of: memo) else { return [] }
    let anchors = MemoAnchors(of: lines.bytes)
    let headings = Array(DocumentMarks(lines.bytes).headings.enumerated())
    let found = TypedName(document.text(typed)).best(headings) { $0.element.text }
    let end = kind == .wiki ? closing : ""
    return found.prefix(CompletionItem.limit).compactMap { number, heading in
      let written = anchors.anchors(of: number, like: style.anchor(like: heading.slug, kind), kind)
      guard let anchor = written.first(where: { anchors.heading($0, kind) == number && isRead($0) }) else { return nil }
      return CompletionItem(
        label: heading.text, kind: .reference, text: anchor + end,
        detail: String(repeating: "#", count: heading.level) + " \(memo.text)", memo: (memo, anchor))
    }
  }

  /// The blocks of a memo: those with a name, and in this memo those that get one.
  func blocks(of target: String, _ kind: MemoLink.Kind) -> [CompletionItem] {
    guard let memo = memo(target, kind), let lines = view.lines(of: memo) else { return [] }
    let marks = DocumentMarks(lines.bytes)
    let end = kind == .wiki ? closing : ""
    let named = marks.anchors.map { anchor -> (label: String, item: CompletionItem) in
      let name = String(decoding: lines.bytes[anchor.name], as: UTF8.self)
      let text = Self.line(lines.bytes[anchor.block])
      let label = "\(name) \(text)"
      return (
        label,
        CompletionItem(label: "^\(name)", kind: .reference, text: name + end, detail: text, memo: (memo, "^\(name)"))
      )
    }
    let unnamed = memo == path ? nameless(marks, end) : []
    return TypedName(document.text(typed)).best(named + unnamed) { $0.label }.prefix(CompletionItem.limit).map(\.item)
  }

  /// Paragraphs of this memo without a name; one that is chosen gets one.
  private func nameless(
    _ marks: DocumentMarks, _ end: String
  ) -> [(label: String, item: CompletionItem)] {
    var taken = Set(marks.anchors.map { String(decoding: document.bytes[$0.name], as: UTF8.self) })
    return marks.blocks.compactMap { block in
      // Each is compared with all names and headings: of thousands it takes its time.
      guard !request.isCancelled(), case .leaf(let leaf) = block.kind, leaf.kind == .paragraph,
        !leaf.content.overlaps(typed), !leaf.content.contains(typed.lowerBound),
        leaf.content.upperBound != typed.lowerBound,
        !marks.anchors.contains(where: { leaf.content.overlaps($0.name) || $0.block == block.range })
      else { return nil }
      // In a row of a table a name would be a cell: it gets a line of its own, which is within no quote or item.
      let isTable = isTable(leaf)
      if isTable, block.depth > 0 { return nil }
      var number = marks.headings.count { $0.range.lowerBound < leaf.content.lowerBound } + 1
      while !taken.insert("b\(number)").inserted { number += 1 }
      let text = Self.line(document.bytes[leaf.content])
      var item = CompletionItem(label: text, kind: .reference, text: "b\(number)\(end)", detail: "^b\(number)")
      let lineBreak = LineInsertion.lineBreak(of: document.bytes)
      let gap = isTable ? lineBreak + lineBreak : [UInt8(ascii: " ")]
      item.more = ByteEdit(leaf.content.upperBound..<leaf.content.upperBound, gap + Array("^b\(number)".utf8))
      return (text, item)
    }
  }

  private func isTable(_ leaf: MarkupLeaf) -> Bool {
    let text = document.bytes.withUnsafeBytes { leaf.text(leaf.content, in: $0) }
    guard text.contains(UInt8(ascii: "|")) else { return false }
    return text.withUnsafeBytes { TableLayout.rows(ofTableAt: $0.count, in: MarkupTree($0, from: 0)) != nil }
  }

  private static let longestLine = 80

  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    return String(line.prefix(longestLine))
  }

  private func memo(_ target: String, _ kind: MemoLink.Kind) -> VaultPath? {
    guard !target.isEmpty else { return path }
    var lookup = LinkLookup(view.graph.resolver)
    return lookup.resolve(Array(target.utf8), kind, from: path.parent).memo.map { view.index.path(at: $0) }
  }

  // MARK: Paths

  /// Files and folders below the folder that is typed, and memos by their titles.
  func paths() -> [CompletionItem] {
    let written = Array(document.bytes[typed])
    let decoded = written.withUnsafeBytes { MarkdownDestination.decoded($0, hasReferences: true) }
    let slash = decoded.lastIndex(of: UInt8(ascii: "/"))
    let typedName = TypedName(String(decoding: decoded[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self))
    let isRooted = decoded.first == UInt8(ascii: "/")
    let folder = HostPath(
      Array(decoded[..<(slash ?? 0)]), from: isRooted ? view.vault.root : view.vault.root.appending(path.parent))
    let named = isRooted ? HostPath(view.vault.root.bytes + decoded[..<(slash ?? 0)]) : folder
    let entries = named.path(inVault: view.vault.root).flatMap { (try? view.vault.files.entries(of: $0)) ?? nil } ?? []
    let head = decoded[..<(slash.map { $0 + 1 } ?? 0)]
    let typedFolder = written.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: written[...$0], as: UTF8.self) }
    let sorted = entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    let found = typedName.best(sorted) { String(decoding: $0.name, as: UTF8.self) }.map { entry in
      let isFolder = entry.kind == .folder
      let destination = MarkdownDestination.encoded(Array(head) + entry.name + (isFolder ? [UInt8(ascii: "/")] : []))
      let label = String(decoding: entry.name, as: UTF8.self) + (isFolder ? "/" : "")
      return CompletionItem(
        label: label, kind: isFolder ? .folder : .file, text: String(decoding: destination, as: UTF8.self),
        spelling: typedFolder.map { $0 + label })
    }
    let memos = slash == nil ? titled(String(decoding: decoded, as: UTF8.self)) : []
    return Array((found + memos).prefix(CompletionItem.limit))
  }

  private func titled(_ typed: String) -> [CompletionItem] {
    view.memos(called: typed, limit: CompletionItem.limit).filter { $0.path != path }.map { memo in
      let relative = RelativePath.bytes(of: memo.path.bytes, from: path.parent, isDotted: false)
      return CompletionItem(
        label: view.title(of: memo.path), kind: .reference,
        text: String(decoding: MarkdownDestination.encoded(relative), as: UTF8.self), detail: memo.path.text,
        memo: (memo.path, nil))
    }
  }
}
