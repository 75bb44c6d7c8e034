import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// `memo conflicts --resolve`: goes through all conflicts on a terminal and asks what to keep of each.
struct ConflictWalk {
  let session: Session
  let workspace: Workspace
  let syncer: Syncer
  /// The name of the operations.
  let name: String

  func run() throws -> ExitCode {
    guard session.isInteractive, !session.isJSON else {
      throw Failure(
        kind: "needs-terminal", message: SettlingMessages.needsTerminal, hints: [SettlingMessages.nameAMemo],
        exitCode: .usage)
    }
    let places = try syncer.openPlaces()
    if places.isEmpty { session.note(SyncMessages.noConflicts) }
    for path in Set(places.map(\.path)).sorted() {
      guard try goThrough(path, among: places) else { break }
    }
    if !places.isEmpty { session.note(SettlingMessages.left(try syncer.openPlaces().count)) }
    return .done
  }

  /// Goes through the conflicts of a memo; returns whether to go on with the next memo.
  private func goThrough(_ path: VaultPath, among places: [SyncConflict]) throws -> Bool {
    let later = places.count { path < $0.path }
    var skipped: [SyncConflict] = []
    while true {
      // Lines below a version that was taken out have other numbers now.
      let open = try syncer.conflicts(in: path).filter { one in
        let isSkipped = skipped.contains { $0.key == one.key && $0.ours == one.ours && $0.theirs == one.theirs }
        return one.path == path && !isSkipped
      }
      guard let conflict = open.first else { return true }
      session.note(SettlingMessages.place(places.count - later - open.count + 1, of: places.count))
      try ConflictWriter(session: session).writeText(conflict)
      switch try answer(to: conflict) {
      case .quit: return false
      case .skip: skipped.append(conflict)
      case .keep(let choice): if try !settle(conflict, with: choice) { skipped.append(conflict) }
      }
    }
  }

  /// Whether it is settled; if not, the reason is written.
  private func settle(_ conflict: SyncConflict, with choice: ConflictChoice) throws -> Bool {
    let outcome = try workspace.settle(in: conflict.path, reporting: session.warn(unsettled:)) { syncer in
      try syncer.settle(conflict, with: choice, as: name, at: session.machine.now)
    }
    switch outcome {
    case .settled: return true
    case .gone: session.note(SettlingMessages.gone)
    case .byHand: session.warn(SettlingMessages.byHand(conflict))
    }
    return false
  }

  /// What a person wants, asked until it is understood.
  private func answer(to conflict: SyncConflict) throws -> Answered {
    try session.cacheTrust.commit()
    while true {
      let question = TerminalText.visible(SettlingMessages.question(conflict)[session.language])
      session.console.writeError(Array("\(question) ".utf8))
      let words = String(decoding: try session.console.readLine(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      // Enter alone, and the end of the input, settle nothing.
      guard let answer = words.first?.lowercased(), !Answer.isQuit(answer) else { return .quit }
      if ["s", "skip", "ㄴ"].contains(answer) { return .skip }
      if let choice = SettlingMessages.choice(answer), conflict.choices.contains(choice) { return .keep(choice) }
    }
  }

  private enum Answered {
    case keep(ConflictChoice)
    case skip, quit
  }
}
