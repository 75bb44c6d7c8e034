import MemoCore
import MemoKit
import MemoStore
import MemoSync
import MemoTUI
import MemoWords

extension Session {
  /// The system and the use cases for the split view.
  func browserKit(for workspace: Workspace) -> BrowserKit {
    var kit = BrowserKit(
      host: machine.host, watching: machine.watchingBeside, clock: machine.clock,
      collation: machine.collation, stopwatch: machine.stopwatch, language: language, locale: dateLocale,
      share: { path in
        try Sharing(from: workspace).copy(try workspace.vault.contents(of: path)) ? .copied : .requested
      },
      clipboardRequest: { Sharing.terminalRequest($0) },
      edit: { path in try workspace.edit([path], in: editor, as: EditCommand.declaration.name) },
      openToday: { try workspace.today() },
      sync: { try workspace.sync(workspace.syncOptions(mayAsk: false)) })
    kit.conflicts = { try workspace.syncer().conflicts() }
    kit.settle = { path, version in
      _ = try workspace.syncer().resolve(
        path, with: version, as: ConflictsCommand.declaration.name, at: machine.now)
    }
    kit.processorTime = machine.processorTime
    return kit
  }

  /// Lets the person choose a memo, found as in the split view or by its names; `nil` where they did not want to.
  func pick(in workspace: Workspace) throws -> VaultPath? {
    let library = BrowserLibrary(
      workspace.vault, try workspace.index(), kit: browserKit(for: workspace))
    guard let all = library.candidates(for: "") else { return nil }
    return try PickerSession(
      terminal: environment.screen, all: all, untitled: Message.untitled[language],
      matcher: library.candidates
    ).run()
  }
}
