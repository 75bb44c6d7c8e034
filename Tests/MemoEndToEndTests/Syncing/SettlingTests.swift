import MemoTestSupport
import Testing

/// Conflicts that a person settles by choosing a version.
@Suite(.waitsForPrograms) struct SettlingTests {
  private static let base = "# Trip\n\nwhen: Monday\nwhere: Seoul\n"

  /// Two devices after both have changed two memos; the second one has merged.
  private func apart() throws -> Devices {
    let devices = try Devices.inStep(2, Self.base)
    try devices.write("# B\n\nfirst\nend\n", to: "b.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.write(Self.base.replacing("Monday", with: "Tuesday"), to: "a.md", on: 0)
    try devices.write("# B\n\nelsewhere 0\nend\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.write(Self.base.replacing("Monday", with: "Friday"), to: "a.md", on: 1)
    try devices.write("# B\n\nhere 1\nend\n", to: "b.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    return devices
  }

  private func open(_ device: Int, _ devices: Devices) throws -> Int {
    try devices.memo(device, ["conflicts", "--json"]).records().count
  }

  @Test func allConflictsOfAMemoAreSettledAndUndoneAtOnce() throws {
    let devices = try Devices.inStep(2, "# L\n\none\nkept\ntwo\n")
    try devices.write("# L\n\none A\nkept\ntwo A\n", to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.write("# L\n\none B\nkept\ntwo B\n", to: "a.md", on: 1)
    for device in [1, 0] { try devices.mustSync(device) }
    let both = try devices.text("a.md", on: 0)
    #expect(try open(0, devices) == 2)
    #expect(try devices.memo(0, ["conflicts", "--resolve", "a.md", "--ours"]).errors.contains("settled 2 conflicts"))
    #expect(try devices.text("a.md", on: 0) == "# L\n\none A\nkept\ntwo A\n" && open(0, devices) == 0)
    #expect(try devices.memo(0, ["undo"]).end == .exited(0))
    #expect(try devices.text("a.md", on: 0) == both && open(0, devices) == 2)
  }

  @Test func linksFollowTheTitleThatIsKept() throws {
    let devices = try Devices.inStep(2, "# Plan\n\ntext\n")
    for (device, title) in [(0, "Beta"), (1, "Alpha")] {
      #expect(try devices.memo(device, ["rename", "a.md", title, "--title-only"]).end == .exited(0))
    }
    try devices.write("# Note\n\nsee [[Beta]]\n", to: "note.md", on: 0)
    for device in [0, 1, 0] { try devices.mustSync(device) }
    let before = try devices.files(0)
    for (option, title) in [("--ours", "Beta"), ("--theirs", "Alpha")] {
      let run = try devices.memo(0, ["conflicts", "--resolve", "a.md", option])
      #expect(run.end == .exited(0), "\(option): \(run.errors)")
      #expect(try devices.text("a.md", on: 0) == "# \(title)\n\ntext\n", "\(option)")
      #expect(try devices.text("note.md", on: 0) == "# Note\n\nsee [[\(title)]]\n", "\(option)")
      #expect(try devices.memo(0, ["check"]).end == .exited(0), "\(option)")
      #expect(try devices.memo(0, ["undo"]).end == .exited(0))
      #expect(try devices.files(0) == before, "\(option): the title and the links are undone as one")
    }
  }

  /// What one side alone changed, next to lines that both changed, is its own again where its version is kept.
  @Test(arguments: [
    (
      "# L\n\nleave at ten.\nby train.\nHotel.\n", "# L\n\nleave at ten.\nby night train.\nHotel.\n",
      "# L\n\nleave at noon.\nby bus.\nHotel.\n"
    ),
    ("1. one\n2. two\n3. three\n", "1. one\n2. and half\n3. two\n4. three\n", "1. zero\n2. one\n3. two\n4. three\n"),
    ("a\nb\nc\n", "a\nB\nc\n", "b 2\nc 2\n"), ("x\r\ny\r\nz\r\n", "x\r\nY\r\nz\r\n", "x 2\r\ny 2\r\nz 2\r\n"),
  ])
  func aKeptVersionIsWhole(base: String, one: String, other: String) throws {
    for (option, device) in [("--ours", 0), ("--theirs", 1), ("--ours", 1), ("--theirs", 0)] {
      let devices = try Devices.inStep(2, base)
      try devices.write(one, to: "a.md", on: 0)
      try devices.mustSync(0)
      try devices.write(other, to: "a.md", on: 1)
      for device in [1, 0] { try devices.mustSync(device) }
      let run = try devices.memo(device, ["conflicts", "--resolve", "a.md", option])
      let kept = (option == "--ours") == (device == 0) ? one : other
      #expect(try devices.text("a.md", on: device) == kept, "\(option) on \(device): \(run.errors)")
    }
  }

  @Test func aConflictThatHasNotBothVersionsInATextSaysHowItIsSettled() throws {
    let devices = try Devices.inStep(2, "# A\n")
    try devices.write("{\"a\": 0}\n", to: "c.json", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    for device in [0, 1] {
      #expect(try devices.memo(device, ["config", "daily.format", "YYYY-MM-DD [\(device)]"]).end == .exited(0))
      try devices.write("{\"a\": \(device + 1)}\n", to: "c.json", on: device)
      try devices.mustSync(device)
    }
    #expect(try open(1, devices) == 2)
    for (path, text) in [
      (".memo/config.json", "can hold one version alone; write"), ("c.json", "are one version each; delete"),
    ] {
      let run = try devices.memo(1, ["conflicts", "--resolve", path, "--ours"])
      #expect(run.errors.contains(text) && !run.errors.contains("no conflicts"), "\(run.errors)")
      #expect(run.end != .exited(0))
    }
    #expect(try open(1, devices) == 2)
  }

  /// Which value the merge let stand is the same on both devices; either is to be had on either.
  @Test(arguments: [0, 1], ["--ours", "--theirs"])
  func aKeyTakesTheChosenValueOnEveryDevice(device: Int, option: String) throws {
    let text = { (status: String) in "---\nid: 1\nstatus: \(status)\nx: [a]\n---\n# A\n\nstatus: open\n" }
    let devices = try Devices.inStep(2, text("new"))
    for (device, status) in ["open", "done"].enumerated() { try devices.write(text(status), to: "a.md", on: device) }
    for device in [0, 1, 0] { try devices.mustSync(device) }
    let merged = try devices.text("a.md", on: device)
    let run = try devices.memo(device, ["conflicts", "--resolve", "a.md", option])
    #expect(run.end == .exited(0) && run.errors.contains("settled the conflict in 'a.md'"), "\(run.errors)")
    let kept = ["open", "done"][option == "--ours" ? device : 1 - device]
    #expect(try devices.text("a.md", on: device) == text(kept) && open(device, devices) == 0)
    for device in [device, 1 - device] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 1 - device) == text(kept))
    // A value that stays is no change, of which the other device could know.
    #expect(try open(1 - device, devices) == (text(kept) == merged ? 1 : 0))
  }

  @Test(arguments: [("--ours", "Friday"), ("--theirs", "Tuesday")])
  func aVersionIsTakenOutOnEveryDevice(option: String, day: String) throws {
    let devices = try apart()
    #expect(try open(1, devices) == 2)
    let both = try #require(try devices.text("a.md", on: 1))
    #expect(both.contains("Tuesday") && both.contains("Friday"))
    #expect(try devices.memo(1, ["conflicts", "--resolve", "a.md", option]).end == .exited(0))
    #expect(try devices.text("a.md", on: 1) == Self.base.replacing("Monday", with: day))
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 0) == Self.base.replacing("Monday", with: day))
    for device in [0, 1] { #expect(try open(device, devices) == 1, "that of the other memo") }
    #expect(try devices.memo(1, ["undo"]).end == .exited(0))
    #expect(try devices.text("a.md", on: 1) == both && open(1, devices) == 2, "it can be undone")
  }

  @Test(arguments: [("--ours", "Friday"), ("--theirs", "Tuesday")])
  func theVersionMayComeBeforeTheMemo(option: String, day: String) throws {
    let devices = try apart()
    let run = try devices.memo(1, ["conflicts", "--resolve", option, "a.md"])
    #expect(run.end == .exited(0) && run.errors.contains("settled the conflict in 'a.md'"), "\(run.errors)")
    #expect(try devices.text("a.md", on: 1) == Self.base.replacing("Monday", with: day))
    let unnamed = try devices.memo(1, ["conflicts", option, "a.md"])
    #expect(unnamed.end == .exited(2) && unnamed.errors.hasPrefix("memo: missing --resolve REF\n"), "\(unnamed.errors)")
  }

  @Test(arguments: ["--ours", "--theirs"])
  func aSideThatGitCommittedIsNobodysOwn(option: String) throws {
    let devices = try Devices.inStep(2, Self.base)
    try devices.write(Self.base.replacing("Monday", with: "Tuesday"), to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.write(Self.base.replacing("Monday", with: "Friday"), to: "a.md", on: 1)
    #expect(try devices.sandbox.shell("git commit -qam mine", in: "d1").end == .exited(0))
    try devices.mustSync(1)
    let both = try #require(try devices.text("a.md", on: 1))
    let run = try devices.memo(1, ["conflicts", "--resolve", "a.md", option])
    #expect(run.end == .exited(5) && run.errors.contains("neither version at a.md:3 is known"), "\(run.errors)")
    #expect(run.errors.contains("hint: to settle them one after the other: memo conflicts --resolve"))
    #expect(try devices.text("a.md", on: 1) == both && both.contains("Tuesday") && both.contains("Friday"))
  }

  @Test func withoutATerminalAHintSaysWhatToUse() throws {
    let devices = try apart()
    let run = try devices.memo(1, ["conflicts", "--resolve"])
    #expect(run.end == .exited(2) && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("memo: going through conflicts needs a terminal\nhint: 'memo conflicts' lists them"),
      "\(run.errors)")
    #expect(try devices.memo(1, ["conflicts", "--resolve", "--lost"]).end != .exited(0))
    #expect(try devices.memo(1, ["conflicts", "--lost", "--resolve"]).end == .exited(2))
    #expect(try devices.memo(1, ["conflicts", "--ours", "--resolve"]).end == .exited(2))
    #expect(try open(1, devices) == 2)
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func theCommandGoesThroughAllOnATerminal() throws {
    let devices = try apart()
    let screen = try TerminalScreen(
      "cd ../d1 && memo conflicts --resolve; echo code $?", in: devices.sandbox, columns: 90, rows: 24)
    try screen.wait(for: "conflict 1 of 2")
    try screen.wait(for: "here: when: Friday")
    try screen.wait(for: "keep < mine, > theirs, = both; s skip, q quit:")
    try screen.type("?")
    try screen.press("Enter")
    try screen.wait { try screen.lines().filter { $0.hasPrefix("keep <") }.count == 2 }
    try screen.type(">")
    try screen.press("Enter")
    try screen.wait(for: "conflict 2 of 2")
    try screen.type("s")
    try screen.press("Enter")
    try screen.wait(for: "1 conflict is left")
    try screen.wait(for: "code 0")
    #expect(try devices.text("a.md", on: 1) == Self.base.replacing("Monday", with: "Tuesday"))
    #expect(try open(1, devices) == 1)
  }

  /// Two conflicts of one memo: what is said of one says nothing of the other, also where that comes back by an undo.
  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func eachConflictOfAMemoIsSettledByItself() throws {
    let text = { (day: String, place: String) in "# Trip\n\nwhen: \(day)\n\nby train\n\nwhere: \(place)\n" }
    let devices = try Devices.inStep(2, text("Monday", "Seoul"))
    try devices.write(text("Tuesday", "Busan"), to: "a.md", on: 0)
    try devices.mustSync(0)
    try devices.write(text("Friday", "Jeju"), to: "a.md", on: 1)
    try devices.mustSync(1)
    #expect(try open(1, devices) == 2)
    let screen = try TerminalScreen(
      "cd ../d1 && memo conflicts --resolve; echo code $?", in: devices.sandbox, columns: 90, rows: 24)
    try screen.wait(for: "conflict 1 of 2")
    try screen.type("<")
    try screen.press("Enter")
    try screen.wait(for: "conflict 2 of 2")
    try screen.type("=")
    try screen.press("Enter")
    try screen.wait(for: "code 0")
    #expect(try open(1, devices) == 0)
    #expect(try devices.memo(1, ["undo"]).end == .exited(0))
    let left = try devices.memo(1, ["conflicts"])
    #expect(try open(1, devices) == 1 && left.text.contains("Tuesday") && !left.text.contains("Busan"), "\(left.text)")
  }

  @Test(.enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
  func theSplitViewSettlesThemInTheText() throws {
    let devices = try apart()
    let times = "touch -d 2026-03-02 b.md && touch -d 2026-03-01 a.md"
    try #require(try devices.sandbox.shell(times, in: "d1").end == .exited(0))
    let screen = try TerminalScreen("cd ../d1 && memo", in: devices.sandbox, columns: 120, rows: 14)
    try screen.wait(for: "C: 2 conflicts")
    try screen.press("g")
    try screen.wait(for: "│ # B")
    try screen.press(")")
    try screen.wait(for: "<here 1")
    try screen.wait(for: ">elsewhere 0")
    try screen.wait(for: "< here, ")
    try screen.press("j", "k")
    try screen.wait(for: "conflict 2 of 2")
    try screen.press("=")
    try screen.wait(for: "settled on this device")
    try screen.press(")")
    try screen.wait(for: "<when: Friday")
    try screen.wait(for: ">when: Tuesday")
    try screen.press("<")
    try screen.wait(for: "settled; undo with u")
    try screen.wait { try !screen.lines().contains { $0.contains("Tuesday") } }
    try screen.press("q")
    try screen.waitForEnd()
    #expect(try devices.text("a.md", on: 1) == Self.base.replacing("Monday", with: "Friday"))
    #expect(try open(1, devices) == 0)
  }
}
