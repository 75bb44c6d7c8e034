import MemoCore
import MemoTestSupport
import Testing

/// Memos whose files no one may write to, by the permission bits: root could replace them, and so could all who may write to
/// the folder.
@Suite(.waitsForPrograms) struct ReadOnlyMemoTests {
  private static let text = "# S\n\n- [ ] task [[other]]\n\n## Part\n\ntext\n"

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(Self.text, to: "s.md")
    try sandbox.write("# Other\n\n[[s]]\n", to: "other.md")
    try sandbox.folder.setMode(0o444, of: VaultPath("vault/s.md"))
    return sandbox
  }

  @Test(arguments: [
    "append s.md X", "append 's.md#Part' X", "prepend s.md X", "write s.md < other.md", "set s.md k=v",
    "tags add todo s.md", "rename s.md New", "rename --title-only s.md New", "rename 's.md#Part' New",
    "tasks done s.md:3", "extract 's.md#Part'", "merge s.md other.md",
  ])
  func aCommandThatChangesItsTextRefuses(command: String) throws {
    let sandbox = try sandbox()
    try sandbox.check(
      """
      $ memo \(command)
      memo: 's.md' is read-only
      hint: to change it: chmod u+w /sandbox/vault/s.md
      [7]
      """)
    #expect(try sandbox.text(of: "s.md") == Self.text)
    #expect(try sandbox.text(of: "other.md") == "# Other\n\n[[s]]\n")
    try sandbox.folder.setMode(0o644, of: VaultPath("vault/s.md"))
    #expect(try sandbox.shell("memo \(command)").end == .exited(0), "the bits let it")
  }

  @Test func anEarlierVersionIsNotRestored() throws {
    let sandbox = try Sandbox.withPast()
    try sandbox.folder.setMode(0o444, of: VaultPath("vault/plan.md"))
    let text = try sandbox.text(of: "plan.md")
    let run = try sandbox.memo("restore", "plan.md", "--at", "HEAD~2")
    #expect(run.end == .exited(7) && run.errors.hasPrefix("memo: 'plan.md' is read-only\n"), "\(run.errors)")
    #expect(try sandbox.text(of: "plan.md") == text)
  }

  @Test func linksInItFollowAndItMovesAndGoes() throws {
    let sandbox = try sandbox()
    #expect(try sandbox.memo("rename", "other.md", "New").end == .exited(0))
    #expect(try sandbox.text(of: "s.md")?.contains("[[New]]") == true)
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "s.md") == Self.text)
    #expect(try sandbox.memo("move", "s.md", "sub").end == .exited(0))
    #expect(try sandbox.memo("delete", "--yes", "sub/s.md").end == .exited(0))
  }

  @Test func theReasonIsTranslated() throws {
    try sandbox().check(
      """
      $ memo append s.md X --lang ko
      memo: 's.md'는 읽기 전용입니다
      힌트: 변경하려면: chmod u+w /sandbox/vault/s.md
      [7]
      """)
  }
}
