import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoWords

extension Session {
  /// The text that a template of the vault makes: one that is named, or else the memo at a path. `nil` where there is
  /// neither.
  func filledTemplate(_ name: String, title: String, in vault: Vault) throws -> [UInt8]? {
    let filling = templateFilling(title: title)
    if let text = try templates(in: vault).text(of: name) { return filling.filled(text) }
    let memo = try finder(in: vault, isStrict: true).memo(atPath: Array(name.utf8))
    return try memo.map { filling.filled(try ReadMemo($0, in: vault).bytes) }
  }

  /// The text that the template of today's memo makes; `nil` where there is none.
  func todaysTemplate(title: String, in vault: Vault) throws -> [UInt8]? {
    try templates(in: vault).text(of: "today").map(templateFilling(title: title).filled)
  }

  /// What fills templates now.
  func templateFilling(title: String) -> TemplateFilling {
    TemplateFilling(title: title, at: now, clock: environment.clock, locale: dateLocale)
  }

  /// The templates in the folder that the setting `templates` names, else in `.memo/templates`.
  func templates(in vault: Vault) throws -> MemoTemplates {
    let settings = try vault.settings()
    guard let folder = settings.text("templates"), !folder.isEmpty else { return MemoTemplates(of: vault) }
    return MemoTemplates(of: vault, in: try memoFolder(folder, in: vault))
  }

  /// The failure for a template that is not there.
  func noTemplate(_ name: String, in vault: Vault) throws -> Failure {
    let templates = try templates(in: vault)
    if try templates.isObstructed(name) {
      return Failure(kind: "no-such-template", message: Message.linkedTemplate(name), exitCode: .noSuchMemo)
    }
    let names = try templates.names()
    return Failure(
      kind: "no-such-template", message: Message.noTemplate(name),
      hints: [names.isEmpty ? Message.noTemplates : Message.templates(names.joined(separator: ", "))],
      candidates: names, exitCode: .noSuchMemo)
  }

  /// A folder for memos that a setting names: one of the vault that is not hidden.
  func memoFolder(_ named: String, in vault: Vault) throws -> VaultPath {
    let folder = HostPath(Array(named.utf8), from: vault.root).path(inVault: vault.root)
    guard let folder, !folder.components.contains(where: { $0.first == UInt8(ascii: ".") }) else {
      throw TransferError.badFolder(VaultPath(named))
    }
    return try FolderSpelling(in: vault.files).folder(folder)
  }
}
