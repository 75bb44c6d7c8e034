import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// Offers to update the links to memos that were moved by another program: by `mv`, or by an editor that does not announce
/// it. Moves that the server has planned itself have their edits: an editor may keep these unsaved for a while.
enum MoveOffer {
  /// Asks about a change, if it is a move that left links behind.
  static func note(_ change: VaultChange, of vault: ServedVault, _ request: FeatureRequest) {
    guard case .renamed(let from) = change.kind, vault.isComplete,
      !vault.isOwnChange(change.path), !vault.isPlanned(.init(from: from, to: change.path))
    else { return }
    let move = MovedMemos.Move(from: from, to: change.path)
    let count = repairs(after: move, in: vault, request)?.count ?? 0
    guard count > 0 else { return }
    let (yes, no) = (request.say(EditorMessages.update), request.say(EditorMessages.notNow))
    request.outbox.ask(
      "window/showMessageRequest",
      [
        "type": 3, "message": .text(request.say(EditorMessages.offer(count, move.to.text))),
        "actions": [["title": .text(yes)], ["title": .text(no)]],
      ]
    ) { answer in
      // Looked for again: texts may have changed while the question was open.
      guard answer?["title"]?.text == yes, let found = repairs(after: move, in: vault, request) else { return }
      request.outbox.ask(
        "workspace/applyEdit",
        ["label": .text(request.say(EditorMessages.updatingLinks)), "edit": found.builder.json])
    }
  }

  /// What makes links lead to the memo that they meant, and links of it to where they led; and how many they are.
  private static func repairs(
    after move: MovedMemos.Move, in vault: ServedVault, _ request: FeatureRequest
  ) -> (builder: EditBuilder, count: Int)? {
    guard vault.isInPlace else { return nil }
    // The editor may still have the memo open under its old path, where links seem to lead.
    let view = vault.view(without: move.from)
    let check = VaultCheck(view.vault, view.index, after: move)
    guard let fix = try? check.fix(check.linksBroken(by: move)), !fix.fixed.isEmpty else { return nil }
    var builder = EditBuilder(view, request.client, label: request.say(EditorMessages.updatingLinks))
    for rewrite in fix.rewrites {
      // A text that cannot be edited now is left as it is; 'memo check' reports its links.
      try? builder.add(rewrite)
    }
    return builder.isEmpty ? nil : (builder, fix.fixed.count)
  }
}
