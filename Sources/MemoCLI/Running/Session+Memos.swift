import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

extension Session {
  /// The vault of a command that is about the memos which its REFs name; refuses at once where no one has named one.
  func openVault(for command: CommandDeclaration, isChange: Bool = false) throws -> Vault {
    try requireReference(of: command)
    return try openVault(isChange: isChange)
  }

  private func requireReference(of command: CommandDeclaration) throws {
    if arguments.all(CommonOptions.reference).isEmpty, !isInteractive {
      throw UsageError.missingChoice(CommonOptions.reference, of: command)
    }
  }

  /// The paths of the memos that the command's REFs name.
  func references(in vault: Vault, of command: CommandDeclaration, isChange: Bool) throws -> [VaultPath] {
    let references = arguments.all(CommonOptions.reference)
    guard references.isEmpty else {
      let finder = finder(in: vault, isChange: isChange)
      return try references.map { try finder.find($0.bytes) }
    }
    try requireReference(of: command)
    guard let picked = try pick(in: vault) else { throw Failure.interrupted }
    return [picked]
  }

  /// The rows of memos by their paths, as the index has them now.
  func rows(of paths: [VaultPath], in vault: Vault) throws -> [MemoRow] {
    let index = try refresh(vault)
    return try paths.map { path in
      guard let memo = index.memo(at: path), let row = row(of: memo, in: index, vault) else {
        throw VaultError.noSuchMemo(reference: path.text, nearest: [])
      }
      return row
    }
  }

  /// A memo's row; `nil` where the index has no record of it.
  func row(of memo: IndexedMemo, in index: VaultIndex, _ vault: Vault) -> MemoRow? {
    index.record(of: memo).map { MemoRow(memo, record: $0, root: vault.root, clock: environment.clock) }
  }

  /// Writes an object for one memo, an array for several; `more` are fields of each behind those of its row.
  func writeJSON(_ rows: [MemoRow], isArray: Bool, more: (MemoRow) throws -> Record = { _ in [:] }) throws {
    var writer = RecordWriter(isArray ? .array : .object, to: write)
    for row in rows { try writer.write(row.fields + more(row)) }
    try writer.end()
  }

  /// Ends the command unless each memo's etag is the one asked for.
  func checkEtag(of paths: [VaultPath], in vault: Vault) throws {
    guard arguments[CommonOptions.ifMatch] != nil else { return }
    for path in paths { try checkEtag(of: ReadMemo(head: path, limit: 0, in: vault)) }
  }

  /// Opens memos in the user's editor and waits for its end.
  func edit(_ paths: [HostPath]) throws {
    try checkEditor()
    try cacheTrust.commit()
    let editor = try namedEditor() ?? Self.usualEditor
    let exit = try environment.programs.edit(paths.map(\.bytes), with: editor)
    switch exit {
    case .exited(0): return
    case .interrupted: throw Failure.interrupted
    case .exited(126), .exited(127):
      // The shell's own words for a command that cannot be run, and one that is not there.
      throw Failure(
        kind: "editor", message: Message.editorFailed(editor), hints: [Message.editorHint], exitCode: .failure)
    case .exited(let status): throw Failure(editor: Message.editorEnded(editor, Message.exitCode(status)))
    case .signalled(let signal): throw Failure(editor: Message.editorEnded(editor, Message.signal(signal)))
    }
  }

  /// Ends the command where there is no terminal and nobody has named an editor that may do without, or none is to be run.
  func checkEditor() throws {
    guard !console.inputIsTerminal || !console.outputIsTerminal else { return }
    let named = try namedEditor()
    guard named == nil || arguments[GlobalOptions.noInput] else { return }
    throw Failure(
      kind: "needs-terminal", message: Message.editorNeedsTerminal(named ?? Self.usualEditor),
      hints: [Message.withoutEditorHint], exitCode: .usage)
  }

  private static let usualEditor = "vi"

  /// The vault's settings never name an editor: a vault that came from elsewhere must not run programs.
  private func namedEditor() throws -> String? {
    if let editor = environment.variable("MEMO_EDITOR") { return editor }
    if let editor = try userSettings().text("editor"), !editor.isEmpty { return editor }
    return environment.variable("VISUAL") ?? environment.variable("EDITOR")
  }
}

extension Failure {
  /// What an editor saved before it ended so is kept.
  fileprivate init(editor message: Text) {
    self.init(kind: "editor", message: message, hints: [Message.editorKept], exitCode: .failure)
  }
}
