import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Offers to update the links to memos that were moved by another program: by `mv`, or by an editor that does not announce
/// it. Moves that the server has planned itself have their edits: an editor may keep these unsaved for a while.
enum MoveOffer {
  /// Asks about the moves among changes that left links behind, once about all of them.
  static func note(_ changes: [VaultChange], of vault: ServedVault, _ request: FeatureRequest) {
    guard vault.isComplete else { return }
    let moves = changes.compactMap { change -> MovedMemos.Move? in
      guard case .renamed(let from) = change.kind, !vault.isOwnChange(change.path),
        !vault.isPlanned(.init(from: from, to: change.path))
      else { return nil }
      return MovedMemos.Move(from: from, to: change.path)
    }
    guard !moves.isEmpty, let found = repairs(after: moves, in: vault, request) else { return }
    let question =
      found.memos.count == 1
      ? EditorMessages.offer(found.count, found.memos[0].text)
      : EditorMessages.offer(found.count, memos: found.memos.count)
    let (yes, no) = (request.say(EditorMessages.update), request.say(EditorMessages.notNow))
    request.outbox.ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": .text(request.say(question)),
        "actions": [["title": .text(yes)], ["title": .text(no)]],
      ]
    ) { answer in
      // Looked for again: texts may have changed while the question was open.
      guard answer?["title"]?.text == yes, let found = repairs(after: moves, in: vault, request) else { return }
      request.outbox.ask(
        "workspace/applyEdit",
        ["label": .text(request.say(EditorMessages.updatingLinks)), "edit": found.builder.json])
    }
  }

  /// What makes links lead to the memos that they meant, and links of these to where they led; how many links they are, and
  /// of which moved memos.
  private static func repairs(
    after moves: [MovedMemos.Move], in vault: ServedVault, _ request: FeatureRequest
  ) -> (builder: EditBuilder, count: Int, memos: [VaultPath])? {
    guard vault.isInPlace else { return nil }
    // The editor may still have the memos open under their old paths, where links seem to lead.
    let view = vault.view(without: Set(moves.map(\.from)))
    let check = VaultCheck(view.vault, view.index, after: moves)
    guard let fix = try? check.fix(check.linksBroken(by: moves)), !fix.fixed.isEmpty else { return nil }
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
    for rewrite in fix.rewrites {
      // A text that cannot be edited now is left as it is; 'memo check' reports its links.
      try? builder.add(rewrite)
    }
    let moved = Set(moves.map(\.to))
    let memos = Set(fix.fixed.compactMap { $0.movedMemo(among: moved) }).sorted()
    return builder.isEmpty ? nil : (builder, fix.fixed.count, memos)
  }
}
