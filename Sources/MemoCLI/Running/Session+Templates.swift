import MemoCore
import MemoVault

extension Session {
  /// The text that a template of the vault makes; `nil` where there is no such template.
  func filledTemplate(_ name: String, title: String, in vault: Vault) throws(VaultError) -> [UInt8]? {
    let filling = TemplateFilling(title: title, at: now, clock: surroundings.clock, locale: dateLocale)
    return try MemoTemplates(of: vault).text(of: name).map(filling.filled)
  }

  /// The failure for a template that is not there.
  func noTemplate(_ name: String, in vault: Vault) throws(VaultError) -> Failure {
    let names = try MemoTemplates(of: vault).names()
    return Failure(
      kind: "no-such-template", message: Message.noTemplate(name),
      hints: [names.isEmpty ? Message.noTemplates : Message.templates(names.joined(separator: ", "))],
      candidates: names, exitCode: .noSuchMemo)
  }
}
