import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Changes of links: the missing memo is made, one of several is chosen, the form changes; a mention becomes a link.
enum LinkActions {
  private static let mostChoices = 10
  private static let mostTemplates = 100

  static func all(at place: ActionPlace) -> [CodeAction] {
    guard let (span, link) = place.link else { return [MentionAction.at(place)].compactMap(\.self) }
    return missing(link, at: place) + choices(of: span, link.candidates, fixes: "ambiguous-link", at: place)
      + [conversion(of: span, link, at: place)].compactMap(\.self)
  }

  // MARK: Missing memos

  private static func missing(_ link: FollowedLink, at place: ActionPlace) -> [CodeAction] {
    // What is not known yet only looks broken.
    guard place.view.isComplete, case .broken = link.resolution, let wanted = wanted(by: link.link, at: place) else {
      return []
    }
    let names = (try? place.workspace.templates().names()) ?? []
    let templates = names.map { VaultPath($0).naturalOrder }.sorted { $0 < $1 }.map(\.1.text)
    guard place.request.client.takes("create") else {
      return commands(wanted, templates.prefix(mostTemplates), at: place)
    }
    let plain = create(wanted, ActionMessages.create(wanted.title), "create", at: place) { draft in draft }
    let filled = templates.prefix(mostTemplates).map { template in
      create(wanted, ActionMessages.create(wanted.title, from: template), "create \(template)", at: place) { draft in
        var draft = draft
        draft.opening = try place.workspace.filledTemplate(template, for: draft, at: wanted.path)
        return draft
      }
    }
    return [plain] + filled
  }

  /// The title of the memo that a link names, and its path where the link names that, too.
  private static func wanted(by link: MemoLink, at place: ActionPlace) -> (title: String, path: VaultPath?)? {
    if link.kind == .wiki {
      // The command of a client that makes no files names them after titles.
      let vault = place.view.vault
      let namesFiles = place.request.client.takes("create") ? vault.linksNameFiles : vault.titles == .fileName
      if let path = MemoCreation.path(namedBy: link.target, namesFiles: namesFiles) {
        return (String(decoding: MemoFileRules.stem(of: path), as: UTF8.self), path)
      }
      return link.target.utf8.contains(UInt8(ascii: "/")) ? nil : (link.target, nil)
    }
    guard let named = link.paths(from: place.path.parent).first, !named.bytes.isEmpty else { return nil }
    let path = MemoFileRules.hasMemoExtension(named) ? named : VaultPath(bytes: named.bytes + Array(".md".utf8))
    guard WantedPath.isInside(path) else { return nil }
    let label = link.label.map { MemoText.oneLine($0) } ?? ""
    return (label.isEmpty ? String(decoding: MemoFileRules.stem(of: path), as: UTF8.self) : label, path)
  }

  private static func create(
    _ wanted: (title: String, path: VaultPath?), _ title: Text, _ id: String, at place: ActionPlace,
    fill: @escaping (MemoDraft) throws -> MemoDraft
  ) -> CodeAction {
    CodeAction(
      id: id, title: title, kind: .quickFix, fixes: "broken-link",
      effect: .edit { builder in
        var draft = MemoDraft(title: wanted.title)
        draft.folder = try place.workspace.newMemoFolder()
        draft = try fill(draft)
        let path = try wanted.path ?? place.workspace.path(of: draft)
        let text = try draft.text(titled: place.view.vault.titles)
        let links = try place.workspace.relinkedMemos(making: path, text)
        for rewrite in links.rewrites { try builder.addIfEditable(rewrite, place.request) }
        for text in LinkMessages.straying(links.lostLinks, path: \.text) { place.request.warn(text) }
        builder.create(path, text)
      })
  }

  /// For a client whose edits cannot make files: the server makes it.
  private static func commands(
    _ wanted: (title: String, path: VaultPath?), _ templates: ArraySlice<String>, at place: ActionPlace
  ) -> [CodeAction] {
    var (title, argument) = (wanted.title, ["vault": JSONValue.text(place.document.uri)])
    if let path = wanted.path {
      guard let named = self.title(namingFile: path, wanted.title, at: place) else { return [] }
      title = named
      argument["folder"] = .text(path.parent == .root ? "." : path.parent.text)
    }
    argument["title"] = .text(title)
    let filled = templates.map { template in
      command("create \(template)", ActionMessages.create(title, from: template), argument, template: template)
    }
    return [command("create", ActionMessages.create(title), argument)] + filled
  }

  /// `memo.new` names the file by the title, not as the link does: a title that gives the file its name, the wanted one or
  /// the name itself; `nil` where neither does.
  private static func title(namingFile path: VaultPath, _ wanted: String, at place: ActionPlace) -> String? {
    [wanted, String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)].first { title in
      var draft = MemoDraft(title: title)
      draft.folder = path.parent
      return (try? place.workspace.path(of: draft)) == path
    }
  }

  private static func command(
    _ id: String, _ title: Text, _ argument: [String: JSONValue], template: String? = nil
  ) -> CodeAction {
    var argument = argument
    argument["template"] = template.map { .text($0) }
    return CodeAction(
      id: id, title: title, kind: .quickFix, fixes: "broken-link", effect: .command("memo.new", .object(argument)))
  }

  // MARK: Several memos

  /// A link to each of the memos that it may mean.
  static func choices(
    of span: LinkSpan, _ memos: [VaultPath], fixes code: String, at place: ActionPlace
  ) -> [CodeAction] {
    memos.prefix(mostChoices).compactMap { path in
      guard let target = place.target(of: path, span.link.kind) else { return nil }
      return CodeAction(
        id: "choose \(path.text)", title: ActionMessages.link(to: path.text), kind: .quickFix, fixes: code,
        effect: place.editing { [ByteEdit(span.link.target, target)] })
    }
  }

  // MARK: Forms

  private static func conversion(of span: LinkSpan, _ link: FollowedLink, at place: ActionPlace) -> CodeAction? {
    let (bytes, range) = (place.document.bytes, span.link.range)
    let isEmbed =
      range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "!")
      || bytes[range.lowerBound] == UInt8(ascii: "!")
    let isWhole = range.lowerBound <= span.link.target.lowerBound && span.link.target.upperBound <= range.upperBound
    guard let path = link.path, !isEmbed, isWhole, !place.marks.front.range.contains(range.lowerBound),
      !hasTitle(span.link, in: bytes)
    else { return nil }
    // A heading that is not there has no name in the other form.
    guard let written = converted(link.link, at: range.lowerBound, to: path, in: place) else { return nil }
    let isWiki = link.link.kind == .wiki
    return CodeAction(
      id: "convert", title: isWiki ? ActionMessages.toMarkdown : ActionMessages.toWiki, kind: .rewrite,
      effect: place.editing {
        let edit = ByteEdit(range, written)
        try place.check(edit, leadsTo: path, like: link)
        return [edit]
      })
  }

  /// Whether a link has a title, which wiki links cannot have.
  private static func hasTitle(_ link: InlineLink, in bytes: [UInt8]) -> Bool {
    guard link.kind == .markdown else { return false }
    let end = link.heading?.upperBound ?? link.target.upperBound
    return bytes[min(end, link.range.upperBound)..<link.range.upperBound].contains { "\"'(".utf8.contains($0) }
  }

  /// A link in the other form; `nil` where that cannot say the same.
  private static func converted(
    _ link: MemoLink, at offset: Int, to path: VaultPath, in place: ActionPlace
  ) -> [UInt8]? {
    let kind: MemoLink.Kind = link.kind == .wiki ? .markdown : .wiki
    guard let target = link.target.isEmpty ? [] : place.target(of: path, kind) else { return nil }
    var anchor: String?
    if let written = link.heading {
      guard let found = place.anchor(written, link.kind, of: path, as: kind) else { return nil }
      anchor = found
    }
    let destination = target + Array((anchor.map { "#\($0)" } ?? "").utf8)
    if kind == .markdown {
      let shown = link.label ?? (link.target.isEmpty ? link.heading ?? "" : link.target)
      return Array("[\(MarkdownLabel.escaped(shown))](".utf8) + destination + Array(")".utf8)
    }
    let label = link.label ?? ""
    guard !label.utf8.contains(where: "[]|`\\\n\r".utf8.contains) else { return nil }
    let isShown = label.isEmpty || Array(label.utf8) == target || Array(label.utf8) == destination
    // In a table a bare `|` would end the cell.
    let shown = isShown ? "" : (place.document.isInTable(offset) ? "\\|" : "|") + label
    return Array("[[".utf8) + destination + Array(shown.utf8) + Array("]]".utf8)
  }
}

/// A name of another memo in the text becomes a link to it, as with `memo mentions --link`.
private enum MentionAction {
  // A name that is longer, or has more words, is found by `memo mentions`.
  private static let mostWords = 8
  private static let longest = 120
  // What no link can have as its target or label, and what would be a path.
  private static let unwritable = Set("[]|`\\/".utf8)

  static func at(_ place: ActionPlace) -> CodeAction? {
    guard let (target, range) = candidate(at: place) else { return nil }
    return CodeAction(
      id: "mention", title: ActionMessages.link(to: place.view.title(of: target)), kind: .rewrite,
      effect: .edit { builder in
        let mentions = try Mentions(
          of: target, in: place.view.index, of: place.view.vault, within: [place.path],
          processorTime: place.request.machine.processorTime)
        for rewrite in mentions.rewrites(linking: mentions.all.filter { $0.range == range }) {
          try builder.add(rewrite)
        }
      })
  }

  /// The longest name around the cursor that is a memo's, and its place. Only names that start and end near it are asked
  /// for, each by one look into a table.
  private static func candidate(at place: ActionPlace) -> (VaultPath, Range<Int>)? {
    let bytes = place.document.bytes
    let line = place.document.lines.line(place.document.lines.number(at: place.range.lowerBound))
    guard place.range.upperBound <= line.upperBound else { return nil }
    var lookup = LinkLookup(place.view.graph.resolver)
    var best: (VaultPath, Range<Int>)?
    for start in starts(in: bytes, line, before: place.range.lowerBound) {
      var end = max(place.range.upperBound, start + 1)
      while end <= min(line.upperBound, start + longest) {
        defer { end += 1 }
        guard end == line.upperBound || bytes[end] & 0xC0 != 0x80, end - start > best?.1.count ?? 0 else { continue }
        let name = Array(bytes[start..<end])
        guard let first = name.first, let last = name.last, first > 0x20, last > 0x20,
          !name.contains(where: unwritable.contains),
          let memo = lookup.resolve(name, .wiki, from: place.path.parent).memo
        else { continue }
        let path = place.view.index.path(at: memo)
        if path != place.path, isMention(start..<end, of: path, at: place),
          MemoLink.canWrite(String(decoding: name, as: UTF8.self)) || place.target(of: path, .wiki) != nil
        {
          best = (path, start..<end)
        }
      }
    }
    return best
  }

  /// Where words start on a line at or before an offset, the nearest ones.
  private static func starts(in bytes: [UInt8], _ line: Range<Int>, before offset: Int) -> [Int] {
    let found = (line.lowerBound..<max(line.lowerBound, min(offset + 1, line.upperBound))).filter { index in
      guard bytes[index] & 0xC0 != 0x80, bytes[index] > 0x20 else { return false }
      guard index > line.lowerBound else { return true }
      let before = bytes[index - 1]
      return before < 0x80 && !isWord(before)
    }
    return found.suffix(mostWords)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  private static func isMention(_ range: Range<Int>, of path: VaultPath, at place: ActionPlace) -> Bool {
    guard let number = place.view.index.place(of: path) else { return false }
    let memo = place.view.index.linkedMemo(at: number)
    let names = [memo.title, String(decoding: MemoFileRules.stem(of: path), as: UTF8.self)] + memo.aliases
    let source = place.view.vault.titleSource(at: place.path)
    return place.document.bytes.withUnsafeBytes { bytes in
      MentionFinder(names).mentions(in: bytes, titledBy: source).contains { $0.range == range }
    }
  }
}

extension ActionPlace {
  /// How a link of this memo names another one, and leads to no other; `nil` where it cannot.
  fileprivate func target(of path: VaultPath, _ kind: MemoLink.Kind) -> [UInt8]? {
    guard let place = view.index.place(of: path) else { return nil }
    var lookup = LinkLookup(view.graph.resolver)
    return view.vault.linkStyle.target(
      of: view.index.linkedMemo(at: place), place, kind, from: self.path.parent, &lookup)
  }

  /// An anchor as links of another kind write it; `nil` where no heading or block is called so.
  fileprivate func anchor(
    _ anchor: String, _ kind: MemoLink.Kind, of path: VaultPath, as newKind: MemoLink.Kind
  ) -> String? {
    guard let bytes = view.lines(of: path)?.bytes else { return nil }
    let anchors = MemoAnchors(of: bytes)
    if let heading = anchors.heading(anchor, kind) {
      let slug = DocumentMarks(bytes).headings[heading].slug
      return anchors.anchor(of: heading, like: view.vault.linkStyle.anchor(like: slug, newKind), newKind)
    }
    return anchors.contains(anchor, kind) && anchors.contains(anchor, newKind) ? anchor : nil
  }

  /// Throws unless a changed link is read as one that leads to the same memo and place.
  fileprivate func check(_ edit: ByteEdit, leadsTo path: VaultPath, like link: FollowedLink) throws {
    let changed = ByteEdit.apply([edit], to: document.bytes)
    let found = view.links(of: self.path, in: changed).first { $0.span.link.range.lowerBound == edit.range.lowerBound }
    guard let found, found.link.path == path, found.link.link.kind != link.link.kind,
      (found.link.link.heading == nil) == (link.link.heading == nil)
    else { throw ResponseError(.requestFailed, request.say(ActionMessages.notConvertible)) }
  }
}
