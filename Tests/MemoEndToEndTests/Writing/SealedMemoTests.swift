import MemoCore
import MemoTestSupport
import Testing

/// Memos that git-lfs or git-crypt keeps, where the vault has a pointer or ciphertext in their places.
@Suite(.waitsForPrograms) struct SealedMemoTests {
  private static let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 17\n"
  private static let encrypted: [UInt8] = [0] + Array("GITCRYPT".utf8) + [0, 1, 2, 0xFF, 0xFE]

  private static let commands = [
    "append s.md X", "prepend s.md X", "write s.md < size.md", "set s.md k=v", "tags add todo s.md", "rename s.md New",
    "merge s.md size.md", "merge size.md s.md", "edit s.md",
  ]

  private func sandbox(_ sealed: [UInt8]) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.makeProgram("writes", "printf 'more\\n' >> \"$1\"")
    sandbox.variables["MEMO_EDITOR"] = "writes"
    try sandbox.write(sealed, to: VaultPath("s.md"))
    try sandbox.write("# Size\n\ntext\n", to: "size.md")
    return sandbox
  }

  @Test(arguments: commands + ["mentions size.md --link --yes"]) func aPointerStaysAsItIs(command: String) throws {
    let sandbox = try sandbox(Array(Self.pointer.utf8))
    try sandbox.check(
      """
      $ memo \(command)
      memo: cannot change 's.md': it holds a git-lfs pointer, not its text
      hint: to download its text: git lfs pull
      [7]
      """)
    #expect(try sandbox.text(of: "s.md") == Self.pointer)
    #expect(try sandbox.text(of: "size.md") == "# Size\n\ntext\n")
  }

  @Test(arguments: commands) func whatIsEncryptedStaysAsItIs(command: String) throws {
    let sandbox = try sandbox(Self.encrypted)
    try sandbox.check(
      """
      $ memo \(command)
      memo: cannot change 's.md': it is encrypted by git-crypt
      hint: to decrypt it: git-crypt unlock
      [7]
      """)
    #expect(try sandbox.bytes(of: "s.md") == Self.encrypted)
  }

  @Test func theReasonIsTranslated() throws {
    let sandbox = try sandbox(Array(Self.pointer.utf8))
    try sandbox.write(Self.encrypted, to: VaultPath("t.md"))
    try sandbox.check(
      """
      $ memo append s.md X --lang ko
      memo: 's.md'를 고칠 수 없습니다. 글이 아니라 git-lfs 포인터가 들어 있습니다
      힌트: 글을 내려받으려면: git lfs pull
      [7]
      $ memo append t.md X --lang ko
      memo: 't.md'를 고칠 수 없습니다. git-crypt로 암호화되어 있습니다
      힌트: 복호화하려면: git-crypt unlock
      [7]
      $ memo show s.md
      version https://git-lfs.github.com/spec/v1
      oid sha256:1f
      size 17
      """)
  }
}
