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
    // By title; the second memo; the divider from its column to 60.
    _ = try Self.run(folder, "ogj\u{1B}[<0;38;3M\u{1B}[<32;61;3M\u{1B}[<0;61;3m")
    let memory = ViewMemory(of: try folder.openVault())
    #expect(memory.order == .title && memory.listColumns == 60 && memory.path != nil, "\(memory)")
    let lines = try Self.run(folder, "")
    #expect(lines[0].hasPrefix("▌a ") && lines.contains { $0.contains("by title") }, "\(lines)")
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
