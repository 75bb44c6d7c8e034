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
