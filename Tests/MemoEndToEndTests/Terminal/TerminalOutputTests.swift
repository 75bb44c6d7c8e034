import Foundation
import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct TerminalOutputTests {
  private static let titles = [
    "회의록", "여행 계획 👩‍👩‍👧‍👦 with everybody who wants to come along", "🇰🇷 한국어와 English mixed 제목이 아주 길어서 잘려야 합니다",
    "short", "", "e\u{301}clair and ﾊﾝｶｸ カナ", "👍🏽 thumbs ❤️ heart 1️⃣ one", String(repeating: "가나다라마바사", count: 20),
  ]

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (place, title) in titles.enumerated() {
      let body = "본문 text 👩‍🚀 " + String(repeating: "낱말 word ", count: 30)
      try sandbox.write("# \(title)\n\n\(body)\n", to: "\(place).md", day: 20 - place)
    }
    return sandbox
  }

  @Test(arguments: [80, 40, 120, 24])
  func theListIsATableThatFits(columns: Int) throws {
    let sandbox = try Self.sandbox()
    let screen = try TerminalScreen("memo list", in: sandbox, columns: columns)
    let table = try screen.waitForEnd()
    #expect(table.count == Self.titles.count, "a line was wrapped:\n\(table.joined(separator: "\n"))")
    for (place, line) in table.enumerated() {
      #expect(line.hasPrefix("\(place + 1)  "), "\(line)")
      #expect(DisplayWidth.columns(of: line) <= columns, "\(line)")
    }
    #expect(table[0].contains("회의록") && table[4].contains("(untitl"))
    #expect(columns < 80 || table[0].contains("May 20") && table[0].contains("본문 text"), "\(table[0])")
  }

  @Test(arguments: [80, 40, 24])
  func theWidthOfEachLineFitsWhereColumnsSaysSo(columns: Int) throws {
    let sandbox = try Self.sandbox()
    for command in ["list", "search 가나다라 OR 낱말 -n 3"] {
      let screen = try TerminalScreen("COLUMNS=\(columns) memo \(command)", in: sandbox, columns: 300)
      for line in try screen.waitForEnd() where !line.hasSuffix(".md") {
        #expect(DisplayWidth.columns(of: line) <= columns, "\(command): \(line)")
      }
    }
  }

  /// Names and texts of a Mac have their letters apart.
  @Test func aLineIsCutBetweenCharacters() throws {
    let sandbox = try Sandbox()
    let text = String(repeating: "가나다라마바사아자차카타파하 ", count: 4).decomposedStringWithCanonicalMapping
    try sandbox.write("# L\n\n\(text)needle\n", to: "l.md", day: 1)
    let screen = try TerminalScreen(
      "for c in 40 41 42 43 44 45; do COLUMNS=$c memo search needle; done", in: sandbox, columns: 300)
    let starts = try screen.waitForEnd().compactMap { line -> Unicode.Scalar? in
      guard line.contains("needle") else { return nil }
      return line.unicodeScalars.drop { $0 != "…" }.dropFirst().first
    }
    #expect(starts.count == 6, "every line is cut")
    let vowelsAndFinals = 0x1160...0x11FF as ClosedRange<UInt32>
    #expect(starts.allSatisfy { !vowelsAndFinals.contains($0.value) }, "\(starts)")
  }

  @Test(arguments: [80, 50])
  func tablesLineUpAndFit(columns: Int) throws {
    let sandbox = try Self.sandbox()
    let names = ["짧은.md", "a rather long name of a memo that nobody would like to type.md", "x.md"]
    for (place, name) in names.enumerated() {
      let links = "[[\(place)]] [[아주 긴 이름의 메모를 가리키는 링크입니다 그리고 더]] [l](<\(names[0])>)\n"
      try sandbox.write("# \(String(repeating: "제목 title ", count: place * 4))\n\(links)", to: name, day: 1)
    }
    let words = names.map { "'\($0)'" }.joined(separator: " ")
    let setUp =
      "memo append 0.md x && memo rename 1.md 새로운 제목 && memo delete -qy 0.md 7.md && memo write -q 2.md < 3.md"
    #expect(try sandbox.shell("{ \(setUp); } && memo delete -qy \(words.dropLast(7))").end == .exited(0))
    for (command, rows) in [("trash", 4), ("undo --list", 5), ("links x.md", 3), ("graph", 3)] {
      let lines = try TerminalScreen("memo \(command)", in: sandbox, columns: columns).waitForEnd()
      #expect(lines.count == rows, "\(command):\n\(lines.joined(separator: "\n"))")
      let starts = lines.map { line in Self.columnStarts(of: line) }
      for line in lines { #expect(DisplayWidth.columns(of: line) <= columns, "\(line)") }
      let common = starts.dropFirst().reduce(Set(starts.first ?? [])) { $0.intersection($1) }
      #expect(common.count >= 2, "\(command):\n\(lines.joined(separator: "\n"))")
    }
  }

  /// The columns in which text follows at least two spaces, and the first.
  private static func columnStarts(of line: String) -> Set<Int> {
    var starts: Set<Int> = [0]
    var column = 0
    var spaces = 0
    for character in line {
      if character != " " && spaces >= 2 { starts.insert(column) }
      spaces = character == " " ? spaces + 1 : 0
      column += DisplayWidth.columns(of: character)
    }
    return starts
  }

  @Test func datesFollowTheLocaleAndTheLanguage() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# x\n", to: "x.md", day: -1000)
    let korean = try TerminalScreen(
      "memo list --lang ko; LC_ALL= LC_TIME=ko_KR.UTF-8 memo list --no-pager", in: sandbox
    )
    .waitForEnd()
    #expect(korean == ["1  x  2023년 8월 4일", "1  x  2023년 8월 4일"], "\(korean)")
    let english = try TerminalScreen("memo list", in: sandbox).waitForEnd()
    #expect(english == ["1  x  Aug 4, 2023"], "\(english)")
    try sandbox.write("", to: "x.md", day: -1000)
    #expect(try TerminalScreen("memo list --lang ko", in: sandbox).waitForEnd()[0].contains("(제목 없음)"))
  }

  static let colours: [(String, Bool)] = [
    ("memo list", true), ("memo list --color never", false), ("NO_COLOR=1 memo list", false),
    ("NO_COLOR= memo list", true), ("NO_COLOR=1 memo list --color always", true),
    ("TERM=dumb memo list --no-pager", false),
    ("memo --color=never show short", false), ("memo show short", true), ("memo search 낱말 -n1", true),
    ("NO_COLOR=1 memo search 낱말 -n1", false), ("memo help", true), ("NO_COLOR=1 memo help", false),
    ("memo show nothing-like-it", true), ("NO_COLOR=1 memo show nothing-like-it", false),
    ("memo show nothing-like-it --color never", false), ("TERM=dumb memo show nothing-like-it", false),
    ("memo list --paths", false), ("memo list --json -n1", false),
  ]

  @Test(arguments: colours)
  func coloursAreShownWhereWanted(command: String, isColored: Bool) throws {
    let screen = try TerminalScreen(command, in: try Self.sandbox(), rows: 60)
    try screen.wait(for: "[exit ")
    #expect(try screen.colouredText().contains("\u{1B}[") == isColored, "\(command)")
  }

  static let hostile = "\u{1B}[31mred\u{7}\u{9B}2J\u{1B}]0;title\u{7}\u{202E}desrever\u{2066}\u{7F}"

  @Test func hostileTextIsInert() throws {
    let sandbox = try Sandbox()
    let text = "# \(Self.hostile)\n\nbody \(Self.hostile) end\n"
    try sandbox.write(text, to: "a\u{1B}[31m\u{202E}b.md", day: 2)
    try sandbox.write(text, to: "second.md", day: 1)
    let commands = [
      "list", "list --paths", "list --paths -0", "list -0", "list --json", "list --jsonl",
      "list --format '{title}{path}{preview}'",
      "search end", "search -l end", "search --count end", "search --json end", "search end --format '{title}'",
      "show 1", "show 2 --json", "show red", "show ']0;'", "show '\u{1B}[31mno such'", "export --json",
      "import --dry-run ../copy",
      "export ../copy", "new \"$(printf 'x\\033[31m')\" --no-edit", "config ignore",
      "list --tag \"$(printf '\\033[31m OR')\"",
      "append second.md x", "undo --list", "undo", "redo", "delete --yes 'show red' second.md",
      "delete --yes second.md",
      "trash", "trash restore \"$(printf '\\033[31m')\"", "undo --json",
      "\"$(printf '\\033[31m')\"", "list \"$(printf -- '--\\033[31m')\"", "check --json",
    ]
    let lines = commands.map { "memo --no-pager --color never \($0)" }.joined(separator: "\n")
    let screen = try TerminalScreen("stty -echo\n\(lines)\necho finished", in: sandbox, columns: 200, rows: 200)
    try screen.wait(for: "finished")
    let written = try screen.written()
    #expect(written.contains("␛[31mred"), "the title is there:\n\(written)")
    for line in written.unicodeScalars.split(separator: "\n") {
      #expect(!line.contains(where: Self.acts), "\(String(line).debugDescription)")
    }
  }

  static let forced = ["list", "list -0", "search end", "search end -0", "search tag:x", "search -C1 end", "show 1"]

  @Test(arguments: forced)
  func forcedColoursAreTheOnlyEscapes(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("# \(Self.hostile) #x\n\nbody \(Self.hostile) end\n", to: "a\u{1B}[31m\u{202E}b.md", day: 2)
    for line in ["memo --color always --no-pager \(command)", "memo --color always \(command) | cat"] {
      let screen = try TerminalScreen("stty -echo; \(line)", in: sandbox, columns: 200)
      try screen.wait(for: "[exit 0]")
      let written = try screen.written()
      let foreign = written.replacing(/\e\[[0-9;]*m/, with: "").unicodeScalars
      #expect(written.contains("␛[31mred"), "\(line): \(written.debugDescription)")
      #expect(!foreign.contains { Self.acts($0) && $0 != "\n" && $0 != "\0" }, "\(line)")
    }
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x09, 0x0A..<0x0D, 0x0E..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test func aShortRunShowsNoProgress() throws {
    let screen = try TerminalScreen("memo index --rebuild", in: try Self.sandbox())
    let lines = try screen.waitForEnd()
    #expect(lines.count == 1 && lines[0].hasPrefix("8 memos; "), "\(lines)")
    #expect(try !screen.written().contains("█"))
  }
}
