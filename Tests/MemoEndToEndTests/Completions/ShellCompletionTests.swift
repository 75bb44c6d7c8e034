import MemoCore
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms, .enabled(if: TerminalScreen.isAvailable, "tmux is not installed"))
struct ShellCompletionTests {
  /// How a shell is started that shows `ready> ` and knows memo's completions, as `memo completions --help` says.
  private static let starts = [
    "bash": "exec bash --rcfile ../home/.bashrc -i",
    "zsh": "exec zsh -i",
    "fish": "exec fish -i",
  ]

  private static let settings = [
    "home/.bashrc": "source <(memo completions bash)\nPS1='ready> '\n",
    "home/.zshrc": "autoload -Uz compinit && compinit -u\nsource <(memo completions zsh)\nPS1='ready> '\n",
    "home/.config/fish/config.fish": "function fish_prompt\n  echo 'ready> '\nend\nset fish_greeting\n",
  ]

  private static func screen(of shell: String, in sandbox: Sandbox) throws -> TerminalScreen {
    for (path, text) in settings { try sandbox.folder.write(text, to: path) }
    let script = try sandbox.memo("completions", "fish")
    try sandbox.folder.write(script.text, to: "home/.config/fish/completions/memo.fish")
    let screen = try TerminalScreen(starts[shell] ?? "", in: sandbox, columns: 100)
    try screen.wait(for: "ready>")
    return screen
  }

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let titles = ["Release plan", "주간 회의록", "It's \"quoted\" & $HOME", "Part one: begin", "Twin a", "Twin b"]
    for (place, title) in titles.enumerated() {
      try sandbox.write("# \(title)\n#tag\(place)\n\nbody-\(place).\n", to: "work/memo\(place).md", day: 20 - place)
    }
    try sandbox.write(
      "---\nstatus: open\ntags: [연말 정산]\n---\n# 여행 'plan'\n#회의/주간 #회의/월간\n\nbody-6.\n", to: "집/a b's.md", day: 1)
    try sandbox.write("# Out of here\n\nbody-7.\n", to: "escape.md", day: 1)
    try sandbox.write("# Zulu\n\nbody-8.\n", to: "-zulu.md", day: 1)
    try sandbox.write("# Straße 1\n\nbody-9.\n", to: "b.md", day: 1)
    try sandbox.write("# Привет\n\nbody-10.\n", to: "c.md", day: 1)
    // In NFD.
    try sandbox.write("# \u{110C}\u{1169}\u{1100}\u{1161}\u{11A8} 1\n\nbody-11.\n", to: "d.md", day: 1)
    _ = try sandbox.memo("index")
    return sandbox
  }

  /// What is typed before Tab, and what the finished command writes.
  static let lines: [(String, String)] = [
    ("memo show --color never Rele", "body-0."), ("memo show rele", "body-0."), ("memo show 주", "body-1."),
    ("memo show \"Release p", "body-0."), ("memo show 'Release p", "body-0."), ("memo show Release\\ p", "body-0."),
    ("memo show It", "body-2."), ("memo show Part", "body-3."), ("memo show Part\\ one:\\ b", "body-3."),
    ("memo show work/memo4", "body-4."), ("memo list --format '{path}.' --tag tag1", "work/memo1.md."),
    ("memo list --format '{path}.' -n 1 --sort=tit", "work/memo2.md."), ("memo comple", "bash|zsh|fish"),
    ("memo list --format '{path}.' -n 1 --vaul ../vau", "work/memo0.md."),
    ("memo show escape.", "body-7."), ("memo show 여", "body-6."), ("memo show 집/a", "body-6."),
    ("memo show \"집/a b", "body-6."), ("memo show ./work/memo4", "body-4."), ("memo show -- -zu", "body-8."),
    ("memo show strass", "body-9."), ("memo show \"strass", "body-9."), ("memo show при", "body-10."),
    ("memo show 조", "body-11."), ("memo show '조", "body-11."),
    ("memo list --format '{title}.' --tag 회의/주", "여행 'plan'."), ("memo list --format '{title}.' --tag 연", "여행 'plan'."),
    ("memo list --format '{title}.' --path 집", "여행"),
  ]

  @Test(arguments: ["bash", "zsh", "fish"])
  func tabCompletesWhatIsTyped(shell: String) throws {
    try skip(unless: shell)
    let screen = try Self.screen(of: shell, in: try Self.sandbox())
    for (line, output) in Self.lines {
      try screen.press("C-l")
      // The first Tab completes the option, where there is a value after it.
      let words = line.split(separator: "--vaul ", omittingEmptySubsequences: false)
      try screen.type(String(words[0]) + (words.count > 1 ? "--vaul" : ""))
      try screen.press("Tab")
      if words.count > 1 {
        try screen.wait(for: "--vault")
        try screen.type(String(words[1]))
        try screen.press("Tab")
      }
      try screen.press("Enter")
      try screen.wait(for: output)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func pathsAreTypedPieceByPiece(shell: String) throws {
    try skip(unless: shell)
    let sandbox = try Self.sandbox()
    try sandbox.write("# Own\n\nbody-12.\n", to: "Home life/x y.md", day: 1)
    _ = try sandbox.memo("index")
    let screen = try Self.screen(of: shell, in: sandbox)
    for (folder, completed, memo, output) in [
      ("wor", "show work/", "memo4", "body-4."), ("집", "show 집/", "a", "body-6."),
      ("Home\\ l", "show Home\\ life/", "x", "body-12."),
    ] {
      try screen.press("C-l")
      try screen.type("memo show \(folder)")
      try screen.press("Tab")
      try screen.wait(for: completed)
      try screen.type(memo)
      try screen.press("Tab", "Enter")
      try screen.wait(for: output)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func theValueOfAFieldIsTypedRightBehindItsName(shell: String) throws {
    try skip(unless: shell)
    let screen = try Self.screen(of: shell, in: try Self.sandbox())
    try screen.type("memo list --format '{title}.' --where st")
    try screen.press("Tab")
    try screen.wait(for: "--where status=")
    try screen.type("open")
    try screen.press("Enter")
    try screen.wait(for: "여행 'plan'.")
  }

  /// What is typed before Tab, and what is offered.
  static let offers: [(String, [String])] = [
    ("memo show Tw", ["Twin a", "Twin b"]), ("memo show ", ["Release plan", "주간 회의록", "Twin b"]),
    ("memo list --tag 회의/", ["회의/월간", "회의/주간"]), ("memo config d", ["daily.folder", "device"]),
    ("memo config language ", ["en", "ko"]),
  ]

  @Test(arguments: ["bash", "zsh", "fish"])
  func whatIsAmbiguousIsShown(shell: String) throws {
    try skip(unless: shell)
    let screen = try Self.screen(of: shell, in: try Self.sandbox())
    for (line, words) in Self.offers {
      // Not Ctrl-C: what is typed while a shell is interrupted may be lost.
      try screen.press("C-u", "C-l")
      try screen.type(line)
      try screen.press("Tab", "Tab", "Tab")
      // bash shows words as it will insert them.
      for word in words { try screen.wait(for: shell == "bash" ? word.replacing(" ", with: "\\ ") : word) }
    }
  }

  @Test func whatIsTypedStaysWhereNamesAreSpelledDifferentlyFromTheStartOn() throws {
    try skip(unless: "zsh")
    let sandbox = try Self.sandbox()
    for (place, title) in ["Ölung a", "ölung b", "Ärger c1", "Ärger c2"].enumerated() {
      try sandbox.write("# \(title)\n\nletter-\(place).\n", to: "letter\(place).md", day: 2)
    }
    _ = try sandbox.memo("index")
    let screen = try Self.screen(of: "zsh", in: sandbox)
    try screen.type("memo show ölu")
    try screen.press("Tab")
    for line in ["Ölung a  -- letter0.md", "ölung b  -- letter1.md", "memo show ölu"] { try screen.wait(for: line) }
    try screen.type("ng\\ b")
    try screen.press("Enter")
    try screen.wait(for: "letter-1.")
    try screen.type("memo show är")
    try screen.press("Tab")
    try screen.type("2")
    try screen.press("Enter")
    try screen.wait(for: "letter-3.")
  }

  private func skip(unless shell: String) throws {
    if !MemoProgram.isInstalled(shell) { try Test.cancel("\(shell) is not installed") }
  }
}
