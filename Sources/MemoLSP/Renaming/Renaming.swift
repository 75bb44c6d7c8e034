import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Renames what is at a place, with every link to it: what `memo rename` and `memo tags rename` do, as edits for the client.
enum Renaming {
  static let features = [
    Feature("textDocument/prepareRename", prepare), Feature("textDocument/rename", rename),
  ]

  static let capability: JSONValue = ["prepareProvider": true]

  private static func prepare(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard let (target, range) = RenameTarget.at(offset, in: document) else {
      // A link leads nowhere as long as its memo is not known: that there is nothing to rename would be no answer.
      if document.marks.link(at: offset) != nil { try document.vault?.checkComplete(request) }
      return .null
    }
    // An editor that asks for a name would ask in vain.
    if case .heading = target, range.isEmpty { throw RenamingError.emptyHeading }
    return ["range": document.json(range), "placeholder": .text(name(of: target, at: range, in: document))]
  }

  /// The name that a new one takes the place of. It may be spelled in another way in a link, as a path or an anchor, and in
  /// front matter, with escapes.
  private static func name(of target: RenameTarget, at range: Range<Int>, in document: PlacedDocument) -> String {
    let isInLink = document.marks.links.contains { $0.link.target == range || $0.link.heading == range }
    switch target {
    case .memo(let path) where isInLink || document.marks.front.range.overlaps(range):
      return document.vault?.view.title(of: path) ?? document.text(range)
    case .heading(let path, let place) where isInLink:
      guard let lines = document.vault?.view.lines(of: path) else { return document.text(range) }
      return DocumentMarks(lines.bytes).headings[place].text
    case .label: return ReferenceLabel.oneLine(document.text(range))
    case .tag(let tag): return tag
    case .alias(let alias): return alias.name
    case .memo, .heading, .block: return document.text(range)
    }
  }

  private static func rename(_ request: FeatureRequest) throws -> JSONValue {
    let (document, offset) = try request.cursor()
    guard let given = request.params["newName"]?.text else { throw ResponseError(.invalidParams, "no new name") }
    let view = try document.vault?.completeView(request)
    guard let view, let (target, _) = RenameTarget.at(offset, in: document) else {
      throw ResponseError(.requestFailed, request.say(EditorMessages.nothingToRename))
    }
    // The links of a label are in its own memo.
    if case .label = target {} else { try view.checkWhole() }
    view.warnOfOversizedMemos(request)
    let name = MemoText.givenTitle(given)
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.renaming(name)))
    switch target {
    case .memo(let path):
      if let vault = document.vault { try rename(path, to: name, in: vault, view, request, &builder) }
    case .heading(let path, let place): try rename(headingAt: place, of: path, to: name, in: view, &builder)
    case .tag(let tag): try rename(tag: tag, to: name, in: view, request, &builder)
    case .block(let path, let block): try rename(block: block, of: path, to: name, in: view, request, &builder)
    case .alias(let alias): try rename(alias: alias, to: name, in: document, view, request, &builder)
    case .label(let label): try rename(label: label, to: name, in: document, request, &builder)
    }
    return builder.json
  }

  // MARK: Memos, headings and tags

  private static func rename(
    _ path: VaultPath, to title: String, in vault: ServedVault, _ view: VaultView, _ request: FeatureRequest,
    _ builder: inout EditBuilder
  ) throws {
    let memo = try ReadMemo(path, in: view.vault)
    let renaming = MemoRenaming(in: view.vault, view.index)
    // A memo that has no file yet has none that could get another name.
    let isNew = vault.vault.files.stamp(of: path) == nil
    let isTitleOnly = (isNew || !request.client.takes("rename")) && !memo.isTitledByFile
    let relocation = try renaming.rename(memo, to: title, isTitleOnly: isTitleOnly)
    if relocation.newPath != path, !request.client.takes("rename") {
      throw ResponseError(.requestFailed, request.say(EditorMessages.cannotRenameFiles))
    }
    try builder.add(relocation, in: vault, request)
    guard memo.title != title, let twin = renaming.twin(of: path, titled: title) else { return }
    request.warn(Message.twinTitle(title, twin.text, isDryRun: false))
  }

  private static func rename(
    headingAt place: Int, of path: VaultPath, to text: String, in view: VaultView, _ builder: inout EditBuilder
  ) throws {
    let memo = try ReadMemo(path, in: view.vault)
    let rename = try HeadingRename(at: place, in: memo, to: text, in: view.index, of: view.vault)
    for rewrite in rename.rewrites { try builder.add(rewrite) }
  }

  private static func rename(
    tag: String, to name: String, in view: VaultView, _ request: FeatureRequest, _ builder: inout EditBuilder
  ) throws {
    guard let rename = TagRename(from: tag, to: name, in: view.vault) else { throw TransferError.badTag(name) }
    try rename.rewrite(rename.memos(in: view.index), of: view.index) { rewrite in
      try request.checkCancelled()
      try builder.add(rewrite)
    }
  }

  // MARK: Names within memos

  private static func rename(
    block: String, of path: VaultPath, to name: String, in view: VaultView, _ request: FeatureRequest,
    _ builder: inout EditBuilder
  ) throws {
    let new = name.dropping(prefix: "^") ?? name
    let isName =
      !new.isEmpty
      && new.unicodeScalars.allSatisfy {
        $0 == "-" || $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
    guard isName else { throw ResponseError(.requestFailed, request.say(EditorMessages.badBlockName)) }
    let key = Folding.matchKey(block)
    guard let lines = view.lines(of: path) else { return }
    func anchors(_ key: [UInt8]) -> [Range<Int>] {
      DocumentMarks(lines.bytes).anchors.map(\.name).filter {
        Folding.matchKey(String(decoding: lines.bytes[$0], as: UTF8.self)) == key
      }
    }
    if Folding.matchKey(new) != key, !anchors(Folding.matchKey(new)).isEmpty { throw taken(new, request) }
    let own = anchors(key).map { ByteEdit($0, Array(new.utf8)) }
    let links = LinkSearch(view).links(to: path, includesOwn: true, readsLongMemos: true) {
      $0.names(blockWithKey: key)
    }
    try builder.add(own, of: path, in: lines.bytes)
    for (memo, found) in Dictionary(grouping: links, by: \.path).sorted(by: { $0.key < $1.key }) {
      let edits = found.compactMap { $0.heading.map { ByteEdit($0, Array("^\(new)".utf8)) } }
      try builder.add(edits, of: memo, in: found[0].lines.bytes)
    }
  }

  private static func rename(
    alias: FrontAlias, to name: String, in document: PlacedDocument, _ view: VaultView, _ request: FeatureRequest,
    _ builder: inout EditBuilder
  ) throws {
    guard let path = document.path, MemoLink.canWrite(name),
      let edit = alias.renaming(to: name, in: document.bytes)
    else { throw ResponseError(.requestFailed, request.say(EditorMessages.badAlias(name))) }
    let key = Folding.matchKey(alias.name)
    if Folding.matchKey(name) != key, view.isName(name) { throw taken(name, request) }
    try builder.add([edit], of: path, in: document.bytes)
    let links = LinkSearch(view).links(to: path, includesOwn: true, readsLongMemos: true) { link in
      guard case .memo(_, by: .alias) = link.resolution else { return false }
      return Folding.matchKey(link.link.target) == key
    }
    for (memo, found) in Dictionary(grouping: links, by: \.path).sorted(by: { $0.key < $1.key }) {
      try builder.add(found.map { ByteEdit($0.target, Array(name.utf8)) }, of: memo, in: found[0].lines.bytes)
    }
  }

  private static func rename(
    label: [UInt8], to name: String, in document: PlacedDocument, _ request: FeatureRequest,
    _ builder: inout EditBuilder
  ) throws {
    let key = ReferenceLabel.key(name)
    // A label that begins with ^ is a footnote's.
    guard let path = document.path, !key.isEmpty, name.utf8.first != UInt8(ascii: "^"),
      !name.utf8.contains(where: "[]\n".utf8.contains)
    else { throw ResponseError(.requestFailed, request.say(EditorMessages.badLabel(name))) }
    let labels = ReferenceLabel.all(in: document)
    if key != label, labels.contains(where: { $0.key == key }) { throw taken(name, request) }
    let own = Set(labels.filter { $0.key == label }.map(\.range))
    try builder.add(
      own.sorted { $0.lowerBound < $1.lowerBound }.map { ByteEdit($0, Array(name.utf8)) }, of: path,
      in: document.bytes)
  }
}

extension Renaming {
  /// The refusal of a name that something else has, where links would lead from now on.
  private static func taken(_ name: String, _ request: FeatureRequest) -> ResponseError {
    ResponseError(.requestFailed, request.say(EditorMessages.taken(name)))
  }
}

extension VaultView {
  /// Warns of memos that are too large to be read whole: links and tags in them may be left as they are.
  func warnOfOversizedMemos(_ request: FeatureRequest) {
    for path in index.oversizedMemos { request.warn(Message.oversized(path.text)) }
  }

  /// Throws where a memo or folder cannot be read: links in it would be left as they are.
  func checkWhole() throws {
    if let problem = index.problems.first { throw problem }
  }
}

extension ServedVault {
  /// Opens the vault anew where another folder has its place: no edit is planned for files that are not there.
  ///
  /// - Throws: `ResponseError` where there is no folder.
  func checkPlace(_ request: FeatureRequest) throws {
    guard !isInPlace else { return }
    do {
      try request.workspace.reopen(self)
    } catch {
      throw refusal(for: error, request)
    }
  }

  private func refusal(for error: any Error, _ request: FeatureRequest) -> ResponseError {
    let reason = FailureMessages.failure(for: error).message
    return ResponseError(.requestFailed, request.say(EditorMessages.notServed(root.text, reason)))
  }

  /// Throws `IndexIncomplete` as long as not all of the vault is known: the request waits.
  func checkComplete(_ request: FeatureRequest) throws {
    try checkPlace(request)
    guard !isComplete else { return }
    if let failure { throw refusal(for: failure, request) }
    throw IndexIncomplete(refusal: ResponseError(.requestFailed, request.say(EditorMessages.stillIndexing)))
  }

  /// The vault as it is now, where all of it is known but what cannot be read.
  func completeView(_ request: FeatureRequest) throws -> VaultView {
    try checkComplete(request)
    return view
  }

  /// The vault as it is now, where all of it is known: what changes links must miss none.
  func wholeView(_ request: FeatureRequest) throws -> VaultView {
    let view = try completeView(request)
    try view.checkWhole()
    return view
  }
}
