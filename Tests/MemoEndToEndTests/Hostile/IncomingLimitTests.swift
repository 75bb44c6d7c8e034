import MemoCore
import MemoTestSupport
import Testing

/// What a remote can make of a few bytes: however much it would list, memo takes so much of it and says what is wrong.
@Suite(.waitsForPrograms) struct IncomingLimitTests {
  private let sandbox: Sandbox

  /// KB of memory that memo and git may have each, far less than what comes in would need.
  private static let memory = 300_000

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("# Mine\n", to: "mine.md")
    _ = try sandbox.shell("git init -q --bare -b main ../hub.git && memo sync -q --remote ../hub.git")
  }

  @Test func aFileOf400MegabytesStaysWhereItIsAndNothingElseWaitsForIt() throws {
    let made = try sandbox.shell(
      """
      set -e; git config core.bigFileThreshold 1m; git config core.compression 1
      big=$(head -c 400000000 /dev/zero | git hash-object -w --stdin); small=$(echo '# New' | git hash-object -w --stdin)
      tree=$( (git ls-tree main; printf '100644 blob %s\tbig.bin\n' $big; printf '100644 blob %s\tnew.md\n' $small) |
        git mktree)
      git -c user.name=A -c user.email=a commit-tree -m x -p refs/heads/main $tree | \
        xargs -I ID git update-ref refs/heads/main ID
      """, in: "hub.git")
    #expect(made.end == .exited(0), "\(made.errors)")
    try sandbox.write("# Here\n", to: "here.md")
    for _ in 0..<2 {
      let run = try sandbox.shell("ulimit -d \(Self.memory); exec memo sync")
      #expect(run.end == .exited(0) && run.errors.contains("big.bin"), "\(run.errors)")
    }
    #expect(try sandbox.memo("list", "--paths").lines.sorted() == ["here.md", "mine.md", "new.md"])
    #expect(try sandbox.bytes(of: "big.bin") == nil)
    let names = try sandbox.shell("git ls-tree --name-only main", in: "hub.git").lines
    #expect(names == [".memo", "big.bin", "here.md", "mine.md", "new.md"], "and nobody takes it for deleted")
  }

  @Test func aTreeOfTenBillionFilesEndsTheSyncAndNothingElse() throws {
    let made = try sandbox.shell(
      """
      set -e; blob=$(echo '# x' | git hash-object -w --stdin)
      tree=$(for n in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\\t%s.md\\n' $blob $n; done | git mktree)
      for level in 1 2 3 4 5 6 7 8 9; do
        tree=$(for n in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\t%s\\n' $tree $n; done | git mktree)
      done
      git -c user.name=A -c user.email=a commit-tree -m x -p refs/heads/main $tree | \
        xargs -I ID git update-ref refs/heads/main ID
      """, in: "hub.git")
    #expect(made.end == .exited(0), "\(made.errors)")
    let run = try sandbox.shell("ulimit -d \(Self.memory); exec memo sync")
    #expect(run.end == .exited(7), "\(run.errors)")
    #expect(run.errors.contains("more files or data than memo can handle"), "\(run.errors)")
    #expect(try sandbox.memo("list", "--paths").lines == ["mine.md"])
    #expect(try sandbox.shell("git status --short && git fsck --strict").end == .exited(0))
  }
}
