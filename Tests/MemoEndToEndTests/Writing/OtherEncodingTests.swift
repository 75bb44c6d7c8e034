import MemoCore
import MemoTestSupport
import Testing

/// Memos that another program wrote in another encoding, until they are converted.
@Suite(.waitsForPrograms) struct OtherEncodingTests {
  /// `# 한글` and `본문` in CP949.
  private static let korean: [UInt8] = [
    0x23, 0x20, 0xC7, 0xD1, 0xB1, 0xDB, 0x0A, 0xBA, 0xBB, 0xB9, 0xAE, 0x0A,
  ]

  @Test(arguments: [
    "append k.md 추가", "prepend k.md 추가", "append k.md café", "set k.md author=이름", "tags add 할일 k.md",
    "rename k.md 이름", "merge k.md u.md", "merge u.md k.md",
  ])
  func theyGetNoUTF8(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.korean, to: VaultPath("k.md"))
    try sandbox.write("# 유니코드\n", to: "u.md")
    try sandbox.check(
      """
      $ memo \(command)
      memo: 'k.md' is not UTF-8 but probably CP949 (Korean): text added to it could not be read there
      hint: to convert it to UTF-8: memo check --fix
      [7]
      """)
    #expect(try sandbox.bytes(of: "k.md") == Self.korean)
  }

  /// A text so short that its encoding is not clear.
  @Test(arguments: ["append s.md 한글", "prepend s.md 한글", "set s.md k=값", "append 's.md#2026-11-27' 글"])
  func shortOnesGetNoUTF8(command: String) throws {
    let sandbox = try Sandbox()
    let body: [UInt8] = [0xB9, 0xD8, 0xC1, 0xD9, 0x0A]
    let short = Array("# 2026-11-27\n\n".utf8) + body
    try sandbox.write(short, to: VaultPath("s.md"))
    try sandbox.check(
      """
      $ memo \(command)
      memo: 's.md' is not UTF-8, and its encoding is not clear: text added to it could not be read there
      hint: if you know its encoding, convert it to UTF-8, such as from CP949: iconv -f CP949 -t UTF-8
      [7]
      """)
    #expect(try sandbox.bytes(of: "s.md") == short)
    #expect(try sandbox.memo("append", "s.md", "plain").end == .exited(0))
    #expect(try sandbox.bytes(of: "s.md") == short + Array("plain\n".utf8))
  }

  /// What is piped in, in another encoding, for memos in UTF-8.
  @Test(arguments: ["append u.md", "append u.md -", "prepend u.md", "append 'u.md#Part' -", "new U"])
  func noMemoGetsThem(command: String) throws {
    let sandbox = try Sandbox()
    let old = "# 유니코드\n\n## Part\n\n글\n"
    try sandbox.write(old, to: "u.md")
    try sandbox.write(Self.korean, to: VaultPath("in.txt"))
    try sandbox.check(
      """
      $ memo \(command) < in.txt
      memo: cannot add the text: it is not UTF-8 but probably CP949 (Korean)
      hint: to convert it: iconv -f CP949 -t UTF-8
      [7]
      """)
    try sandbox.write([0x61, 0, 0x62, 0x0A], to: VaultPath("in.txt"))
    let run = try sandbox.shell("memo \(command) < in.txt")
    #expect(run.errors == "memo: cannot add the text: it has NUL bytes or is not text\n")
    #expect(try sandbox.text(of: "u.md") == old)
  }

  /// `write` replaces a memo by the bytes that it gets.
  @Test func oneIsWrittenWholeInAnyEncoding() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# 유니코드\n", to: "u.md")
    try sandbox.write(Self.korean, to: VaultPath("in.txt"))
    #expect(try sandbox.shell("memo write u.md < in.txt").errors == "")
    #expect(try sandbox.bytes(of: "u.md") == Self.korean)
    let other = "printf '# Menu\\n\\271\\330\\301\\331\\n' | memo write u.md"
    #expect(try sandbox.shell(other).errors == "", "also in one that is not clear")
  }

  @Test func theyGetASCIIAndAfterTheirConversionAnything() throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.korean, to: VaultPath("k.md"))
    try sandbox.check(
      """
      $ memo append k.md plain
      $ memo check --fix --yes
      k.md: CP949 (Korean) -> UTF-8: # 한글
      converted 1 memo to UTF-8; 'memo undo' takes it back
      $ memo append k.md 추가
      $ memo show k
      # 한글
      본문
      plain
      추가
      """)
  }

  /// The only letter beyond ASCII is cut by the end of what the encoding is guessed from.
  @Test(arguments: 1...2)
  func aLongMemoInUTF8GetsAnything(cut: Int) throws {
    let sandbox = try Sandbox()
    let start = "# Long\n" + String(String(repeating: "word ", count: 1 << 14).prefix((1 << 16) - 7 - cut))
    try sandbox.write("\(start)한 more\n", to: "long.md")
    let run = try sandbox.memo("append", "long.md", "추가")
    #expect(run.errors == "", "\(run.errors)")
    #expect(try sandbox.bytes(of: "long.md") == Array("\(start)한 more\n추가\n".utf8))
  }

  /// As editors of Windows write it in front of each text: inside a memo, it would make a heading a plain line.
  @Test func aByteOrderMarkIsAddedOnlyWhereAMemoStarts() throws {
    let sandbox = try Sandbox()
    try sandbox.write("\u{FEFF}# A\n\ntext\n", to: "a.md")
    let (mark, line) = (#"printf '\357\273\277"#, #"\n'"#)
    for command in [
      "\(mark)- last\(line) | memo append a.md", "\(mark)first\(line) | memo prepend a.md",
      "\(mark)- item\(line) | memo new B", "\(mark)x\(line) | memo new --body - --tag t C",
      "\(mark)# D\(line) | memo new",
    ] {
      let run = try sandbox.shell(command)
      #expect(run.end == .exited(0), "\(command): \(run.errors)")
    }
    #expect(try sandbox.bytes(of: "a.md") == Array("\u{FEFF}# A\n\nfirst\ntext\n- last\n".utf8))
    #expect(try sandbox.bytes(of: "B.md") == Array("# B\n\n- item\n".utf8))
    #expect(try sandbox.bytes(of: "C.md") == Array("# C\n\n#t\n\nx\n".utf8))
    #expect(try sandbox.bytes(of: "D.md") == Array("\u{FEFF}# D\n".utf8), "a whole memo is kept to the byte")
  }

  /// One byte for each character would be half of one.
  @Test func wideOnesGetNothing() throws {
    let sandbox = try Sandbox()
    let wide: [UInt8] = [0xFF, 0xFE] + "# Title\n".utf8.flatMap { [$0, 0] }
    try sandbox.write(wide, to: VaultPath("w.md"))
    try sandbox.write("# Plain\n", to: "p.md")
    for command in ["append w.md plain", "rename w.md New", "merge p.md w.md", "merge w.md p.md"] {
      let run = try sandbox.shell("memo \(command)")
      #expect(run.errors.contains("'w.md' is not UTF-8 but probably UTF-16LE"), "\(command): \(run.errors)")
      #expect(try sandbox.bytes(of: "w.md") == wide && sandbox.text(of: "p.md") == "# Plain\n")
    }
  }
}
