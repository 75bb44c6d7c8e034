import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Changes of memos as a whole: a section that becomes one, one that is merged into another, one that gets another folder.
enum MemoActions {
  // More would be no menu.
  private static let mostFolders = 100

  static func all(at place: ActionPlace) -> [CodeAction] {
    [extraction(at: place), merge(at: place)].compactMap(\.self) + moves(at: place)
  }

  // MARK: Sections

  private static func extraction(at place: ActionPlace) -> CodeAction? {
    guard let (number, heading) = place.marks.heading(at: place.range.lowerBound), heading.depth == 0,
      place.marks.layout.titleText.map({ !$0.overlaps(heading.content) }) ?? true, !heading.text.isEmpty,
      // The marks make a heading of what is above `=======`, and a section may end in the other version.
      !ConflictActions.conflicts(in: place.document.bytes).contains(where: { $0.range.overlaps(heading.range) })
    else { return nil }
    guard let anchor = place.document.anchors.anchor(of: number, like: "", .wiki) else { return nil }
    let title = ActionMessages.extract(heading.text)
    guard place.request.client.takes("create") else {
      let argument: JSONValue = [
        "section": .text("\(place.path.text)#\(anchor)"), "vault": .text(place.document.uri),
      ]
      return CodeAction(id: "extract", title: title, kind: .extract, effect: .command("memo.extract", argument))
    }
    return CodeAction(
      id: "extract", title: title, kind: .extract,
      effect: .edit { builder in
        try place.view.checkWhole()
        let extraction = try SectionExtraction(
          at: number, in: place.memo(), titled: nil, fallbackName: Slug.untitled, in: place.view.index,
          of: place.view.vault)
        for rewrite in extraction.rewrites { try builder.add(rewrite) }
        builder.create(extraction.newPath, extraction.newContents)
      })
  }

  // MARK: Merging

  private static func merge(at place: ActionPlace) -> CodeAction? {
    guard let target = place.link?.link.path, target != place.path else { return nil }
    let argument: JSONValue = [
      "memo": .text(place.document.uri), "others": [.text(place.view.uri(of: target))],
    ]
    // No edit: an editor would delete the file at once, and keep the merged text unsaved.
    return CodeAction(
      id: "merge", title: ActionMessages.merge(place.view.title(of: target)), kind: .inline,
      effect: .command("memo.merge", argument))
  }

  // MARK: Moving

  /// The folders near the memo: that above its own, the root, and those in its own and in the root, in natural order. Offered
  /// where the memo is named.
  private static func moves(at place: ActionPlace) -> [CodeAction] {
    guard place.range.isEmpty, let title = place.marks.layout.titleLine, place.touches(title) else { return [] }
    let own = place.path.parent
    var folders = own == .root ? [] : [own.parent, .root]
    for folder in [own, .root] {
      let entries = (try? place.view.vault.files.entries(of: folder)) ?? nil
      let names = (entries ?? []).filter { $0.kind == .folder && $0.name.first != UInt8(ascii: ".") }.map(\.name)
      folders += names.map { folder.appending($0).naturalOrder }.sorted { $0 < $1 }.map(\.1)
    }
    var seen: Set = [own]
    return folders.filter { seen.insert($0).inserted && place.view.vault.rules.showsMemo(at: $0.appending("a.md")) }
      .prefix(mostFolders).map { folder in
        CodeAction(
          id: "move \(folder.text)",
          title: folder == .root ? ActionMessages.moveToRoot : ActionMessages.move(to: folder.text), kind: .move,
          effect: move(to: folder, at: place))
      }
  }

  /// An edit, so that the editor's document follows its file. Only for an editor that cannot rename files the server moves it.
  private static func move(to folder: VaultPath, at place: ActionPlace) -> CodeAction.Effect {
    guard place.request.client.takes("rename") else {
      return .command(
        "memo.move",
        ["memo": .text(place.document.uri), "folder": .text(folder == .root ? "." : folder.text)])
    }
    return .edit { builder in
      try place.view.checkWhole()
      place.view.warnOfOversizedMemos(place.request)
      let relocation = try MemoRenaming(in: place.view.vault, place.view.index).move(place.memo(), to: folder)
      try builder.add(relocation, in: place.vault, place.request)
    }
  }
}
