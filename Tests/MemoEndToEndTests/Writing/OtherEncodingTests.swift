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
