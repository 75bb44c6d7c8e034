import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoSync
import MemoWords

/// Changes that commands make, too.
extension BrowserLibrary {
  /// A memo goes to the trash.
  func delete(_ path: VaultPath) -> [BrowserEvent] {
    told(concerning: [path]) {
      let memo = try ReadMemo(path, in: vault)
      _ = try Trash(of: vault, history: history).delete([memo], at: kit.clock.now)
      return (BrowserMessages.deleted(memo.title.isEmpty ? Message.untitled[kit.language] : memo.title), nil)
    }
  }

  /// The last change is taken back.
  func undo(selected: VaultPath?) -> [BrowserEvent] {
    do {
      let operation = try history.undo()
      let old = operation.moves.first { $0.value == selected }?.key ?? operation.moves.keys.sorted().first
      return told(concerning: operation.changed) {
        let shown = shown(operation, old, selected)
        return (BrowserMessages.undone(operation, title(of: shown, in: operation)), shown)
      }
    } catch OperationError.changed(let paths) {
      return [.cannotUndo(BrowserMessages.cannotUndo(paths)[kit.language])]
    } catch OperationError.notInTrash(let paths) {
      return [.cannotUndo(text(of: OperationError.notInTrash(paths)))]
    } catch {
      return [.done(text(of: error), select: nil)]
    }
  }

  /// The change that was taken back last is made again.
  func redo(selected: VaultPath?) -> [BrowserEvent] {
    do {
      let operation = try history.redo()
      let new = selected.flatMap { operation.moves[$0] } ?? operation.moves.values.sorted().first
      return told(concerning: operation.changed) {
        let shown = shown(operation, new, selected)
        return (BrowserMessages.redone(operation, title(of: shown, in: operation)), shown)
      }
    } catch {
      return [.done(text(of: error), select: nil)]
    }
  }

  /// The last change stays as it is, so that the one before can be undone.
  func forget() -> [BrowserEvent] {
    told { (BrowserMessages.forgotten(try history.forgetLast()), nil) }
  }

  /// A memo gets another title, and every link to it with it.
  ///
  /// - Parameter isSure: whether another memo may have the title, too.
  func rename(_ path: VaultPath, to title: String, isSure: Bool) -> [BrowserEvent] {
    do {
      try refresh()
    } catch {
      return [.done(text(of: error), select: nil)]
    }
    let title = LineInput.oneLine(title)
    if !isSure, MemoRenaming(in: vault, index).hasTwin(of: path, titled: title) { return [.twin(path, title: title)] }
    return told {
      let memo = try ReadMemo(path, in: vault)
      let relocation = try MemoRenaming(in: vault, index).rename(memo, to: title, isTitleOnly: false)
      _ = try relocation.carryOut("rename", by: history, at: kit.clock.now)
      return (BrowserMessages.renamed(title, relocation), relocation.newPath)
    }
  }

  /// A memo that was saved without what a sync had brought gets one of the versions.
  func settle(_ path: VaultPath, with version: ConflictVersion) -> [BrowserEvent] {
    told {
      try kit.settle(path, version)
      return (BrowserMessages.settled, path)
    } + conflicts(isAsked: false)
  }

  /// A memo goes to another folder, named from the vault's root, and every link with it.
  func move(_ path: VaultPath, to folder: String) -> [BrowserEvent] {
    do {
      try refresh()
    } catch {
      return [.done(text(of: error), select: nil)]
    }
    return told {
      guard let inside = HostPath(Array(folder.utf8), from: vault.root).path(inVault: vault.root) else {
        throw RenamingError.badFolder(VaultPath(folder))
      }
      let relocation = try MemoRenaming(in: vault, index).move(try ReadMemo(path, in: vault), to: inside)
      _ = try relocation.carryOut("move", by: history, at: kit.clock.now)
      return (BrowserMessages.moved(relocation), relocation.newPath)
    }
  }

  /// The memo of today is there, made where it was not.
  func openToday() -> [BrowserEvent] {
    told { (nil, try kit.openToday()) }
  }

  /// Finds a memo again that is being written and is gone from its path.
  func trace(_ path: VaultPath, holding bytes: [UInt8]) -> [BrowserEvent] {
    if vault.hasMemo(at: path) { return [] }
    // What goes wrong here goes wrong once more when the memo is saved, and is reported then.
    let newPath = try? MemoTrace(in: vault).newPath(of: path, holding: bytes)
    return [newPath.map { .moved(from: path, to: $0) } ?? .gone(path)]
  }

  /// What changed here goes to other devices, and the other way round.
  func sync() -> [BrowserEvent] {
    // One that fails is reported in the list's status, too.
    told {
      do {
        return (BrowserMessages.synced(try kit.sync()), nil)
      } catch let error as SyncError {
        return (BrowserMessages.notSynced(text(of: error)), nil)
      }
    } + [.vaultChanged]
  }

  /// A memo goes to the clipboard.
  func share(_ path: VaultPath) -> BrowserEvent {
    do {
      switch try kit.share(path) {
      case .copied: return .done(BrowserMessages.copied[kit.language], select: nil)
      case .requested: return .done(Message.askedTerminal[kit.language], select: nil)
      }
    } catch let failure as Failure {
      let texts = [failure.message] + failure.hints
      return .done(texts.map { $0[kit.language] }.joined(separator: "; "), select: nil)
    } catch {
      return .done(text(of: error), select: nil)
    }
  }

  /// Why memos cannot be changed; `nil` where they can.
  var writeRefusal: String? {
    kit.host.writeRefusal(of: vault.root).map { BrowserMessages.readOnly(SystemMessages.reason($0))[kit.language] }
  }

  // MARK: Choices

  /// All tags with their counts, the commonest first.
  func tags() -> BrowserEvent {
    let counts = TagCounts(isNested: false).counts(in: index).enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    let choices = counts.map { _, tag in
      Chooser.Choice(name: "#\(tag.tag)", note: "\(tag.count)", action: .tag(tag.tag))
    }
    return .choices(choices, orElse: BrowserMessages.noTags[kit.language])
  }

  // MARK: Parts

  private var history: OperationHistory { OperationHistory(of: vault, wait: Self.patience) }

  /// Makes a change, brings the index in step, and tells both.
  ///
  /// - Parameter paths: memos that may be gone then.
  private func told(
    concerning paths: [VaultPath] = [], _ change: () throws -> (said: Text?, shown: VaultPath?)
  ) -> [BrowserEvent] {
    do {
      let (said, shown) = try change()
      try refresh()
      let gone = paths.filter { !vault.hasMemo(at: $0) }
      return gone.map { .removed($0) } + [.vaultChanged, .done(said?[kit.language] ?? "", select: shown)]
    } catch {
      return [.done(text(of: error), select: nil)]
    }
  }

  /// The title of a memo that an operation concerns; the path of one that is gone, or has no title.
  private func title(of path: VaultPath?, in operation: PastOperation) -> String {
    // A memo that cannot be read shows that by itself.
    let title = path.flatMap { try? ReadMemo($0, in: vault).title } ?? ""
    return title.isEmpty ? (path ?? operation.changed.first)?.text ?? "" : title
  }

  /// The memo to show after an operation: the one that it moved, the selected one where it is concerned, else the first.
  private func shown(_ operation: PastOperation, _ moved: VaultPath?, _ selected: VaultPath?) -> VaultPath? {
    let concerned = operation.changed.filter { $0 == selected } + operation.changed
    return ([moved].compactMap(\.self) + concerned).first { vault.hasMemo(at: $0) }
  }
}
