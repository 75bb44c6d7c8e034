import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

/// What `rename` and `move` have in common.
struct RelocationRun {
  let command: CommandDeclaration
  let reference: Positional

  func run(
    _ session: Session, plan: (MemoRenaming, ReadMemo, Vault) throws -> Relocation,
    done: (Relocation) -> Void = { _ in }
  ) throws -> ExitCode {
    let vault = try session.openVault(isChange: true)
    let named = session.arguments[reference]?.bytes ?? []
    let path = try memo(named, in: vault, session)
    let memo = try session.read(path, in: vault)
    let relocation = try plan(MemoRenaming(in: vault, try session.refresh(vault, mustBeWhole: true)), memo, vault)
    for link in relocation.lostLinks { session.warn(Message.lostLink(link.target, link.path.text)) }
    if session.arguments[CommonOptions.dryRun] {
      try show(relocation, session)
      return .done
    }
    let operation = try relocation.carryOut(command.name, by: session.history(of: vault), at: session.now)
    if operation == nil { session.note(Message.nothingToChange) } else if !session.isJSON { done(relocation) }
    try tell(relocation, changed: operation?.changed ?? [], in: vault, session)
    return .done
  }

  /// Who names a folder is told how one is moved, not which memos have its name.
  private func memo(_ named: [UInt8], in vault: Vault, _ session: Session) throws -> VaultPath {
    do {
      return try session.finder(in: vault, isChange: true).find(named)
    } catch {
      guard !named.isEmpty, let folder = try FolderArgument(named, session).folder(in: vault), folder != .root,
        try vault.files.folderStamp(of: folder) != nil
      else { throw error }
      throw Failure(
        kind: "is-folder", message: Message.isFolder(folder.text), hints: [Message.folderHint], exitCode: .noSuchMemo)
    }
  }

  private func tell(
    _ relocation: Relocation, changed: [VaultPath], in vault: Vault, _ session: Session
  ) throws {
    guard session.isJSON else {
      let linking = relocation.rewrites.count { $0.memo.path != relocation.path }
      if linking > 0 { session.note(Message.relinked(linking)) }
      return try session.writeRecords(QuotedPath.bytes(relocation.newPath) + [UInt8(ascii: "\n")])
    }
    let rows = try session.rows(of: [relocation.newPath], in: vault)
    try session.writeJSON(rows, isArray: false) { _, writer in
      writer.key("changed")
      writer.strings(changed.map(\.text))
    }
  }

  private func show(_ relocation: Relocation, _ session: Session) throws {
    guard session.isJSON else { return try session.write(MemoDiff.changes(of: relocation)) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.path(relocation.newPath)
    writer.key("changed")
    let moved = relocation.newPath == relocation.path ? [] : [relocation.path, relocation.newPath]
    writer.strings(Set(relocation.rewrites.map(\.memo.path) + moved).sorted().map(\.text))
    writer.endObject()
    writer.newline()
    try session.write(writer.bytes)
  }
}
