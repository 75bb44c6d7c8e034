import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

struct FolderMoveTests {
  private static let texts = [
    "work/plan.md": "# Plan\n![p](assets/p.png) [o](../other/o.md#H) ![x](../other/x.png) [s](sub/s.md)\n",
    "work/sub/s.md": "# S\n![up](../assets/p.png) ![out](<../../top a.png>) [[work/plan]] [self](../../work/plan.md)\n",
    "work/assets/p.png": "p", "work/.kept/h.png": "h", "work/.gitkeep": "", "top a.png": "t", "other/x.png": "x",
    "other/o.md": """
    # O
    ## H
    ![p](../work/assets/p.png) [plan](../work/plan.md#Plan) [[work/plan#Plan|it]] ![[work/assets/p.png|200]]
    ![q](work/assets/p.png) ![r](/work/assets/p.png) ![[p.png]] ![h](../work/.kept/h.png) [[Plan]] [no](../work/no.png)

    [d]: ../work/assets/p.png 'so'
    """,
  ]

  @Test func everythingInAFolderMovesAndLinksStay() throws {
    let vault = try ChangedVault(Self.texts)
    for folder in ["work/empty/deep", "archive"] { try vault.folder.makeFolders(VaultPath(folder)) }
    try vault.folder.setMode(0o700, of: VaultPath("work/sub"))
    let before = try vault.contents()
    let operation = try #require(try move("work", to: "archive", in: vault))
    let texts = try vault.texts()
    #expect(
      texts["archive/work/plan.md"]
        == "# Plan\n![p](assets/p.png) [o](../../other/o.md#H) ![x](../../other/x.png) [s](sub/s.md)\n")
    #expect(
      texts["archive/work/sub/s.md"]
        == "# S\n![up](../assets/p.png) ![out](<../../../top a.png>) [[work/plan]] [self](../../work/plan.md)\n")
    #expect(
      texts["other/o.md"] == """
        # O
        ## H
        ![p](../archive/work/assets/p.png) [plan](../archive/work/plan.md#Plan) [[work/plan#Plan|it]] \
        ![[archive/work/assets/p.png|200]]
        ![q](archive/work/assets/p.png) ![r](/archive/work/assets/p.png) ![[p.png]] ![h](../archive/work/.kept/h.png) \
        [[Plan]] [no](../work/no.png)

        [d]: ../archive/work/assets/p.png 'so'
        """)
    #expect(texts["archive/work/.kept/h.png"] == "h" && texts["archive/work/.gitkeep"] == "")
    #expect(try vault.contents().keys.contains(VaultPath("archive/work/empty/deep")))
    #expect(try !vault.contents().keys.contains { $0.bytes.starts(with: VaultPath("work").bytes) })
    #expect(try #require(vault.folder.status(of: VaultPath("archive/work/sub"))).mode & 0o777 == 0o700)
    #expect(operation.changed.contains(VaultPath("work/plan.md")))
    let after = try vault.contents()
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
    #expect(try #require(vault.folder.status(of: VaultPath("work/sub"))).mode & 0o777 == 0o700)
    _ = try vault.history.redo()
    #expect(try vault.contents() == after)
  }

  @Test func aFolderGetsAnotherNameWithTheFoldersAboveIt() throws {
    let vault = try ChangedVault(Self.texts)
    let before = try vault.contents()
    _ = try move("work", to: "a/b/job", in: vault)
    #expect(
      try vault.texts()["other/o.md"]?.contains("[plan](../a/b/job/plan.md#Plan) [[a/b/job/plan#Plan|it]]") == true)
    _ = try vault.history.undo()
    #expect(try vault.contents() == before)
    _ = try move("work", to: "Work", in: vault)
    #expect(try vault.texts()["Work/plan.md"] != nil)
  }

  @Test func aPathThatEndsInTheFoldersNameFollowsIt() throws {
    let vault = try ChangedVault(["x/work/p.png": "", "x/work/a.md": "# A\n", "b.md": "![[work/p.png]] [[work/a]]\n"])
    _ = try move("x/work", to: "x/job", in: vault)
    #expect(try vault.texts()["b.md"] == "![[x/job/p.png]] [[job/a]]\n")
  }

  @Test func whatCannotBeMovedIsRefused() throws {
    let more = ["taken/work/a.md": "", ".memo/config.json": #"{"ignore": ["drafts/"]}"#]
    let vault = try ChangedVault(Self.texts.merging(more) { $1 })
    let path = { VaultPath($0 as String) }
    let cases: [(String, String, RenamingError)] = [
      ("", "other", .root), (".memo", "other", .hidden(path(".memo"))),
      ("work/.kept", "other", .hidden(path("work/.kept"))),
      ("work", "work", .intoItself(path("work"), path("work"))),
      ("work", "work/sub", .intoItself(path("work"), path("work/sub"))),
      ("work", "work/new/er", .intoItself(path("work"), path("work/new/er"))),
      ("work", ".git", .badFolder(path(".git"))), ("work", ".memo", .badFolder(path(".memo"))),
      ("work", "../out", .badFolder(path("../out"))), ("work", "taken", .taken(path("taken/work"))),
      ("work", "top a.png", .taken(path("top a.png"))), ("work", "other/o.md", .taken(path("other/o.md"))),
      ("work", "other/x.png/y", .fileInTheWay(path("other/x.png"))), ("work", "new.md", .namesMemo(path("new.md"))),
      ("work", "OTHER", .taken(path("OTHER"))),
    ]
    let before = try vault.contents()
    for (from, to, error) in cases {
      #expect(throws: error, "\(from) \(to)") { try move(from, to: to, in: vault) }
    }
    // The globs are read when a vault is opened.
    let reopened = try vault.folder.openVault()
    #expect(throws: RenamingError.ignored(path("drafts"))) {
      try MemoRenaming(in: reopened, try reopened.refresh()).move(folder: path("work"), to: path("drafts"))
    }
    #expect(try vault.contents() == before)
    #expect(try move("work", to: "", in: vault) == nil)
  }

  @Test func aFolderWithOtherThanFilesIsRefused() throws {
    let vault = try ChangedVault(Self.texts)
    try vault.folder.link(VaultPath("work/link"), to: "plan.md")
    try vault.folder.makePipe(VaultPath("work/sub/pipe"))
    #expect(
      throws: RenamingError.special(VaultPath("work"), [VaultPath("work/link"), VaultPath("work/sub/pipe")])
    ) { try move("work", to: "other", in: vault) }
    for path in ["work/link", "work/sub/pipe"] { try vault.folder.remove(VaultPath(path)) }
    try vault.folder.makeFolders(VaultPath("work/sub/.git"))
    #expect(throws: RenamingError.holdsOther(VaultPath("work/sub"))) { try move("work", to: "other", in: vault) }
    try vault.folder.remove(VaultPath("work/sub/.git"))
    let picture = VaultPath("work/assets/p.png")
    let failing = try Vault(
      at: vault.folder.path, host: WrappedHost.failing(TemporaryFolder.host(), unreadable: picture))
    #expect(throws: RenamingError.unreadable(VaultPath("work"), [picture])) {
      try MemoRenaming(in: failing, try failing.refresh()).move(folder: VaultPath("work"), to: VaultPath("other"))
    }
    #expect(try move("work", to: "other", in: vault) != nil)
  }

  @Test func aFileThatChangesMeanwhileKeepsEverythingInPlace() throws {
    let vault = try ChangedVault(Self.texts)
    let renaming = MemoRenaming(in: vault.vault, try vault.vault.refresh())
    let relocation = try renaming.move(folder: VaultPath("work"), to: VaultPath("job"))
    try vault.folder.write("new", to: "work/assets/p.png")
    let before = try vault.contents()
    #expect(throws: OperationError.changed([VaultPath("work/assets/p.png")])) {
      try relocation.carryOut("move", by: vault.history, of: vault.vault, at: 1)
    }
    #expect(try vault.contents() == before)
  }

  /// Wherever the process dies, the next operation finds everything as before or as after, with the folders.
  @Test(arguments: [true, false])
  func aMoveThatWasBrokenOffIsTakenBack(isUndo: Bool) throws {
    for number in 1..<200 {
      let vault = try ChangedVault(Self.texts)
      try vault.folder.makeFolders(VaultPath("work/empty"))
      let relocation = try MemoRenaming(in: vault.vault, try vault.vault.refresh())
        .move(folder: VaultPath("work"), to: VaultPath("a/job"))
      let before = try vault.contents()
      let fault = Fault(at: number, .death)
      if isUndo {
        _ = try relocation.carryOut("move", by: vault.history, of: vault.vault, at: 1)
        let after = try vault.contents()
        _ = try? vault.history(failing: fault).undo()
        try vault.history.recoverIfNeeded()
        let now = try vault.contents()
        #expect(now == before || now == after, "\(number)")
      } else {
        _ = try? relocation.carryOut("move", by: vault.history(failing: fault), of: vault.vault, at: 1)
        try vault.history.recoverIfNeeded()
        let now = try vault.contents()
        let isMoved = now.keys.contains(VaultPath("a/job/plan.md"))
        #expect(isMoved ? !now.keys.contains(VaultPath("work/plan.md")) : now == before, "\(number)")
      }
      if !fault.hasHappened { return #expect(number > 10) }
    }
  }

  /// On a disk that takes both spellings for one name.
  @Test func onlyTheCaseOfAFolderChanges() throws {
    let vault = try ChangedVault(Self.texts)
    try vault.folder.makeFolders(VaultPath("work/empty"))
    let (caseless, before) = (try Self.caseless(vault), try vault.contents())
    let history = OperationHistory(of: caseless, wait: .seconds(10))
    func move(_ path: String, to target: String) throws -> FolderRelocation {
      try MemoRenaming(in: caseless, try caseless.refresh()).move(folder: VaultPath(path), to: VaultPath(target))
    }
    let relocation = try move("work", to: "Work")
    #expect(relocation.newPath == VaultPath("Work") && relocation.lostLinks == [])
    _ = try relocation.carryOut("move", by: history, of: caseless, at: 1)
    let after = try vault.contents()
    let moved = before.keys.map { $0.bytes.starts(with: "work".utf8) ? "W" + $0.text.dropFirst() : $0.text }
    #expect(after.keys.map(\.text).sorted() == moved.sorted())
    _ = try history.undo()
    #expect(try vault.contents() == before)
    _ = try history.redo()
    #expect(try vault.contents() == after)
    _ = try move("Work/sub", to: "Work/Sub").carryOut("move", by: history, of: caseless, at: 1)
    #expect(try vault.texts()["Work/Sub/s.md"] != nil && vault.texts()["Work/sub/s.md"] == nil)
    for (path, target) in [("Work", "work/new"), ("Work/Sub", "work/sub/Sub")] {
      #expect(throws: RenamingError.intoItself(VaultPath(path), VaultPath(target))) { try move(path, to: target) }
    }
  }

  /// Wherever the process dies, the next operation finds everything as before or as after.
  @Test(arguments: [true, false])
  func aNewCaseThatWasBrokenOffIsTakenBack(isUndo: Bool) throws {
    var last: [VaultPath: ChangedVault.Kept?]?
    // The first one goes through.
    for number in [1_000] + Array(1..<200) {
      let vault = try ChangedVault(Self.texts)
      let (caseless, before, fault) = (try Self.caseless(vault), try vault.contents(), Fault(at: number, .death))
      let history = OperationHistory(of: caseless, wait: .seconds(10))
      let failing = OperationHistory(of: try Self.caseless(vault, fault), wait: .seconds(10))
      let relocation = try MemoRenaming(in: caseless, try caseless.refresh())
        .move(folder: VaultPath("work"), to: VaultPath("Work"))
      _ = try? relocation.carryOut("move", by: isUndo ? history : failing, of: caseless, at: 1)
      let after = try last ?? vault.contents()
      last = after
      if isUndo { _ = try? failing.undo() }
      try history.recoverIfNeeded()
      let now = try vault.contents()
      #expect(before != after && (now == before || now == after), "\(number)")
      if number < 200, !fault.hasHappened { return #expect(number > 10) }
    }
  }

  /// The vault on a disk that takes names which differ only in case for one.
  private static func caseless(_ vault: ChangedVault, _ fault: Fault? = nil) throws -> Vault {
    let host = try WrappedHost.ignoringCase(TemporaryFolder.host(), at: vault.folder.path)
    return try Vault(at: vault.folder.path, host: fault.map { WrappedHost.faulty(host, $0) } ?? host)
  }

  @Test func aForeignRecordMovesNothingThatIsHiddenOrTrusted() {
    let allowed = [("work/p.png", "a/work/p.png"), ("w/.x/a", "v/w/.x/a"), ("w/.gitkeep", "v/.gitkeep")]
    for (old, new) in allowed { #expect(VaultPath(old).isMovable(to: VaultPath(new)), "\(old) \(new)") }
    let refused = [
      ("work/p.png", "work/q.png"), ("w/pre-commit", ".git/hooks/pre-commit"), ("w/a", "w/.x/a"), ("w/.x/a", "w/a"),
      ("w/.x/a", "w/.y/a"), ("w/a", "../a"), ("w/a", "/a"), ("w/.GIT/a", "v/.GIT/a"), ("w/.memo/a", "v/.memo/a"),
    ]
    for (old, new) in refused { #expect(!VaultPath(old).isMovable(to: VaultPath(new)), "\(old) \(new)") }
  }

  @discardableResult
  private func move(_ path: String, to target: String, in vault: ChangedVault) throws -> PastOperation? {
    let relocation = try MemoRenaming(in: vault.vault, try vault.vault.refresh())
      .move(folder: VaultPath(path), to: VaultPath(target))
    #expect(relocation.lostLinks == [])
    return try relocation.carryOut("move", by: vault.history, of: vault.vault, at: 1)
  }
}
