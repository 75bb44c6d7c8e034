import MemoCore
import MemoIndex
import MemoStore
import MemoTestSupport
import Testing

@testable import MemoTUI

/// What is remembered from one use of the split view to the next.
@Suite struct ViewMemoryTests {
  private static let memory = ViewMemory(listColumns: 44, order: .title, path: VaultPath("회의/a b.md"))

  @Test func itIsReadAsItWasWritten() {
    for memory in [
      Self.memory, ViewMemory(), ViewMemory(listColumns: nil, order: .created, path: VaultPath(bytes: [0xFF, 0x0A])),
    ] {
      #expect(ViewMemory(decoding: memory.encoded(for: "1 2"), for: "1 2") == memory)
    }
  }

  @Test func aBrokenOrForeignFileIsIgnored() {
    let bytes = Self.memory.encoded(for: "1 2")
    #expect(ViewMemory(decoding: bytes, for: "1 3") == nil, "of another vault")
    for length in 0..<bytes.count {
      let cut = ViewMemory(decoding: Array(bytes.prefix(length)), for: "1 2")
      #expect(cut == nil || cut?.path == nil, "cut at \(length)")
    }
    let head = "memo-view 1\nvault 1 2\n"
    for rest in [
      "order best\n", "columns 0\n", "columns 99999999999999999999\n", "memo zz\n", "memo \n", "?\n", "\n",
      "order title",
    ] {
      #expect(ViewMemory(decoding: Array((head + rest).utf8), for: "1 2") == nil, "\(rest)")
    }
    #expect(ViewMemory(decoding: [0xFF, 0xFE, 0], for: "1 2") == nil)
  }

  private static func heading(_ text: String, _ number: Int = 0) -> FoldedHeading {
    FoldedHeading(text: text, number: number)
  }

  @Test func foldedHeadingsAreReadAsTheyWereWritten() {
    var memory = Self.memory
    memory.folds.set([Self.heading("계획 \n"), Self.heading("a", 2)], of: VaultPath("회의/a b.md"))
    memory.folds.set([Self.heading("x")], of: VaultPath(bytes: [0xFF, 0x0A]))
    #expect(ViewMemory(decoding: memory.encoded(for: "1 2"), for: "1 2") == memory)
    let head = "memo-view 1\nvault 1 2\n"
    for rest in ["fold 0 61\n", "folds 6\n", "folds zz\n", "folds 61\nfold -1 61\n", "folds 61\nfold 0 ff\n"] {
      #expect(ViewMemory(decoding: Array((head + rest).utf8), for: "1 2") == nil, "\(rest)")
    }
  }

  @Test func theLastThreeHundredMemosAreRemembered() {
    var folds = FoldedSections()
    for number in 0..<305 { folds.set([Self.heading("h")], of: VaultPath("\(number).md")) }
    folds.set([Self.heading("again")], of: VaultPath("10.md"))
    folds.set([], of: VaultPath("11.md"))
    #expect(folds.memos.count == 299 && folds[VaultPath("4.md")].isEmpty && folds[VaultPath("11.md")].isEmpty)
    #expect(folds.memos.last?.path == VaultPath("10.md") && folds[VaultPath("10.md")] == [Self.heading("again")])
    folds.follow(VaultPath("10.md"), to: VaultPath("new.md"))
    #expect(folds[VaultPath("new.md")] == [Self.heading("again")] && folds[VaultPath("10.md")].isEmpty)
  }

  @Test func foldedHeadingsAreFoldedTheNextTime() throws {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("# t\n## B\ntwo\n## B\nthree\n", to: "t.md", modified: BrowserTrial.time(1))
    // To the second B, which is folded there.
    _ = try Self.run(folder, "\tGkkz")
    #expect(ViewMemory(of: try folder.openVault()).folds[VaultPath("t.md")] == [Self.heading("B", 1)])
    var lines = try Self.run(folder, "")
    #expect(lines.contains { $0.contains("## B … 1 line") } && lines.contains { $0.contains("│ two") }, "\(lines)")
    #expect(!lines.contains { $0.contains("│ three") }, "\(lines)")
    try folder.write("# t\nnew\n## A\n## B\ntwo\n## B\nthree\n", to: "t.md", modified: BrowserTrial.time(2))
    lines = try Self.run(folder, "")
    #expect(lines.filter { $0.contains("## B … 1 line") }.count == 1, "lines above are no matter: \(lines)")
    _ = try Self.run(folder, "/three\r")
    #expect(ViewMemory(of: try folder.openVault()).folds[VaultPath("t.md")] == [Self.heading("B", 1)])
    try folder.write("# t\n## A\none\n", to: "t.md", modified: BrowserTrial.time(3))
    #expect(try !Self.run(folder, "").contains { $0.contains("… 1 line") }, "the heading is gone")
  }

  private static func run(_ folder: TemporaryFolder, _ keys: String) throws -> [String] {
    let vault = try folder.openVault()
    let screen = ScriptedScreen([.bytes(Array(keys.utf8)), .end], size: ScreenSize(columns: 100, rows: 8))
    let library = BrowserLibrary(vault, try vault.refresh(), kit: .tested())
    try BrowserSession(terminal: ScriptedTerminal(screen: screen), library: library, isColored: false).run()
    var terminal = TerminalModel()
    for write in screen.writes.prefix(1) { terminal.obey(write) }
    return (0..<8).map { row in
      terminal.cells(inRow: row, columns: 100).compactMap {
        $0.split(separator: "|", maxSplits: 1).first.map(String.init)
      }.joined()
    }
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeVault()
    for (place, name) in ["c", "a", "b"].enumerated() {
      try folder.write("# \(name)\n", to: "\(name).md", modified: BrowserTrial.time(9 - place))
    }
    return folder
  }

  @Test func orderMemoAndDividerAreRemembered() throws {
    let folder = try Self.folder()
    // By title; the second memo of that order, for which its keys wait; the divider from its column to 60.
    _ = try Self.run(folder, "ogj\u{1B}[<0;38;3M\u{1B}[<32;61;3M\u{1B}[<0;61;3m")
    let memory = ViewMemory(of: try folder.openVault())
    #expect(memory.order == .title && memory.listColumns == 60 && memory.path != nil, "\(memory)")
    let lines = try Self.run(folder, "")
    #expect(lines[2].hasPrefix("▌b ") && lines.contains { $0.contains("by title") }, "\(lines)")
    #expect(ViewMemory(of: try folder.openVault()) == memory)
    try folder.remove(memory.path ?? VaultPath(""))
    #expect(try Self.run(folder, "").count == 8, "the memo is gone")
  }

  @Test func itIsWithTheCacheAndADamagedFileIsIgnored() throws {
    let folder = try Self.folder()
    _ = try Self.run(folder, "o")
    #expect(try folder.bytes(of: VaultPath(".memo/cache/view"))?.starts(with: "memo-view 1\n".utf8) == true)
    try folder.write("memo-view 1\nnonsense\n", to: ".memo/cache/view", modified: 1)
    let lines = try Self.run(folder, "")
    #expect(lines[0].hasPrefix("▌c ") && !lines.contains { $0.contains("by title") }, "\(lines)")
  }
}
