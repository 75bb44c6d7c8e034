import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct BrowseWritingTests {
  @Test func whatIsTypedIsSavedByItself() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("j", "i", "C-Home", "End")
    try screen.typeApart("초안".utf8)
    try screen.wait(for: "주간 회의록초안")
    #expect(try screen.lines()[1].hasPrefix("▌주간 회의록초안"), "it rises")
    try screen.wait { try sandbox.text(of: "memo1.md") == "# 주간 회의록초안\n\nbody of 주간 회의록\n" }
    try screen.wait(for: "saved · Esc")
    try screen.press("q")
    try screen.wait(for: "초안q")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "memo1.md")?.hasPrefix("# 주간 회의록초안q\n") == true)
    #expect(try sandbox.memo("list", "--paths").lines == ["memo1.md", "memo0.md", "memo2.md", "memo3.md"])
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "memo1.md") == "# 주간 회의록\n\nbody of 주간 회의록\n", "one step of undo")
  }

  @Test func aMarkerThatIsTypedAfterEnterIsThereOnce() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home", "End", "Enter")
    try screen.type("- milk")
    try screen.press("Enter")
    try screen.type("- eggs")
    try screen.wait { try sandbox.text(of: "memo0.md")?.hasPrefix("# 장보기\n- milk\n- eggs\n") == true }
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func aConcurrentEditElsewhereIsMerged() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home", "End", "A")
    try screen.wait(for: "# 장보기A")
    try sandbox.write("# 장보기\n\nbody of 장보기\nfrom elsewhere\n", to: "memo0.md")
    try screen.type("B")
    try screen.wait { try sandbox.text(of: "memo0.md") == "# 장보기AB\n\nbody of 장보기\nfrom elsewhere\n" }
    try screen.wait(for: "│ from elsewhere")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func aNewMemoGetsItsFileAndAnUntouchedOneNone() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("n")
    try screen.wait(for: "(untitled)")
    try screen.press("Escape")
    try screen.waitUntilGone("(untitled)")
    try screen.press("n")
    try screen.type("두 번째")
    try screen.wait(for: "saved · Esc")
    try screen.type(" 제목")
    try screen.press("Enter")
    try screen.type("본문")
    try BrowseTests.leaveText(screen)
    try screen.wait(for: "5 memos")
    try screen.wait { try screen.lines()[1].hasPrefix("▌두 번째 제목") }
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "두-번째-제목.md") == "두 번째 제목\n본문\n")
    #expect(try sandbox.memo("list", "--paths").lines.count == 5)
  }

  @Test func anUntouchedMemoOfTodayLeavesNoFileUnlessATemplateFillsIt() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("T")
    try screen.wait(for: "Esc to finish")
    try BrowseTests.leaveText(screen)
    try screen.wait(for: "│ # 장보기")
    #expect(try sandbox.memo("list", "--paths").lines.count == 4)
    try screen.press("T")
    try screen.wait(for: "Esc to finish")
    try screen.type("비")
    try BrowseTests.leaveText(screen)
    try screen.wait(for: "5 memos")
    try screen.press("q")
    try screen.waitForEnd()
    let path = try #require(try sandbox.memo("list", "--paths", "-n", "1").lines.first)
    #expect(try sandbox.text(of: String(path)) == "# \(path.dropLast(3))\n\n비\n")
    #expect(try sandbox.memo("today", "--no-edit").lines == [path], "it is the memo of today")
    #expect(try sandbox.memo("delete", String(path), "--yes").end == .exited(0))
    try sandbox.write("# {{date}}\n\n- [ ] plan\n", to: ".memo/templates/today.md")
    let again = try BrowseTests.browse(sandbox)
    try again.press("T")
    try again.wait(for: "plan")
    try again.press("q")
    try again.waitForEnd()
    #expect(try sandbox.text(of: String(path))?.hasSuffix("- [ ] plan\n") == true, "what was filled in stays")
  }

  @Test func pastedTextIsText() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("i", "C-Home")
    try screen.paste("첫 줄\nq줄\n")
    try screen.wait(for: "│ q줄")
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "memo0.md") == "첫 줄\nq줄\n# 장보기\n\nbody of 장보기\n")
  }

  @Test func theMouseWorks() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.type("\u{1B}[<0;5;6M\u{1B}[<0;5;6m")
    try screen.wait(for: "│ # Release plan")
    try screen.type("\u{1B}[<0;44;3M\u{1B}[<0;44;3m")
    try screen.wait(for: "Esc to finish")
    try screen.type("X")
    try screen.wait(for: "bodyX of Release plan")
    try BrowseTests.leaveText(screen)
    try screen.type("\u{1B}[<0;38;3M\u{1B}[<32;60;3M\u{1B}[<0;60;3m")
    try screen.wait { try screen.lines()[3].count { $0 == "│" } == 1 && screen.lines()[3].prefix(61).last == "│" }
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func theWheelScrollsTheListAndSelectsNothing() throws {
    let screen = try BrowseTests.browse(try BrowseTests.sandbox(), rows: 7)
    try screen.type("\u{1B}[<65;5;3M\u{1B}[<65;5;3M")
    try screen.wait(for: "여행")
    #expect(try screen.lines()[0].hasSuffix("│ # 장보기") && screen.lines().allSatisfy { !$0.hasPrefix("▌") })
    try screen.press("Down")
    try screen.wait(for: "▌주간 회의록")
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func theCursorIsSeenWhereTypingGoes() throws {
    let screen = try BrowseTests.browse(try BrowseTests.sandbox())
    #expect(try screen.cursor() == nil)
    try screen.press("i", "End")
    try screen.wait { try screen.cursor().map { $0 == (2, 53) } ?? false }
    try screen.resize(columns: 50, rows: 8)
    try screen.wait { try screen.cursor().map { $0 == (2, 15) } ?? false }
    try BrowseTests.leaveText(screen)
    try screen.press("q")
    try screen.waitForEnd()
  }

  @Test func commandsChangeMemos() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox)
    try screen.press("d")
    try screen.wait(for: "move '장보기' to the trash?")
    try screen.press("y")
    try screen.wait(for: "moved '장보기' to the trash")
    try screen.waitUntilGone("장보기 ")
    #expect(try screen.lines()[1].hasPrefix("▌주간 회의록") && sandbox.text(of: "memo0.md") == nil)
    try screen.press("u")
    try screen.wait(for: "│ # 장보기")
    // The memo is shown as soon as it is there; the list follows.
    try screen.wait { try screen.lines()[1].hasPrefix("▌장보기") }
    #expect(try sandbox.text(of: "memo0.md") != nil)
    try screen.press("r", "C-u")
    try screen.type("사올 것")
    try screen.press("Enter")
    try screen.wait(for: "│ # 사올 것")
    try screen.type(":copy of nothing")
    try screen.wait(for: "no command matches")
    try screen.press("Escape")
    try screen.waitUntilGone("copy of nothing")
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try sandbox.text(of: "memo0.md") == "# 사올 것\n\nbody of 장보기\n")
  }

  // MARK: Other programs and the end

  @Test func theEditorGetsTheTerminalAndGivesItBack() throws {
    let sandbox = try BrowseTests.sandbox()
    sandbox.variables["EDITOR"] = "asks"
    try sandbox.makeProgram(
      "asks", "stty -a | grep -q -- '-icanon' && echo raw; echo asking; read line; echo \"$line\" >> \"$1\"")
    let screen = try BrowseTests.browse(sandbox, "echo before; memo")
    try screen.press("e")
    try screen.wait(for: "asking")
    #expect(try !screen.lines().contains("raw"))
    try screen.type("from the editor")
    try screen.press("Enter")
    try screen.wait(for: "│ from the editor")
    try screen.press("q")
    #expect(try screen.waitForEnd().first == "before")
  }

  @Test(arguments: [("HUP", 129), ("TERM", 143), ("INT", 130), ("QUIT", 131)])
  func aSignalSavesAndGivesTheTerminalBack(signal: String, code: Int) throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox, "echo before; sh -c 'echo $$ > ../pid; exec memo'")
    try screen.press("i", "C-Home", "x")
    try screen.wait(for: "x# 장보기")
    _ = try sandbox.shell("kill -\(signal) $(cat ../pid)")
    #expect(try screen.waitForEnd(code: code).first == "before")
    #expect(try sandbox.text(of: "memo0.md")?.hasPrefix("x# ") == true)
    #expect(try sandbox.memo("list", "--paths").lines.count == 4)
  }

  // An end that no program can catch, in the middle of typing; how soon typing is saved, the loop's own tests show.
  @Test func whatIsSavedWhileTypingOutlivesAKilledProcess() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox, "sh -c 'echo $$ > ../pid; exec memo'")
    try screen.press("i", "C-Home")
    try screen.wait(for: "Esc to finish")
    let end = "# 장보기\n\nbody of 장보기\n"
    func typedOnDisk() throws -> String {
      let text = try #require(try sandbox.text(of: "memo0.md"))
      #expect(text.hasSuffix(end), "\(text)")
      return String(text.dropLast(end.count))
    }
    let syllables = "가나다라마바사아자차카타파하"
    try screen.type(syllables)
    try screen.wait { try typedOnDisk() == syllables }
    try screen.type("거너더")
    let seen = try typedOnDisk()
    _ = try sandbox.shell("kill -KILL $(cat ../pid)")
    let saved = try typedOnDisk()
    #expect(saved.hasPrefix(seen) && (syllables + "거너더").hasPrefix(saved), "\(saved)")
    #expect(seen.hasPrefix(syllables), "\(seen)")
  }

  @Test func ctrlZStopsAndTheScreenComesBack() throws {
    let sandbox = try BrowseTests.sandbox()
    let screen = try BrowseTests.browse(sandbox, "set -m; memo; echo stopped; read go; fg")
    try screen.press("j")
    try screen.wait(for: "│ # 주간 회의록")
    try screen.press("C-z")
    try screen.wait(for: "stopped")
    #expect(try !screen.lines().contains { $0.contains("│") })
    try screen.press("Enter")
    try screen.wait(for: "│ # 주간 회의록")
    try screen.press("q")
    #expect(try screen.waitForEnd().contains("stopped"))
  }
}
