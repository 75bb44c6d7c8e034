import Dispatch
import Foundation
import MemoCore
import MemoIndex
import MemoKit
import MemoPlatform
import MemoStore
import MemoTestSupport
import Synchronization
import Testing

@testable import MemoTUI

/// The loop with its threads: what it saves and paints, and how it ends.
@Suite struct BrowserLoopTests {
  @Test func typedTextIsSavedBeforeTheEnd() throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8)), .end])
    try trial.run()
    #expect(try trial.text() == "x# a\n")
  }

  @Test func aMemoInAnotherEncodingIsNotWrittenIn() throws {
    let trial = try LoopTrial([.bytes(Array("i".utf8)), .bytes([0xEC, 0x95, 0x88]), .nothing, .end])
    let wide: [UInt8] = [0xFF, 0xFE] + "# a memo\n\none\n".utf8.flatMap { [$0, 0] }
    try trial.folder.write(wide, to: VaultPath("a.md"))
    try trial.run()
    #expect(try trial.folder.bytes(of: VaultPath("a.md")) == wide)
    #expect(trial.screen.writes.joined().contains("UTF-16LE"), "the reason is shown")
  }

  @Test func aPointerOfGitLFSIsNotWrittenIn() throws {
    let trial = try LoopTrial([.bytes(Array("i".utf8)), .bytes(Array("x".utf8)), .nothing, .end])
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 17\n".utf8)
    try trial.folder.write(pointer, to: VaultPath("a.md"))
    try trial.run()
    #expect(try trial.folder.bytes(of: VaultPath("a.md")) == pointer)
    #expect(trial.screen.writes.joined().contains("pointer"), "the reason is shown")
  }

  @Test func anEscAndALaterKeyAreTwoKeys() throws {
    let trial = try LoopTrial([
      .bytes(Array("i\u{1B}[1;5Hx".utf8)), .bytes([0x1B]), .bytes(Array("q".utf8)), .bytes(Array("not read".utf8)),
    ])
    try trial.run()
    #expect(try trial.text() == "x# a\n")
    let arrow = try LoopTrial([.bytes(Array("j".utf8)), .bytes([0x1B]), .bytes(Array("[A".utf8)), .end])
    try arrow.run()
    #expect(arrow.screen.writes.count == 3, "the bytes of an arrow may come apart")
  }

  @Test func altWithAKeyIsNotACommand() throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx\u{1B}u\u{1B}q\u{1B}sy".utf8)), .end])
    try trial.run()
    #expect(try trial.text() == "xy# a\n")
    let words = try LoopTrial([.bytes(Array("i\u{1B}[1;5H\u{1B}f!".utf8)), .end])
    try words.run()
    #expect(try words.text() == "# a!\n")
    let list = try LoopTrial([.bytes(Array("\u{1B}q\u{1B}di\u{1B}[1;5Hz".utf8)), .end])
    try list.run()
    #expect(try list.text() == "z# a\n")
  }

  @Test func keysTypedFastAreAppliedOneByOne() throws {
    let trial = try LoopTrial([.bytes(Array("jkji\u{1B}[1;5H한글".utf8)), .end])
    try trial.run()
    #expect(try trial.text(of: "b.md") == "한글# b\n")
  }

  @Test func keysBehindASearchAreForWhatItFinds() throws {
    let trial = try LoopTrial([.bytes(Array("/b\ri\u{1B}[1;5Hx".utf8)), .end])
    try trial.run()
    #expect(try trial.text(of: "b.md") == "x# b\n")
    #expect(try trial.text() == "# a\n")
  }

  @Test func keysBehindTheKeyOfTheDayAreForItsMemo() throws {
    let isReady = DispatchSemaphore(value: 0)
    let keys = [.bytes(Array("Thello".utf8)), ScreenInput.nothing, .end]
    let trial = try LoopTrial(keys, keyInterval: .seconds(1)) {
      isReady.wait()
      return .unwritten(VaultPath("day.md"))
    }
    trial.screen.beforeEnd { isReady.signal() }
    try trial.run()
    #expect(trial.screen.waits.prefix(3) == [nil, 500, nil], "it is reported once that they wait")
    #expect(try trial.text(of: "day.md")?.hasSuffix("hello\n") == true)
    #expect(trial.screen.given == [], "e opens no editor")
  }

  @Test func quittingSaves() throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8)), .bytes([0x1B]), .nothing, .bytes(Array("q".utf8))])
    try trial.run()
    #expect(try trial.text() == "x# a\n")
  }

  @Test(arguments: [true, false])
  func aPasteWithoutItsEndIsSaved(failsAtEnd: Bool) throws {
    let keys = ["i\u{1B}[1;5H", "\u{1B}[200~pasted "].map { ScreenInput.bytes(Array($0.utf8)) }
    let trial = try LoopTrial(keys + (failsAtEnd ? [] : [.end]), failsAtEnd: failsAtEnd)
    try? trial.run()
    #expect(try trial.text() == "pasted # a\n")
  }

  @Test func keysAfterAPasteWithoutItsEndAreKeys() throws {
    let keys = ["i\u{1B}[1;5H", "\u{1B}[200~ab"].map { ScreenInput.bytes(Array($0.utf8)) }
    let later = ["x", "\u{7F}", "y"].map { ScreenInput.bytes(Array($0.utf8)) }
    let trial = try LoopTrial(keys + [.nothing] + later + [.end], keyInterval: .seconds(1))
    try trial.run()
    #expect(try trial.text() == "aby# a\n")
    #expect(trial.screen.waits.contains(1_000))
  }

  @Test func aFrameIsOneSynchronizedWrite() throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8)), .end])
    try trial.run()
    let writes = trial.screen.writes
    #expect(writes.count == 2)
    for write in writes { #expect(write.hasPrefix("\u{1B}[?2026h") && write.hasSuffix("\u{1B}[?2026l")) }
  }

  @Test func aTerminalThatIsGoneLosesNoText() throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8))], failsWriting: true)
    #expect(throws: TerminalError.self) { try trial.run() }
    #expect(try trial.text() == "# a\n", "it was gone before anything was typed")
    let later = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8))], failsAtEnd: true)
    #expect(throws: TerminalError.self) { try later.run() }
    #expect(try later.text() == "x# a\n")
  }

  @Test(arguments: [true, false])
  func aTextThatCannotBeSavedIsKeptInTheUsersFolder(failsAtEnd: Bool) throws {
    let keys = ScreenInput.bytes(Array("i\u{1B}[1;5H한".utf8))
    let trial = try LoopTrial([keys, failsAtEnd ? .nothing : .end], failsAtEnd: failsAtEnd)
    trial.screen.beforeEnd { [path = trial.folder.path.text] in try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: (any Error).self) { try trial.run() }
    let kept = VaultPath("memo/unsaved/2026-05-01T00.00.00.md")
    print(try #require(error))
    #expect(try trial.state.bytes(of: kept) == Array("한# a\n".utf8))
    #expect(trial.state.status(of: VaultPath("memo/unsaved"))?.mode == 0o700, "others may not read memos")
    if !failsAtEnd {
      let failure = try #require(error as? UnsavedText)
      #expect(failure.place == trial.state.path.appending(kept))
      #expect(failure.reason?.isEmpty == false)
      let place = trial.state.path.appending(kept).text
      #expect(trial.screen.lastWords == "kept in \(place)", "also where a signal ends memo")
    }
    let later = try LoopTrial([.end], state: trial.state)
    try later.run()
    #expect(later.screen.writes.joined().contains("could not be saved"), "the next one names the place")
  }

  @Test func theEditorAndCtrlZGetTheTerminal() throws {
    let trial = try LoopTrial([.bytes(Array("e".utf8)), .bytes([0x1A]), .suspend, .bytes(Array("q".utf8))])
    try trial.run()
    #expect(trial.screen.given == ["lent", "suspended", "suspended"])
    #expect(trial.screen.writes.count { $0.contains("\u{1B}[2J") } == 4, "each time all is painted anew")
  }

  /// By a signal, and by ^Z while what to find is typed.
  @Test(arguments: [
    [ScreenInput.suspend, .bytes(Array("y".utf8))], [.bytes([0x06, 0x1A]), .bytes(Array("\u{07}y".utf8))],
  ])
  func whatWasTypedIsSavedBeforeMemoStops(inputs: [ScreenInput]) throws {
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5Hx".utf8))] + inputs)
    let saved = Mutex("")
    trial.screen.beforeEnd { [vault = trial.vault] in
      let bytes = (try? vault.contents(of: VaultPath("a.md"))) ?? []
      saved.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
    }
    try trial.run()
    #expect(trial.screen.given == ["suspended"])
    #expect(saved.withLock(\.self) == "x# a\n")
    #expect(try trial.text() == "xy# a\n", "writing goes on")
  }

  /// The end comes while the text still waits, as when the window is closed.
  @Test func theWindowGoesOnWhileAnotherProcessHoldsTheLock() throws {
    let keys = ["i\u{1B}[1;5Hx", "\u{1B}"].map { ScreenInput.bytes(Array($0.utf8)) }
    let trial = try LoopTrial(keys + [.nothing, .nothing, .nothing, .end], keyInterval: .seconds(1))
    let lock = Mutex(try trial.vault.writer.lock(VaultPath(".memo/lock"), waiting: .zero))
    #expect(lock.withLock { $0 != nil })
    let shown = Mutex("")
    trial.screen.beforeEnd { [screen = trial.screen] in
      shown.withLock { $0 = screen.lastRow }
      lock.withLock { $0 = nil }
    }
    try trial.run()
    #expect(shown.withLock { $0.hasPrefix("waiting to be saved…") }, "\(shown.withLock(\.self))")
    #expect(try trial.text() == "x# a\n")
  }

  // One key each quarter of a second, so that no pause ever comes. A process that is killed flushes nothing; so the file
  // is read while the loop runs.
  @Test func steadyTypingIsSavedBeforeASecondIsOver() throws {
    let keys = 12
    let typed = (0..<keys).map { ScreenInput.bytes(Array(String($0, radix: 16).utf8)) }
    let trial = try LoopTrial([.bytes(Array("i\u{1B}[1;5H".utf8))] + typed, keyInterval: .milliseconds(250))
    let saved = Mutex("")
    trial.screen.beforeEnd { [screen = trial.screen, vault = trial.vault] in
      func text() -> String { String(decoding: (try? vault.contents(of: VaultPath("a.md"))) ?? [], as: UTF8.self) }
      while !text().hasPrefix("0123"), screen.waitForAnswer() {}
      saved.withLock { $0 = text() }
    }
    try trial.run()
    let onDisk = saved.withLock(\.self)
    #expect(onDisk.hasPrefix("0123"), "the keys of the first 0.8 s; on disk: \(onDisk)")
    let end = try trial.text()
    #expect(end == "0123456789ab# a\n", "\(end)")
  }

  @Test func savingDuringTypingKeepsTheStepsOfUndo() throws {
    let browser = try BrowserTrial(["a"])
    browser.write()
    for key in ["w", "o", "r", "d"] {
      browser.type(key)
      browser.send(.saveDue)
    }
    let path = VaultPath("a.md")
    #expect(try browser.vault.contents(of: path).starts(with: "word# a".utf8))
    browser.press(.control("z"))
    browser.send(.saveDue)
    #expect(try browser.vault.contents(of: path).starts(with: "# a".utf8), "one step takes back the whole word")
  }

  @Test func escapeStopsAMacroThatNeverEnds() throws {
    var looks = Looks()
    looks.keys = .vi
    // Nothing that was typed may wait when Esc comes, or it keeps its place.
    let pause = [ScreenInput](repeating: .nothing, count: 60)
    let keys = ["\tqa0qqA@aq@a", "\u{1B}", "rz"].map { [ScreenInput.bytes(Array($0.utf8))] + pause }
    let inputs = keys.joined() + [.end]
    let trial = try LoopTrial(Array(inputs), tick: .milliseconds(1), looks: looks)
    try trial.run()
    #expect(!trial.screen.writes.joined().contains("stopped: one key plays"), "Esc is looked for while keys are played")
    #expect(try trial.text() == "z a\n", "the next key is the person's")
  }

  @Test func withoutColourNoColourIsWritten() throws {
    let colours = [true, false].map { isColored in
      let trial = try? LoopTrial([.end], isColored: isColored)
      try? trial?.run()
      return trial?.screen.writes.joined().contains("\u{1B}[0;1;34m") ?? false
    }
    #expect(colours == [true, false])
  }

  @Test func escapeIsTakenWhenNothingFollows() throws {
    let trial = try LoopTrial([.bytes([0x1B]), .bytes(Array("[B".utf8)), .end])
    try trial.run()
    #expect(trial.screen.waits.prefix(3) == [nil, 25, nil])
  }
}

private final class LoopTrial {
  let folder: TemporaryFolder
  let vault: Vault
  let screen: ScriptedScreen
  /// Where state about the user is.
  let state: TemporaryFolder
  private let session: BrowserSession

  init(
    _ inputs: [ScreenInput], keyInterval: Duration = .zero, failsWriting: Bool = false, failsAtEnd: Bool = false,
    isColored: Bool = true, state: TemporaryFolder? = nil, tick: Duration = .zero, looks: Looks = Looks(),
    openToday: (@Sendable () -> DailyMemo)? = nil
  ) throws {
    let looksAtTime = Mutex(0)
    self.state = try state ?? TemporaryFolder()
    folder = try TemporaryFolder()
    try folder.makeVault()
    try folder.write("# a\n", to: "a.md", modified: 2_000_000_000)
    try folder.write("# b\n", to: "b.md", modified: 1_000_000_000)
    screen = ScriptedScreen(inputs, failsWriting: failsWriting, failsAtEnd: failsAtEnd)
    vault = try folder.openVault()
    var kit = BrowserKit.tested(stopwatch: { [screen] in
      let looks = looksAtTime.withLock { count in
        count += 1
        return count
      }
      return keyInterval * screen.waits.count + tick * looks
    })
    let texts = RescuedTexts(in: self.state.path.appending("memo"), host: kit.host)
    kit.rescue = { [clock = kit.clock] in texts.keep($0, at: clock.now) }
    kit.rescued = { texts.waiting }
    if let openToday { kit.openToday = openToday }
    kit.report = { "kept in \(($0 as? UnsavedText)?.place?.text ?? "")" }
    let library = BrowserLibrary(vault, try vault.refresh(), kit: kit)
    session = BrowserSession(
      terminal: ScriptedTerminal(screen: screen), library: library, isColored: isColored, looks: looks)
  }

  func run() throws { try session.run() }

  func text(of name: String = "a.md") throws -> String? {
    try folder.bytes(of: VaultPath(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}
