import MemoCore
import MemoKit
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

/// Texts of memos without a title, while the editor is open and after `memo new` was killed.
@Suite struct UntitledDraftTests {
  private static let id = "0123456789abcdef0123456789abcdef"
  private static let text = ".memo/drafts/\(id).md"
  private static let note = ".memo/drafts/\(id).lock"

  private let folder: TemporaryFolder
  private let vault: Vault

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeVault()
    vault = try folder.openVault()
  }

  /// The vault with an editor that does this with the file that it opens.
  private func workspace(
    notices: Notices = Notices(), edit: @escaping @Sendable (VaultPath) -> Void = { _ in }
  ) -> Workspace {
    var machine = Machine.tested(in: folder)
    machine.variables["MEMO_EDITOR"] = "edit"
    machine.programs = OneEditor(root: folder.path, edit: edit)
    return Workspace(vault, on: machine, notify: { notices.note($0) })
  }

  private func text(of path: String) throws -> String? {
    try folder.bytes(of: VaultPath(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func drafts() throws -> [String] {
    try folder.names(in: VaultPath(".memo/drafts")).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theTextOfAKilledCommandBecomesAMemo() throws {
    try folder.write("# Precious\n\ntext\n", to: Self.text, modified: 1_700_000_000_000_000_000)
    try folder.write("\nwork", to: Self.note)
    let notices = Notices()
    workspace(notices: notices).takeDrafts()
    #expect(try text(of: "work/Precious.md") == "# Precious\n\ntext\n")
    #expect(folder.status(of: VaultPath("work/Precious.md"))?.stamp.modified == 1_700_000_000_000_000_000)
    #expect(try drafts() == [])
    #expect(notices.texts == ["took work/Precious.md"])
    #expect(try OperationHistory(of: vault).list().isEmpty, "undo and redo are for what a person did")
    workspace(notices: notices).takeDrafts()
    #expect(notices.texts.count == 1)
  }

  @Test func aDraftIsLeftAloneWhileItsEditorIsOpen() throws {
    let (folder, vault) = (folder, vault)
    let notices = Notices()
    let other = Workspace(vault, on: .tested(in: folder), notify: { notices.note($0) })
    let workspace = workspace { path in
      try? folder.write(Array("# Open\n".utf8), to: path)
      other.takeDrafts()
      notices.note(.keptText(path))
    }
    let path = try workspace.create(MemoDraft(title: ""), in: Editor(on: workspace.machine))
    #expect(path == VaultPath("Open.md"))
    #expect(notices.texts.count == 1 && notices.texts[0].hasPrefix("kept .memo/drafts/"), "\(notices.texts)")
    #expect(try text(of: "Open.md") == "# Open\n" && drafts() == [])
  }

  @Test func aDraftAlreadyMadeAMemoIsNotMadeOneAgain() throws {
    try folder.write("# Same\n", to: "Same.md")
    try folder.write("# Same\n", to: Self.text)
    try folder.write("\n", to: Self.note)
    workspace().takeDrafts()
    #expect(try text(of: "Same-2.md") == nil && drafts() == [])
    try folder.write("# Same\nmore\n", to: Self.text)
    try folder.write("\n", to: Self.note)
    workspace().takeDrafts()
    #expect(try text(of: "Same-2.md") == "# Same\nmore\n")
  }

  @Test(arguments: ["", " \n", "# \n", "from a template\n"])
  func aDraftInWhichNothingWasWrittenLeavesNoMemo(given: String) throws {
    try folder.write(given, to: Self.text)
    try folder.write("\(Etag.text(XXHash64.hash(Array(given.utf8))))\n", to: Self.note)
    let notices = Notices()
    workspace(notices: notices).takeDrafts()
    #expect(try folder.names() == [Array(".memo".utf8)] && drafts() == [] && notices.texts == [])
  }

  /// An earlier version, whose editor may still be open, locked no draft.
  @Test func aDraftWithoutALockIsTakenAfterADay() throws {
    let now = Machine.tested(in: folder).now
    try folder.write("# Old\n", to: Self.text, modified: now - 3_600_000_000_000)
    workspace().takeDrafts()
    #expect(try text(of: "Old.md") == nil && text(of: Self.text) != nil)
    try folder.setModified(now - 90_000_000_000_000, of: VaultPath(Self.text))
    workspace().takeDrafts()
    #expect(try text(of: "Old.md") == "# Old\n" && drafts() == [])
  }

  @Test func aFolderOutsideTheVaultIsNotBelieved() throws {
    for (name, named) in [("A", "../.."), ("B", ".git/hooks"), ("C", "/etc")] {
      try folder.write("# \(name)\n", to: Self.text)
      try folder.write("\n\(named)", to: Self.note)
      workspace().takeDrafts()
      #expect(try text(of: "\(name).md") == "# \(name)\n", "\(named)")
    }
  }

  @Test func aLinkIsNoDraft() throws {
    try folder.write("# Secret\n", to: "secret.txt")
    try folder.makeFolders(VaultPath(".memo/drafts"))
    try folder.link(VaultPath(Self.text), to: folder.path.text + "/secret.txt")
    try folder.write("\n", to: Self.note)
    workspace().takeDrafts()
    #expect(try text(of: "Secret.md") == nil)
  }

  @Test func doctorNamesDrafts() throws {
    try folder.write("# Open\n", to: Self.text)
    let findings = Checkup(of: .tested(in: folder), in: workspace()).findings()
    #expect(findings.contains(.drafts([VaultPath(Self.text)])))
    #expect(!Checkup.Finding.drafts([VaultPath(Self.text)]).isTrouble)
  }
}

/// What use cases reported.
private final class Notices: Sendable {
  private let found = Mutex<[String]>([])

  var texts: [String] { found.withLock { $0 } }

  func note(_ notice: Notice) {
    switch notice {
    case .tookDrafts(let paths): found.withLock { $0.append("took \(paths.map(\.text).joined(separator: " "))") }
    case .keptText(let path): found.withLock { $0.append("kept \(path.text)") }
    default: break
    }
  }
}

/// An editor that the test is.
private struct OneEditor: MissingPrograms {
  let root: HostPath
  let edit: @Sendable (VaultPath) -> Void

  func edit(_ arguments: [[UInt8]], with shellLine: String) -> ProgramExit {
    for path in arguments.compactMap({ HostPath($0).path(inVault: root) }) { edit(path) }
    return .exited(0)
  }
}
