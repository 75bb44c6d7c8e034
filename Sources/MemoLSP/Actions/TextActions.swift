import MemoCore
import MemoStore
import MemoWords

/// Changes of a memo's own text: its tasks, its lists, its table of contents.
enum TextActions {
  static func all(at place: ActionPlace) -> [CodeAction] {
    tasks(at: place) + [list(at: place), contents(of: place)].compactMap(\.self)
  }

  // MARK: Tasks

  private static func tasks(at place: ActionPlace) -> [CodeAction] {
    let tasks = place.marks.tasks.filter { place.lines.contains(place.document.lines.number(at: $0.mark.lowerBound)) }
    guard !tasks.isEmpty else { return [] }
    var actions: [CodeAction] = []
    if tasks.contains(where: { $0.state != .done }) {
      actions.append(ticking(tasks, isDone: true, "task done", ActionMessages.finish, at: place))
    }
    if tasks.contains(where: { $0.state != .open }) {
      actions.append(ticking(tasks, isDone: false, "task open", ActionMessages.reopen, at: place))
    }
    let cancelled = tasks.filter { $0.state != .cancelled }.map { ByteEdit($0.mark, Array("-".utf8)) }
    if !cancelled.isEmpty {
      actions.append(
        CodeAction(
          id: "task cancelled", title: ActionMessages.cancel, kind: .rewrite, effect: place.editing { cancelled }))
    }
    return actions
  }

  private static func ticking(
    _ tasks: [MarkupTask], isDone: Bool, _ id: String, _ title: Text, at place: ActionPlace
  ) -> CodeAction {
    CodeAction(
      id: id, title: title, kind: .rewrite,
      effect: place.editing {
        place.document.bytes.withUnsafeBytes { bytes in
          tasks.compactMap { TaskTick(line: $0.line, isDone: isDone, in: bytes)?.edit }
        }
      })
  }

  // MARK: Lists

  private static func list(at place: ActionPlace) -> CodeAction? {
    // The innermost one around the cursor.
    let around = place.marks.lists.last { list in
      guard let first = list.items.first, let last = list.items.last else { return false }
      return place.touches(first.range.lowerBound..<last.range.upperBound)
    }
    return place.document.bytes.withUnsafeBytes { around?.sorting(in: $0) }.map { edit in
      CodeAction(
        id: "sort", title: ActionMessages.sort, kind: .rewrite,
        effect: place.editing {
          let old = place.document.bytes
          return TextEdits.between(old, ByteEdit.apply([edit], to: old))
        })
    }
  }

  // MARK: Contents

  private static func contents(of place: ActionPlace) -> CodeAction? {
    let old = place.document.bytes
    // Their marks make headings of texts, and headings may be there in two versions.
    guard let change = place.document.contents, ConflictActions.conflicts(in: old).isEmpty else { return nil }
    return CodeAction(
      id: "contents", title: change == .insertion ? ActionMessages.insertContents : ActionMessages.updateContents,
      kind: .source,
      effect: place.editing {
        let source = place.view.vault.titleSource(at: place.path)
        let updated = TableOfContents.update(old, titledBy: source, place.view.vault.linkStyle)
        return updated.map { TextEdits.between(old, $0.contents) } ?? []
      })
  }
}
