import Foundation
import MemoCore
import MemoTestSupport

/// A vault that someone made who means no good, or whom many programs went before: odd bytes, odd names, odd entries.
enum HostileVault {
  /// What a terminal would obey: the clipboard, the screen, a colour, C1, and the reading direction.
  private static let escape = "\u{1B}]52;c;ZXZpbA==\u{7}\u{1B}[2J\u{1B}[31m\u{9B}31m\u{202E}\u{2066}"

  /// What stands outside of the vault and must be neither read nor written.
  static let secret = "topsecret"

  /// Makes it in a sandbox whose programs leave a mark when they run, in a zone east of UTC.
  static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.variables["TZ"] = "Asia/Seoul"
    let mark = sandbox.folder.path.appending("ran").text
    for name in ["tripwire", "vi", "less", "pandoc", "xdg-open", "fzf"] {
      try sandbox.makeProgram(name, "echo \"$0\" >> '\(mark)'")
    }
    try sandbox.folder.write("# \(secret)\n", to: "outside/secret.md")
    for (name, text) in texts { try sandbox.write(text, to: name) }
    for (name, bytes) in bytes { try sandbox.write(bytes, to: VaultPath(name)) }
    for name in names.map({ Array($0.utf8) }) + byteNames {
      let title = String(decoding: name, as: UTF8.self).replacingOccurrences(of: "\n", with: " ")
      try sandbox.write(
        Array("# title \(title)\nbody [[HEAD]] $(tripwire) `tripwire`\n".utf8), to: VaultPath(bytes: name))
    }
    for (name, text) in stateFiles { try sandbox.write(text, to: name) }
    try addEntries(to: sandbox)
    try addTimes(to: sandbox)
    return sandbox
  }

  /// What stands outside of the vault, by its paths; what the tests themselves put there is left out.
  static func environment(of sandbox: Sandbox) throws -> [String] {
    try sandbox.shell(
      "find . -path ./vault -prune -o -path ./runs -prune -o -path ./home -prune -o -name 'terminal-*' -prune -o -print",
      in: ""
    ).lines.sorted()
  }

  /// What programs have run; nothing where all is well.
  static func programsRun(in sandbox: Sandbox) throws -> String {
    String(decoding: try sandbox.folder.bytes(of: VaultPath("ran")) ?? [], as: UTF8.self)
  }

  // MARK: Bytes

  private static let texts: [(String, String)] = [
    ("escapes.md", "# title \(escape)\nbody \(escape)\n#tag\u{1B}[31m [[link\(escape)|label]] [x](<y\(escape).md>)\n"),
    (
      "front.md",
      "---\ntitle: \"a\\x1b[31m\\u202E\\e]0;x\\a\"\ntags: [\"a\\x1b[1m\", b]\naliases: [\"al\\x1b[2J\"]\n---\nx\n"
    ),
    ("mark.md", "\u{FEFF}# mark\n"), ("returns.md", "# returns only\rline two\rthree\r"), ("empty.md", ""),
    ("nul.md", "# a\0b\n\0\0\0\n"), ("far.md", "---\ndate: 9999-12-31T23:59:59Z\n---\n# far\n"),
    ("farther.md", "---\ncreated: 2262-04-11T23:47:16\n---\n# farther\n"),
    ("early.md", "---\ncreated: 1677-09-21 00:12:44\n---\n# early\n"),
    ("nested.md", (0..<300).map { repeated(" ", 2 * $0) + "- x\n" }.joined()),
    ("quotes.md", repeated(">", 10_000) + " deep\n"),
    ("brackets.md", repeated("[[", 10_000) + "\n" + repeated("[", 10_000)),
    ("hashes.md", repeated("#", 20_000)), ("stars.md", repeated("*a **b ", 1_000)),
    ("ticks.md", (0..<400).map { repeated("`", $0 % 50) + " " }.joined()),
    ("links.md", (0..<400).map { "[[n\($0)]]\n" }.joined()), ("controls.md", repeated("\0", 40_000)),
  ]

  private static let bytes: [(String, [UInt8])] = [
    ("invalid.md", [0x23, 0x20, 0xFF, 0xFE, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0x0A, 0xF8, 0x88, 0x9B, 0x35]),
    ("wide.md", [0xFF, 0xFE, 0x23, 0, 0x20, 0, 0x78, 0, 0x0A, 0]),
  ]

  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  private static let names: [String] = [
    "new\nline.md", "tab\t.md", "iso\u{2066}\r.md", "esc\u{1B}[31m\u{1B}]52;c;x\u{7}.md", "bidi\u{202E}gnp.md",
    "c1\u{9B}31m.md", "-rf.md",
    "--force", "--force.md", ":(glob)x.md", "@{u}.md", "HEAD", "HEAD.md", repeated("x", 252) + ".md",
    repeated("가", 84) + ".md", "$(tripwire).md", "`tripwire`.md", "; tripwire;.md", "\"q\".md", "'q'.md",
    "*.md", "con.md", "a:b.md", "back\\slash.md", " lead.md", "trail .md", "%41.md", "{a}.md", "1.md", "%1.md",
    "\u{1112}\u{1161}\u{11AB}.md", "한.md", "Note.md", "note.md", "line\u{2028}sep.md",
    "esc\u{1B}[31mdir/in\u{1B}[1m.md",
    "new\ndir/x.md",
  ]

  /// Names that are no text.
  private static let byteNames: [[UInt8]] = [
    [0x72, 0x9B, 0x33, 0x31, 0x6D, 0x2E, 0x6D, 0x64], [0x69, 0xFF, 0xFE, 0x2E, 0x6D, 0x64],
  ]

  // MARK: State that came along

  private static let stateFiles: [(String, String)] = [
    (
      ".memo/config.json",
      #"{"editor":"tripwire","pager":"tripwire","daily":{"folder":"../outside"},"ignore":["[","{"],"x":1}"#
    ),
    (
      ".memo/templates/today.md",
      "# {{title}} $(tripwire) {{!tripwire}} {{date:" + String(repeating: "y", count: 250) + "}}\n"
    ),
    (".memo/trash/id\u{1B}]0;x\u{7}\u{9B}1m\u{202E}.md", "# c\n"),
    (
      ".memo/trash/id\u{1B}]0;x\u{7}\u{9B}1m\u{202E}.json",
      #"{"path":"c\u009b\u202e.md","title":"\u001b]0;x\u0007\u2066c","deletedAt":1}"#
    ),
    (".memo/templates/t\u{1B}[31m\u{9B}1m\u{202E}.md", "# {{title}}\n"),
    (".memo/trash/a.md", "#!/bin/sh\ntripwire\n"),
    (".memo/trash/a.json", #"{"path":"../outside/evil.md","title":"a\u001b[31m","deletedAt":-9223372036854775808}"#),
    (".memo/trash/b.md", "# b\n"),
    (".memo/trash/b.json", #"{"path":"b\u001b[31m.md","title":"\u001b[31mb","deletedAt":-9223372036854775808}"#),
    (
      ".memo/history/1-0-done/operation.json",
      #"{"format":1,"operation":"\u001b[31mx","at":9223372036854775807,"changes":[],"folders":[]}"#
    ),
    ("g1/.git", "gitdir: /etc\n"), ("g1/m.md", "# g1\n"), ("g2/.git/config", "[core]\n\tfsmonitor = tripwire\n"),
    ("g2/m.md", "# g2\n"),
    ("g2/.git/hooks/post-index-change", "#!/bin/sh\ntripwire\n"),
  ]

  // MARK: What is no file

  private static func addEntries(to sandbox: Sandbox) throws {
    for (name, target) in [
      ("loop.md", "loop.md"), ("passwd.md", "/etc/passwd"), ("up", ".."), ("gone.md", "nowhere"),
      (".#lock.md", "user@host.1:2"),
      ("out.md", "../outside/secret.md"), ("outside", "../outside"), ("first", "second"), ("second", "first"),
      ("g3", "g2"),
    ] { try sandbox.folder.link(sandbox.inVault(VaultPath(name)), to: target) }
    try sandbox.folder.makePipe(VaultPath("vault/pipe.md"))
    try sandbox.folder.makeSocket(VaultPath("vault/socket.md"))
    try sandbox.folder.makeFolders(VaultPath("vault/folder.md"))
    try sandbox.write("# inside\n", to: "folder.md/inside.md")
    try sandbox.folder.truncate(VaultPath("vault/sparse.md"), to: 2 << 20)
    try sandbox.write("# deep\n", to: String(repeating: "d/", count: 300) + "deep.md")
    // Further down than the longest path that the system takes at once.
    let names = ["vault"] + Array(repeating: String(repeating: "p", count: 250), count: 20)
    try sandbox.folder.write(Array("# too far\n".utf8), asDeepAs: names, named: "far.md")
  }

  private static func addTimes(to sandbox: Sandbox) throws {
    for (name, time) in [
      ("1677", Int64.min), ("1901", -2_177_452_800_000_000_000), ("1970", 0), ("2106", 4_291_747_200_000_000_000),
      ("2262", .max),
    ] {
      try sandbox.write(
        Array("# time \(name)\n".utf8), to: VaultPath("time\(name).md"), modified: max(time, .min + 1_000_000_000))
    }
    _ = try sandbox.shell("touch -d '9999-01-01' time9999.md")
  }
}
