import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoKit

/// Memos of which the file holds what a filter of git has stored: a pointer of git-lfs, or what git-crypt has encrypted. Once
/// changed, it leads to the text no longer, and a sync would bring that to all devices.
@Suite struct SealedMemoTests {
  private static let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 17\n".utf8)
  private static let encrypted: [UInt8] = [0] + Array("GITCRYPT".utf8) + [0, 1, 2, 0xFF, 0xFE]
  /// As git-lfs wrote them under its earlier names.
  private static let earlier = ["https://hawser.github.com/spec/v1", "http://git-media.io/v/2"].map {
    (SealedForm.pointer, Array("version \($0)\noid sha256:1f\nsize 17\n".utf8))
  }
  private static let forms: [(SealedForm, [UInt8])] = [(.pointer, pointer), (.encrypted, encrypted)] + earlier

  private let path = VaultPath("s.md")
  private let other = VaultPath("size.md")

  private func vault(_ sealed: [UInt8]) throws -> ChangedVault {
    let vault = try ChangedVault(["size.md": "# Size\n\ntext\n"])
    try vault.folder.write(sealed, to: path)
    return vault
  }

  @Test(arguments: forms) func noCommandChangesOne(form: SealedForm, sealed: [UInt8]) throws {
    let vault = try vault(sealed)
    let workspace = Workspace(vault.vault, on: .tested(in: vault.folder))
    let index = try vault.vault.refresh()
    let (memo, text) = (try vault.read("s.md"), try vault.read("size.md"))
    let added = FieldChange.set("status", "open")
    var saving = MemoSaving(in: vault.vault, by: vault.history, fallbackName: "x") { _, _, typed in typed }
    let changes: [(String, () throws -> Void)] = [
      ("append", { try workspace.append(Array("more".utf8), to: path, ifMatch: nil, as: "append") }),
      ("edit", { try workspace.replace(path, ifMatch: nil, as: "edit") { $0.bytes + [0x61] } }),
      ("write", { try workspace.replace(path, ifMatch: nil, as: "write", isWhole: true) { _ in [0x61] } }),
      ("set", { _ = try FieldChanging([added], of: [memo], in: vault.vault, index: { index }) }),
      ("rename", { _ = try MemoRenaming(in: vault.vault, index).rename(memo, to: "New", isTitleOnly: false) }),
      ("merge into", { _ = try MemoMerge([text], into: memo, in: index, of: vault.vault) }),
      ("merge from", { _ = try MemoMerge([memo], into: text, in: index, of: vault.vault) }),
      ("save", { _ = try saving.save(sealed + [0x61], to: path, base: sealed, at: 1) }),
    ]
    for (name, change) in changes {
      #expect(throws: VaultError.sealed(path, form), "\(name)") { try change() }
      #expect(try vault.folder.bytes(of: path) == sealed, "\(name)")
    }
    #expect(try vault.history.list().isEmpty)
  }

  @Test func noLinkIsMadeInOne() throws {
    let vault = try vault(Self.pointer)
    let mentions = try Mentions(of: other, in: vault.vault.refresh(), of: vault.vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    #expect(rewrites.map(\.memo.path) == [path], "the size of the file")
    #expect(throws: VaultError.sealed(path, .pointer)) {
      try Mentions.carryOut(rewrites, by: vault.history, at: 1)
    }
    #expect(try vault.folder.bytes(of: path) == Self.pointer)
  }

  @Test(arguments: forms) func oneIsReadMovedAndRestored(form: SealedForm, sealed: [UInt8]) throws {
    let vault = try vault(sealed)
    #expect(try vault.read("s.md").bytes == sealed)
    let moved = try MemoRenaming(in: vault.vault, vault.vault.refresh()).move(vault.read("s.md"), to: VaultPath("sub"))
    _ = try moved.carryOut("move", by: vault.history, at: 1)
    #expect(try vault.folder.bytes(of: moved.newPath) == sealed)
    let text = Array("# S\n\nthe text\n".utf8)
    let restoring = try MemoRestoring(text, to: moved.newPath, in: vault.vault)
    _ = try MemoRestoring.carryOut([restoring], as: "restore", by: vault.history, at: 2)
    #expect(try vault.folder.bytes(of: moved.newPath) == text, "\(form)")
  }
}
