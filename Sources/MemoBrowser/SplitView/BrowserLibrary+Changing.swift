import MemoCore
import MemoVault

/// Changes that commands make, too.
extension BrowserLibrary {
  /// A memo goes to the trash.
  func delete(_ path: VaultPath) -> [BrowserEvent] {
    changing {
      let memo = try ReadMemo(path, in: vault)
      _ = try Trash(of: vault, history: history).delete([memo], at: kit.clock.now)
      return (kit.deleted(path), nil)
    }
  }

  /// The last change is taken back.
  func undo() -> [BrowserEvent] {
    changing {
      let operation = try history.undo()
      return (kit.undone(operation), remaining(operation))
    }
  }

  /// The change that was taken back last is made again.
  func redo() -> [BrowserEvent] {
    changing {
      let operation = try history.redo()
      return (kit.redone(operation), remaining(operation))
    }
  }

  /// A memo gets another title, and every link to it with it.
  func rename(_ path: VaultPath, to title: String) -> [BrowserEvent] {
    changing {
      let memo = try ReadMemo(path, in: vault)
      try refresh()
      let relocation = try MemoRenaming(in: vault, index).rename(memo, to: title, isTitleOnly: false)
      _ = try relocation.carryOut("rename", by: history, at: kit.clock.now)
      return (kit.renamed(relocation), relocation.newPath)
    }
  }

  // MARK: Choices

  /// All tags with their counts, the commonest first.
  func tags() -> [Chooser.Choice] {
    let counts = TagCounts(isNested: false).counts(in: index).enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return counts.map { _, tag in
      Chooser.Choice(name: "#\(tag.tag)", note: "\(tag.count)", action: .tag(tag.tag))
    }
  }

  /// The links of a memo, each with the title of the memo that it leads to.
  func links(of path: VaultPath) -> [Chooser.Choice] {
    let index = index
    // A memo that cannot be read shows that by itself.
    let links = (try? LinkGraph(of: index).links(of: path)) ?? []
    let rows = IndexRows(index)
    return links.map { link in
      guard let target = link.path else {
        return Chooser.Choice(name: link.link.label ?? link.link.target, note: "?", action: .nowhere(link.link.target))
      }
      let title = rows.row(of: target).map { index.title(of: rows[$0]) } ?? ""
      return Chooser.Choice(
        name: title.isEmpty ? link.link.target : title, note: link.link.label ?? "", action: .memo(target))
    }
  }

  // MARK: Parts

  private var history: OperationHistory { OperationHistory(of: vault) }

  /// Makes a change, brings the index in step, and tells both.
  private func changing(_ change: () throws -> (said: String, shown: VaultPath?)) -> [BrowserEvent] {
    do {
      let (said, shown) = try change()
      try refresh()
      return [.vaultChanged, .done(said, select: shown)]
    } catch {
      return [.done(kit.describe(error), select: nil)]
    }
  }

  /// The memo to show after an operation: the first one that is there.
  private func remaining(_ operation: PastOperation) -> VaultPath? {
    operation.changed.first { vault.hasMemo(at: $0) }
  }
}
