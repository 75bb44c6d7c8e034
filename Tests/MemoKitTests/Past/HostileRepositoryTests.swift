import MemoCore
import MemoStore
import MemoSync
import MemoTestSupport
import Testing

/// A repository whose settings name programs: nothing of it is run, whatever of the past is asked for. Filters alone are,
/// once they are trusted: that is what trust in them is for.
@Suite struct HostileRepositoryTests {
  /// Settings that git would run `trap` for, and in which it says so.
  private static let settings = [
    "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.hooksPath",
    "diff.external", "diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge",
    "filter.evil.process", "pager.log", "pager.diff", "alias.log", "alias.rev-parse", "alias.cat-file",
    "gpg.program", "gpg.ssh.program", "credential.helper", "core.alternateRefsCommand", "merge.evil.driver",
    "interactive.diffFilter", "trailer.x.cmd", "sequence.editor", "uploadpack.packObjectsHook",
  ]

  /// Those among them that need no trust, because nothing that memo asks git for reaches them.
  private static let inert = [
    "core.pager", "core.editor", "pager.log", "pager.diff", "alias.log", "sequence.editor",
  ]

  private let folder: PastFolder

  init() throws {
    folder = try PastFolder()
    let trap = "#!/bin/sh\necho \"$0 $@\" >> \(folder.place.folder.path.appending("trapped").text)\ncat\n"
    try folder.place.folder.write(trap, to: "trap")
    try folder.place.folder.setMode(0o755, of: VaultPath("trap"))
    try folder.commit(1, "echo one > a.md; printf '*.md diff=evil filter=evil merge=evil\\n' > .gitattributes")
    try folder.commit(2, "echo two >> a.md")
    let trapPath = folder.place.folder.path.appending("trap").text
    for setting in Self.settings {
      let bang = setting.hasPrefix("alias.") || setting.hasPrefix("credential.") ? "!" : ""
      try folder.shell("git config \(setting) '\(bang)\(trapPath)'")
    }
    try folder.shell("git config log.showSignature true")
    try folder.shell(
      "for hook in post-checkout reference-transaction post-index-change; do cp ../trap .git/hooks/$hook; done")
  }

  @Test func nothingIsAskedBeforeThePersonTrustsIt() throws {
    let error = try #require(throws: PastError.self) { try folder.repository() }
    guard case .repository(.untrusted(let keys)) = error else {
      Issue.record("\(error)")
      return
    }
    let wanted = Set(Self.settings.map { $0.lowercased() }).subtracting(Self.inert)
    #expect(Set(keys).isSuperset(of: wanted) && Set(keys).isDisjoint(with: Self.inert), "\(keys)")
    try expectNothingWasRun()
  }

  @Test func nothingButFiltersIsRunWhereThePersonTrustsIt() throws {
    try folder.shell("git config --remove-section filter.evil; echo '*.md diff=evil merge=evil' > .gitattributes")
    let host = folder.place.folder.host()
    let trusted = TrustedRepositories(in: folder.place.folder.path.appending("home/state/memo"), host: host)
    _ = try RepositoryGate(folder.vault(), host: host, trusted: trusted, git: folder.place.git).trust()
    let past = try folder.past(of: "a.md")
    #expect(past.outline == "2 +1")
    #expect(past.versions.first?.lines == LineCount(added: 1, removed: 0))
    #expect(try past.text(at: .commit("HEAD~1")) == "one\n")
    try expectNothingWasRun()
  }

  @Test func aRepositoryAboveTheVaultIsNotTrustedEither() throws {
    try folder.place.folder.makeFolders(VaultPath("vault/inner/.memo"))
    let host = folder.place.folder.host()
    let vault = try Vault(at: folder.root.appending("inner"), host: host)
    let trusted = TrustedRepositories(in: folder.place.folder.path.appending("home/state/memo"), host: host)
    let error = try #require(throws: PastError.self) {
      try PastRepository(of: vault, host: host, trusted: trusted, git: folder.place.git)
    }
    guard case .untrustedAbove(folder.root, _) = error else {
      Issue.record("\(error)")
      return
    }
    try expectNothingWasRun()
  }

  private func expectNothingWasRun() throws {
    let trapped = try folder.place.folder.bytes(of: VaultPath("trapped"))
    #expect(trapped == nil, "\(String(decoding: trapped ?? [], as: UTF8.self))")
  }
}
