import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords
import Synchronization

/// Changes of the vault.
extension BrowserLibrary {
  /// Moves a memo to the trash.
  func delete(_ path: VaultPath) -> [BrowserEvent] {
    change(mayRemove: [path]) {
      let memo = try ReadMemo(path, in: vault)
      _ = try Deletion(of: [memo], in: index, of: vault).carryOut(by: history, of: vault, at: kit.clock.now)
      return (
        BrowserMessages.deleted(
          memo.title.isEmpty ? Message.untitled[kit.language] : memo.title, undo: kit.undoKey), nil
      )
    }
  }

  /// Undoes the last change.
  func undo(selected: VaultPath?) -> [BrowserEvent] {
    do {
      // A record that cannot be read stops no undo of a later operation.
      let last = (try? history.list())?.first { !$0.isUndone }
      let takenOver = last.map { RepairedLinks.links(takenOverByUndoing: $0, in: { latestIndex }, of: vault) } ?? []
      let operation = try history.undo()
      let old = operation.moves.first { $0.value == selected }?.key ?? operation.moves.keys.sorted().first
      return change(mayRemove: operation.changed) {
        let shown = shown(operation, old, selected)
        let staying = operation.companions.filter { vault.files.stamp(of: $0) != nil }
        return (BrowserMessages.undone(operation, title(of: shown, in: operation), takenOver, staying: staying), shown)
      }
    } catch {
      switch error {
      case OperationError.changed(let paths): return [.cannotUndo(BrowserMessages.cannotUndo(paths)[kit.language])]
      case OperationError.received, OperationError.notInTrash: return [.cannotUndo(text(of: error))]
      default: return [.failed(text(of: error))]
      }
    }
  }

  /// Redoes the change that was undone last.
  func redo(selected: VaultPath?) -> [BrowserEvent] {
    do {
      let operation = try history.redo()
      let new = selected.flatMap { operation.moves[$0] } ?? operation.moves.values.sorted().first
      return change(mayRemove: operation.changed) {
        let shown = shown(operation, new, selected)
        return (BrowserMessages.redone(operation, title(of: shown, in: operation)), shown)
      }
    } catch {
      return [.failed(text(of: error))]
    }
  }

  /// Skips the last change, so that the one before can be undone.
  func skip() -> [BrowserEvent] {
    change { (BrowserMessages.skipped(try history.forgetLast()), nil) }
  }

  /// Gives a memo another title, and updates links to it.
  ///
  /// - Parameter isSure: whether another memo may have the title, too.
  func rename(_ path: VaultPath, to title: String, isSure: Bool) -> [BrowserEvent] {
    do {
      try refresh()
      // A title that is the name of its file is in no text.
      let isInText = try !ReadMemo(path, in: vault).isTitledByFile
      if isInText, let reason = refusal(toReplace: path) { return [.failed(reason)] }
    } catch {
      return [.failed(text(of: error))]
    }
    let title = LineInput.oneLine(title)
    if !isSure, MemoRenaming(in: vault, index).hasTwin(of: path, titled: title) { return [.twin(path, title: title)] }
    return relocate {
      let memo = try ReadMemo(path, in: vault)
      let relocation = try MemoRenaming(in: vault, index).rename(memo, to: title, isTitleOnly: false)
      _ = try relocation.carryOut("rename", by: history, at: kit.clock.now)
      return (BrowserMessages.renamed(title, relocation, oversized: index.oversizedMemos), relocation)
    }
  }

  /// Settles a conflict.
  func settle(_ conflict: SyncConflict, with choice: ConflictChoice) -> [BrowserEvent] {
    change {
      let memo = SettledMemo(conflict.path, in: index, of: vault)
      switch try kit.settle(conflict, choice) {
      case .settled:
        try refresh()
        let lost = (try? memo?.lostLinks { index }) ?? []
        return (BrowserMessages.settled(choice, lost, undo: kit.undoKey), conflict.path)
      case .gone: return (SettlingMessages.gone, conflict.path)
      case .byHand: return (SettlingMessages.byHand(conflict), conflict.path)
      }
    } + conflictsLeft(in: conflict.path)
  }

  /// Moves a memo to another folder, relative to the vault's root, and updates links.
  func move(_ path: VaultPath, to folder: String) -> [BrowserEvent] {
    relocate {
      try refresh()
      guard let inside = HostPath(Array(folder.utf8), from: vault.root).path(inVault: vault.root) else {
        throw RenamingError.badFolder(VaultPath(folder))
      }
      let relocation = try MemoRenaming(in: vault, index).move(try ReadMemo(path, in: vault), to: inside)
      _ = try relocation.carryOut("move", by: history, at: kit.clock.now)
      return (BrowserMessages.moved(relocation, oversized: index.oversizedMemos), relocation)
    }
  }

  /// Has the links to what was written last lead to it, where it was given another title.
  func relink() -> [BrowserEvent] {
    guard let retitling = retitling.withLock({ $0.take() }) else { return [] }
    do {
      let (changed, lost) = try retitling.carryOut(by: history, at: kit.clock.now)
      guard let text = BrowserMessages.retitled(changed, lost) else { return [] }
      if !changed.isEmpty { try refresh() }
      return (changed.isEmpty ? [] : [.vaultChanged]) + [.done(text[kit.language], select: nil)]
    } catch {
      return [.failed(text(of: error))]
    }
  }

  /// Makes a change that moves a memo, which stays in view where it was.
  private func relocate(_ body: () throws -> (message: Text, relocation: Relocation)) -> [BrowserEvent] {
    var moved: [BrowserEvent] = []
    let events = change {
      let (message, relocation) = try body()
      if relocation.newPath != relocation.path { moved = [.moved(from: relocation.path, to: relocation.newPath)] }
      return (message, relocation.newPath)
    }
    return moved + events
  }

  /// Pins a memo to the top of the list by its front matter, or unpins it.
  func pin(_ path: VaultPath) -> [BrowserEvent] {
    if let reason = refusal(toReplace: path) { return [.failed(reason)] }
    return change {
      let memo = try ReadMemo(path, in: vault)
      try refresh()
      let isPinned = PinnedMemos.newestFirst(in: index).contains { $0.path == path }
      let change: FieldChange = isPinned ? .unset(PinnedMemos.key) : .set(PinnedMemos.key, PinnedMemos.value)
      _ = try FieldChanging([change], of: [memo], in: vault) { index }.carryOut(by: history, at: kit.clock.now)
      return (isPinned ? ListMessages.unpinned : ListMessages.pinned, path)
    }
  }

  /// Opens today's memo. Without a template, one that does not exist is created when something is written.
  func openToday() -> [BrowserEvent] {
    var unwritten: VaultPath?
    let events = change {
      switch try kit.openToday() {
      case .existing(let path): return (nil, path)
      case .unwritten(let path):
        unwritten = path
        return (nil, nil)
      }
    }
    return unwritten.map { [.unwritten($0)] } ?? events
  }

  /// Looks for the memo in the pane, which is no longer at its path or in the list.
  func trace(_ path: VaultPath, holding bytes: [UInt8]) -> [BrowserEvent] {
    if vault.hasMemo(at: path) { return [.loaded(load(path))] }
    // An error occurs again when the memo is saved, and is reported then.
    // The thread that follows the vault may have put what came since into the cache already.
    let known = saving.withLock { $0?.saving.indexBefore }
    let newPath = try? MemoTrace(in: vault).newPath(of: path, holding: bytes, unknownTo: known)
    return newPath.map { [.moved(from: path, to: $0), .loaded(load($0))] } ?? [.gone(path)]
  }

  /// Keeps a text that could not be saved, and is discarded.
  func rescue(_ text: [UInt8]) -> BrowserEvent {
    guard let place = kit.rescue(text) else { return .failed(BrowserMessages.notSaved(nil)[kit.language]) }
    return .done(BrowserMessages.rescued(place)[kit.language], select: nil)
  }

  /// Syncs the vault.
  func sync() -> [BrowserEvent] {
    var failure: [BrowserEvent] = []
    let events = change {
      do {
        return (BrowserMessages.synced(try kit.sync(), conflicts: kit.conflictsKey), nil)
      } catch let error as SyncError {
        // The status line shows a failed sync, too.
        let known = FailureMessages.failure(for: error)
        let reason = ([known.message] + known.hints.prefix(1)).map { $0[kit.language] }
          .joined(separator: kit.language.sentenceSeparator)
        failure = [.failed(BrowserMessages.notSynced(reason)[kit.language])]
        return (nil, nil)
      }
    }
    return events + failure + [.vaultChanged]
  }

  /// Copies a memo to the clipboard.
  func share(_ path: VaultPath) -> BrowserEvent {
    do {
      switch try kit.share(path) {
      case .copied: return .done(BrowserMessages.copied[kit.language], select: nil)
      case .requested: return .done(Message.askedTerminal[kit.language], select: nil)
      }
    } catch let failure as Failure {
      return .failed(text(withHintsOf: failure))
    } catch {
      return .failed(text(of: error))
    }
  }

  /// Why a memo cannot be changed, or a change of it not be kept; `nil` if it can.
  func refusal(toWrite pane: MemoPane?, in mode: BrowserMode) -> String? {
    if let reason = kit.host.writeRefusal(of: vault.root) {
      return BrowserMessages.readOnly(SystemMessages.reason(reason))[kit.language]
    }
    guard let pane, let path = pane.path else { return nil }
    if let reason = refusal(toReplace: path) { return reason }
    do {
      if case .writing = mode {
        try OneEncoding.check(pane.base, of: path, addsLetters: true)
      } else {
        try OneEncoding.check(pane.base, of: path, becoming: pane.save.contents)
      }
      return nil
    } catch {
      return text(withHintsOf: FailureMessages.failure(for: error))
    }
  }

  /// Why the file of a memo is not to be replaced; `nil` if it may be. Its folder would let it.
  func refusal(toReplace path: VaultPath) -> String? {
    let isRefused = kit.host.writeRefusal(of: vault.root.appending(path))?.isRefusal ?? false
    return vault.isReadOnly(path) || isRefused ? BrowserMessages.readOnlyMemo(path)[kit.language] : nil
  }

  /// The message of a failure, and what to do next.
  func text(withHintsOf failure: Failure) -> String {
    ([failure.message] + failure.hints).map { $0[kit.language] }.joined(separator: kit.language.sentenceSeparator)
  }

  // MARK: Choices

  /// All tags with their counts, most frequent first.
  func tags() -> BrowserEvent {
    let choices = TagCounts(isNested: false).counts(in: index).mostUsedFirst().map { tag in
      Chooser.Choice(name: "#\(tag.tag)", note: Message.grouped(tag.count), action: .tag(tag.tag))
    }
    return .choices(choices, orElse: BrowserMessages.noTags[kit.language])
  }

  /// The folders, to move a memo or to list their memos.
  func folders(moving path: VaultPath?) -> BrowserEvent {
    let folders = FolderChoices(index)
    if let path {
      return .chooser(folders.toMove(path, kit.language), label: ListMessages.chooseFolder[kit.language])
    }
    return .choices(folders.toList, orElse: ListMessages.noFolders[kit.language])
  }

  /// The deleted memos, the latest first.
  func trash() -> BrowserEvent {
    do {
      let choices = try Trash(of: vault, history: history).items().map { item in
        Chooser.Choice(
          name: item.title.isEmpty ? item.path.text : item.title, note: kit.dates(item.deletedAt),
          action: .restore(item))
      }
      return .choices(choices, orElse: ListMessages.emptyTrash[kit.language])
    } catch {
      return .failed(text(of: error))
    }
  }

  /// Restores a memo from the trash.
  func restore(_ item: TrashItem) -> [BrowserEvent] {
    change {
      try refresh()
      let (before, history) = (index, history)
      let made = try Trash(of: vault, history: history).restore(item, at: kit.clock.now)
      var links = try? RepairedLinks(made: [made.path], in: before, of: vault)
      let changed = links?.carryOut(by: history, at: kit.clock.now, with: made.operation) ?? []
      return (BrowserMessages.restored(made.path, changed, links?.lostLinks ?? []), made.path)
    }
  }

  // MARK: Operations

  private var history: OperationHistory { OperationHistory(of: vault, wait: Self.lockTimeout) }

  /// The index after another look at the files; `nil` where that fails.
  private var latestIndex: VaultIndex? {
    do {
      try refresh()
      return index
    } catch {
      return nil
    }
  }

  /// Makes a change, refreshes the index and reports both.
  ///
  /// - Parameter paths: memos that the change may remove.
  private func change(
    mayRemove paths: [VaultPath] = [], _ body: () throws -> (message: Text?, shown: VaultPath?)
  ) -> [BrowserEvent] {
    do {
      let (message, shown) = try body()
      try refresh()
      let gone = paths.filter { !vault.hasMemo(at: $0) }
      return gone.map { .removed($0) } + [.vaultChanged, .done(message?[kit.language] ?? "", select: shown)]
    } catch {
      return [.failed(text(of: error))]
    }
  }

  /// The title of a memo after an operation; its path if it is gone or has no title.
  private func title(of path: VaultPath?, in operation: PastOperation) -> String {
    // A memo that cannot be read is reported when it is shown.
    let title = path.flatMap { try? ReadMemo($0, in: vault).title } ?? ""
    return title.isEmpty ? (path ?? operation.changed.first)?.text ?? "" : title
  }

  /// The memo to show after an operation: the one it moved, else the selected one if it changed that, else its first.
  private func shown(_ operation: PastOperation, _ moved: VaultPath?, _ selected: VaultPath?) -> VaultPath? {
    let concerned = operation.changed.filter { $0 == selected } + operation.changed
    return ([moved].compactMap(\.self) + concerned).first { vault.hasMemo(at: $0) }
  }
}
