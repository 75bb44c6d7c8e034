import MemoCore
import MemoPlatform
import MemoStore
import MemoTestSupport
import Testing

#if os(Linux)
  import Glibc
#endif

@Suite struct OperationTests {
  private let paths = ["a.md", "b.md"].map { VaultPath($0) }

  // MARK: What was read has to be there still

  @Test func aFileThatChangedSinceItWasReadIsRefusedAndNothingIsWritten() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let draft = try vault.history.begin("write", at: 1)
    for path in paths { try draft.replace(path, contents: [1], read: try vault.read(path.text).hash) }
    try vault.folder.write("saved", to: "b.md")
    #expect(throws: OperationError.changed([paths[1]])) { try draft.commit() }
    #expect(try vault.texts() == ["a.md": "a", "b.md": "saved"])
    #expect(try vault.operations() == [])
  }

  #if os(Linux)
    @Test func aFileThatAProgramKeepsOpenIsNotTakenFromIt() throws {
      let vault = try ChangedVault(["a.md": "a\n", "b.md": "b\n"])
      let path = vault.folder.path.appending("a.md").text
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
      try #require(descriptor >= 0)
      let draft = try vault.history.begin("write", at: 1)
      for path in paths.reversed() { try draft.replace(path, contents: [1], read: try vault.read(path.text).hash) }
      #expect(throws: FileError(.write, path: Array("a.md".utf8), reason: .busy)) { try draft.commit() }
      #expect(try vault.texts() == ["a.md": "a\n", "b.md": "b\n"], "and the other one is as it was")
      #expect(write(descriptor, "more\n", 5) == 5)
      close(descriptor)
      #expect(try vault.texts()["a.md"] == "a\nmore\n", "what the program wrote next is in the memo")
      try vault.replace(["a.md": "c"])
    }
  #endif

  @Test func aTakenNameIsRefused() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let draft = try vault.history.begin("move", at: 1)
    try draft.move(paths[0], to: paths[1], read: try vault.read("a.md").hash)
    #expect(throws: OperationError.changed([paths[0]])) { try draft.commit() }
    let other = try vault.history.begin("new", at: 1)
    try other.create(paths[0], contents: [])
    #expect(throws: OperationError.changed([paths[0]])) { try other.commit() }
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b"])
  }

  @Test func aLinkIsNeverReplaced() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try vault.folder.link(paths[1], to: "a.md")
    let draft = try vault.history.begin("write", at: 1)
    try draft.replace(paths[1], contents: [1], read: try vault.read("a.md").hash)
    #expect(throws: OperationError.changed([paths[1]])) { try draft.commit() }
    #expect(vault.folder.status(of: paths[1])?.isFile == false)
  }

  // MARK: Other programs in the meantime

  /// Each is a way in which an editor may save `b.md` the moment before its bytes would have changed.
  static let saves: [@Sendable (TemporaryFolder) throws -> Void] = [
    { try $0.write("saved", to: "b.md") },
    { folder in
      try folder.write("saved", to: "b.tmp")
      try folder.rename(VaultPath("b.tmp"), to: VaultPath("b.md"))
    },
    { folder in
      try folder.rename(VaultPath("b.md"), to: VaultPath("b.md~"))
      try folder.write("saved", to: "b.md")
      try folder.remove(VaultPath("b.md~"))
    },
  ]

  @Test(arguments: saves.indices)
  func aSaveAtTheLastMomentIsKept(save: Int) throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let folder = vault.folder
    let fault = Fault(at: 2, of: .exchange, .meddling { if $0 == 2 { try Self.saves[save](folder) } })
    #expect(throws: OperationError.changed([paths[1]])) {
      try vault.replace(["a.md": "new a", "b.md": "new b"], fault: fault)
    }
    #expect(try vault.texts() == ["a.md": "a", "b.md": "saved"])
  }

  @Test func aSecondSaveWhileTheFirstIsPutBackIsWovenIntoIt() throws {
    let vault = try ChangedVault(["a.md": "a\n"])
    let folder = vault.folder
    let fault = Fault(
      at: 3, of: .exchange,
      .meddling { if $0 < 3 { try folder.append(Array("save \($0)\n".utf8), to: VaultPath("a.md")) } })
    #expect(throws: OperationError.changed([paths[0]])) { try vault.replace(["a.md": "new\n"], fault: fault) }
    #expect(fault.hasHappened)
    #expect(try vault.texts() == ["a.md": "a\nsave 1\nsave 2\n"])
  }

  /// At each attempt to weave one save into the file, the next save comes.
  @Test func aSaveThatCannotBeWovenIntoAFileThatIsSavedAllTheTimeIsReportedAndInTheTrash() throws {
    let vault = try ChangedVault(["a.md": "a\n"])
    let folder = vault.folder
    let fault = Fault(
      at: 201, of: .exchange,
      .meddling { call in
        guard call < 3 || call % 2 == 1 else { return }
        try folder.append(Array("save \(call)\n".utf8), to: VaultPath("a.md"))
      })
    #expect(throws: FileError(.write, path: paths[0].bytes, reason: .busy)) {
      try vault.replace(["a.md": "new\n"], fault: fault)
    }
    #expect(fault.hasHappened)
    let later = stride(from: 3, through: 201, by: 2).map { "save \($0)\n" }.joined()
    #expect(try vault.texts() == ["a.md": "a\nsave 1\n" + later])
    let kept = try #require(try Trash(of: vault.vault, history: vault.history).items().first)
    #expect(kept.path == paths[0])
    #expect(try folder.bytes(of: kept.file).map { String(decoding: $0, as: UTF8.self) } == "new\nsave 2\n")
  }

  @Test func aFileThatIsMadeWhileTheOldOneIsGivenBackGetsItsLines() throws {
    let vault = try ChangedVault(["a.md": "a\n"])
    let folder = vault.folder
    let saves = ["a\nsave 1\n", "save 2\n"]
    let fault = Fault(at: 2, of: .move, .meddling { if $0 < 3 { try folder.write(saves[$0 - 1], to: "a.md") } })
    let draft = try vault.history(failing: fault).begin("delete", at: 1)
    try draft.remove(paths[0], read: try vault.read("a.md").hash)
    #expect(throws: OperationError.changed([paths[0]])) { try draft.commit() }
    let lines = try #require(try vault.texts()["a.md"]).split(separator: "\n").sorted()
    #expect(lines == ["a", "save 1", "save 2"])
  }

  @Test func whatAProgramWritesIntoTheFileThatItHadOpenIsKept() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let folder = vault.folder
    // The old file is in its slot by then, and the program still writes to it.
    let late: @Sendable (Int) throws -> Void = { call in
      if call == 3 { try folder.append(Array(" and more".utf8), to: VaultPath(".memo/history/1-2-applying/1")) }
    }
    let fault = Fault(at: 3, of: .synchronizeFolders, .meddling(late))
    #expect(throws: OperationError.changed([paths[1]])) {
      try vault.replace(["a.md": "new a", "b.md": "new b"], fault: fault)
    }
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b and more"])
  }

  @Test func aMemoThatWasEditedAfterACrashKeepsTheEditAndTheOldTextIsInTheTrash() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    _ = Result { try vault.replace(["a.md": "new a", "b.md": "new b"], fault: Fault(at: 2, of: .exchange, .death)) }
    #expect(try vault.texts() == ["a.md": "new a", "b.md": "b"])
    // The other one too, so that the operation can no longer be completed.
    try vault.folder.write("new a, edited", to: "a.md")
    try vault.folder.write("b, edited", to: "b.md")
    try vault.history.recoverIfNeeded()
    #expect(try vault.texts() == ["a.md": "new a, edited", "b.md": "b, edited"])
    let trash = Trash(of: vault.vault, history: vault.history)
    let item = try #require(try trash.items().first)
    #expect(item.path == paths[0])
    #expect(try vault.folder.bytes(of: item.file) == Array("a".utf8))
  }

  /// Where names cannot be exchanged, hard links do it in three calls, and a crash may come after each.
  @Test func whatACrashLeavesOfAnExchangeInThreeCallsIsTakenBack() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let before = try vault.contents()
    _ = Result { try vault.replace(["a.md": "new a", "b.md": "new b"], fault: Fault(at: 2, of: .exchange, .death)) }
    let folder = VaultPath(".memo/history/1-2-applying")
    try vault.folder.rename(folder.appending("0"), to: folder.appending("0~"))
    try vault.folder.write("b", to: ".memo/history/1-2-applying/1~")
    try vault.history.recoverIfNeeded()
    #expect(try vault.contents() == before)
    #expect(try vault.operations() == [])
  }

  /// A crash that a power cut has made worse: it came after the first of two files, and the old text of that is gone.
  @Test(arguments: [0, 1])
  func anOldTextThatAPowerCutHasEmptiedTakesNoPlaceOfANewOne(length: Int) throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    _ = Result { try vault.replace(["a.md": "new a", "b.md": "new b"], fault: Fault(at: 2, of: .exchange, .death)) }
    #expect(try vault.texts() == ["a.md": "new a", "b.md": "b"])
    try vault.folder.write([UInt8](repeating: 0, count: length), to: VaultPath(".memo/history/1-2-applying/0"))
    try vault.history.recoverIfNeeded()
    #expect(try vault.texts() == ["a.md": "new a", "b.md": "new b"])
    #expect(try vault.operations() == ["1-2-done"])
    #expect(throws: OperationError.changed([paths[0]])) { try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "new a", "b.md": "new b"])
  }

  @Test func aFileThatIsRemovedStaysSoWhereAPowerCutHasEmptiedIt() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    let draft = try vault.history(failing: Fault(at: 2, of: .move, .death)).begin("delete", at: 1)
    for path in paths { try draft.remove(path, read: try vault.read(path.text).hash) }
    #expect(throws: FileError.self) { try draft.commit() }
    try vault.folder.write([], to: VaultPath(".memo/history/1-2-applying/0"))
    try vault.history.recoverIfNeeded()
    #expect(try vault.texts() == [:])
    #expect(throws: OperationError.self) { try vault.history.undo() }
  }

  /// As on an overlay, where a folder that came with the layer below cannot be renamed.
  @Test func anOperationWhoseFolderCannotBeRenamedIsUndoneAndRedone() throws {
    let vault = try ChangedVault(["a.md": "a", "b.md": "b"])
    try vault.replace(["a.md": "new a", "b.md": "new b"])
    let crossDevice: Int32 = 18
    for text in ["", "new "] {
      let fault = Fault(at: 1, of: .moveFolder, .refusal, code: crossDevice)
      let history = try vault.history(failing: fault)
      _ = text.isEmpty ? try history.undo() : try history.redo()
      #expect(fault.count == 3, "the first one, that of the copy and the last one")
      #expect(try vault.texts() == ["a.md": "\(text)a", "b.md": "\(text)b"])
      #expect(try vault.operations() == [text.isEmpty ? "1-2-undone" : "1-2-done"])
    }
    #expect(try vault.history.undo().number == 1)
    #expect(try vault.texts() == ["a.md": "a", "b.md": "b"])
  }

  @Test func anUndoneOperationThatAKilledOneShouldHaveRemovedIsNotDoneAgain() throws {
    let vault = try ChangedVault(["a.md": "0"])
    for number in 1...2 { try vault.replace(["a.md": "\(number)"]) }
    _ = try vault.history.undo()
    let (undone, aside) = (VaultPath(".memo/history/2-1-undone"), VaultPath(".memo/aside"))
    try vault.folder.rename(undone, to: aside)
    try vault.replace(["a.md": "3"])
    // Number 2 is free, and so it would be after the kill.
    try vault.folder.rename(VaultPath(".memo/history/2-1-done"), to: VaultPath(".memo/history/3-1-done"))
    try vault.folder.rename(aside, to: undone)
    #expect(try vault.history.list().map(\.number) == [3, 1])
    #expect(throws: OperationError.nothingToRedo) { try vault.history.redo() }
    #expect(try vault.history.undo().number == 3)
    #expect(try vault.history.redo().number == 3)
    #expect(try vault.texts() == ["a.md": "3"])
  }

  @Test(arguments: ["undo", "redo"])
  func whatAKilledStepWasAboutIsOfferedAgain(step: String) throws {
    let vault = try ChangedVault(["a.md": "0"])
    for number in 1...3 { try vault.replace(["a.md": "\(number)"]) }
    for _ in 0..<2 { _ = try vault.history.undo() }
    let killed = try vault.history(failing: Fault(at: 1, of: .exchange, .death))
    _ = Result { step == "undo" ? try killed.undo() : try killed.redo() }
    #expect(try vault.history.list().map { $0.isUndone ? -$0.number : $0.number } == [-3, -2, 1])
    #expect(step == "undo" ? try vault.history.undo().number == 1 : try vault.history.redo().number == 2)
    #expect(try vault.texts() == ["a.md": step == "undo" ? "0" : "2"])
  }

  @Test func aMemoThatDoesNotFitIntoMemoryIsNotCut() throws {
    let vault = try ChangedVault()
    try vault.folder.truncate(paths[0], to: (1 << 30) + 1)
    #expect(throws: FileError(.read, path: paths[0].bytes, code: 27)) { try vault.read("a.md") }
  }

  @Test func aMemoGrowsNoLargerThanWhatCanBeUndone() throws {
    let vault = try ChangedVault()
    try vault.folder.truncate(paths[0], to: 1 << 30)
    let draft = try vault.history.begin("append", at: 1)
    #expect(throws: VaultError.tooLarge(paths[0])) { try draft.append([1], to: paths[0], read: 0) }
    try vault.folder.truncate(paths[0], to: (1 << 30) + 1)
    #expect(throws: VaultError.tooLarge(paths[0])) { try MemoEnd(paths[0], in: vault.vault) }
    #expect(try draft.commit() == nil, "nothing was prepared")
  }

  // MARK: One at a time

  @Test func anotherOperationHasToWait() throws {
    let vault = try ChangedVault(["a.md": "a"])
    let draft = try vault.history.begin("first", at: 1)
    #expect(throws: OperationError.locked) { try vault.history.begin("second", at: 1) }
    #expect(throws: OperationError.locked) { try vault.history.undo() }
    #expect(try draft.commit() == nil)
    #expect(try vault.history.begin("third", at: 1).commit() == nil)
    #expect(try vault.operations() == [])
  }

  @Test func aReaderLeavesAnOperationAloneThatIsBeingMade() throws {
    let vault = try ChangedVault(["a.md": "a"])
    let (folder, history) = (vault.folder, vault.history)
    let fault = Fault(
      at: 1, of: .exchange,
      .meddling { _ in
        try history.recoverIfNeeded()
        guard try folder.names(in: VaultPath(".memo/history")).count == 1 else { throw OperationError.locked }
      })
    try vault.replace(["a.md": "A"], fault: fault)
    #expect(try vault.texts() == ["a.md": "A"])
  }

  @Test func aRecordThatCannotBeReadIsLeftAlone() throws {
    let vault = try ChangedVault(["a.md": "a"])
    try vault.replace(["a.md": "A"])
    try vault.folder.write("{", to: ".memo/history/1-1-done/operation.json")
    #expect(throws: OperationError.self) { try vault.history.undo() }
    #expect(try vault.texts() == ["a.md": "A"])
    #expect(try vault.folder.bytes(of: VaultPath(".memo/history/1-1-done/0")) == Array("a".utf8))
  }

  @Test func anOperationThatIsRemovedWhileTheHistoryIsReadIsLeftOut() throws {
    let vault = try ChangedVault(["a.md": "0"])
    for number in 1...2 { try vault.replace(["a.md": "\(number)"]) }
    try vault.folder.remove(VaultPath(".memo/history/1-1-done/operation.json"))
    #expect(try vault.history.list().map(\.number) == [2])
    #expect(try vault.history.formerPaths(of: paths) == [:])
  }

  static let hostile = [".git/hooks/x", "../x.md", "/etc/x", "a//b.md", ".memo/config.json", ".memo/trash/../x", ""]

  @Test(arguments: hostile)
  func aRecordThatCameWithTheVaultChangesMemosAtMost(path: String) throws {
    let vault = try ChangedVault(["a.md": "a"])
    let changes = [
      #"{"kind":"move","path":"\#(path)","newPath":"a.md"}"#, #"{"kind":"move","path":"a.md","newPath":"\#(path)"}"#,
      #"{"kind":"create","path":"\#(path)","after":1}"#,
    ]
    for change in changes {
      for state in ["done", "applying", "undoing"] {
        let folder = ".memo/history/1-0-\(state)"
        let record = #"{"format":1,"operation":"x","at":1,"changes":[\#(change)],"folders":[]}"#
        try vault.folder.write(record, to: folder + "/operation.json")
        try vault.folder.write("payload", to: folder + "/0")
        #expect(throws: OperationError.self) {
          try vault.history.recoverIfNeeded()
          _ = try vault.history.undo()
        }
        #expect(try vault.texts() == ["a.md": "a"])
        try vault.folder.remove(VaultPath(folder))
      }
    }
  }

  @Test func pathsThatAreNoTextAreKept() throws {
    let vault = try ChangedVault()
    let path = VaultPath(bytes: [0xFF, 0x0A] + Array(".md".utf8))
    let draft = try vault.history.begin("new", at: 1)
    try draft.create(path, contents: [1])
    _ = try draft.commit()
    #expect(try vault.history.list().first?.changed == [path])
    _ = try vault.history.undo()
    #expect(try vault.contents().isEmpty)
  }
}
