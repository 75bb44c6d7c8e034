import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if os(Linux)
  /// A memo that is larger than the memory there is: what can go on with pieces of it does, and what would have to hold
  /// all of it says so.
  @Suite(.waitsForPrograms) struct LargeMemoTests {
    private let sandbox: Sandbox

    private static let size = 160 << 20
    /// KB, with room for two threads.
    private static let memory = 120_000

    init() throws {
      sandbox = try Sandbox()
      try sandbox.write("# Large\n\n[[Small]]\n", to: "large.md", day: 2)
      try sandbox.folder.truncate(VaultPath("vault/large.md"), to: Self.size)
      try sandbox.write("# Small\n\nfirst\n", to: "small.md", day: 1)
    }

    private func memo(_ words: String) throws -> MemoRun {
      try sandbox.shell("ulimit -d \(Self.memory); exec memo \(words)")
    }

    @Test func whatGoesPieceByPieceNeedsNoMemory() throws {
      #expect(try memo("list --paths").lines == ["large.md", "small.md"])
      #expect(try memo("show large.md > /dev/null").end == .exited(0))
      #expect(try memo("search first").lines == ["small.md:3:1:first"])
      #expect(try memo("links large.md").lines == ["small.md\t3:1\tSmall"])
      #expect(try memo("append large.md last").end == .exited(0))
      #expect(try sandbox.shell("tail -c 6 large.md").output == Array("\0\nlast".utf8))
      #expect(try memo("undo").errors.contains("undid 'append'"))
      #expect(try memo("export ../copy").end == .exited(0))
      #expect(try sandbox.shell("cmp large.md ../copy/large.md").end == .exited(0))
      #expect(try sandbox.shell("stat -c %.9Y large.md ../copy/large.md | uniq").lines.count == 1)
      #expect(try memo("export ../copy").end == .exited(0))
      let deletion = "diff --git a/large.md b/large.md\ndeleted file mode 100644\n"
      #expect(try memo("delete --dry-run large.md").text == deletion, "without its text")
      #expect(try memo("delete -y large.md").end == .exited(0))
      #expect(try memo("undo").errors.contains("undid 'delete'"))
      #expect(try memo("check").lines.contains { $0.hasPrefix("large.md") && $0.contains("too-large") })
    }

    @Test func whatManyWordsFindIsKeptOnce() throws {
      _ = try sandbox.shell("rm large.md")
      try sandbox.write("# Words\n\n\(String(repeating: "q q q q q q q q\n", count: 2_000))", to: "words.md", day: 3)
      let query = (0..<500).map { $0 % 2 == 0 ? "q" : "Q" }.joined(separator: " OR ")
      let run = try memo("search '\(query)'")
      #expect(run.end == .exited(0), "\(run.end) \(run.errors)")
      #expect(run.lines.count == 2_000 && run.lines.last == "words.md:2002:1:q q q q q q q q")
    }

    /// Each character of a line took as much memory as a hundred.
    @Test func mentionsOnALongLineNeedLittleMore() throws {
      try sandbox.write("# Plan\n", to: "plan.md", day: 3)
      try sandbox.write("# Line\n\n\(String(repeating: "word ", count: 1 << 20))plan\n", to: "line.md", day: 4)
      let run = try memo("mentions plan.md")
      #expect(run.end == .exited(0), "\(run.end) \(run.errors)")
      #expect(run.lines.count == 1 && run.lines[0].hasPrefix("line.md:3:5242881:"), "\(run.lines)")
    }

    @Test func aSyncSaysThatItStaysHere() throws {
      _ = try sandbox.shell("git init -q --bare ../hub.git")
      let run = try memo("sync --remote ../hub.git")
      #expect(run.end == .exited(0) && run.errors.contains("not synced: 'large.md'"), "\(run.errors)")
      #expect(try sandbox.shell("git ls-tree --name-only HEAD").lines.contains("small.md"))
      #expect(try sandbox.shell("git ls-tree --name-only HEAD").lines.contains("large.md") == false)
    }

    @Test(arguments: ["rename other.md New", "move other.md new/", "tags rename t u", "delete -y sub/other.md"])
    func aChangeSaysWhereLinksAndTagsAreLeft(command: String) throws {
      for path in ["other.md", "sub/other.md"] { try sandbox.write("# Other\n#t\n", to: path, day: 1) }
      let run = try memo(command)
      #expect(run.end == .exited(0), "\(run.end) \(run.errors)")
      let warning = "links and tags after the first 1 MB of 'large.md' are not updated: it is larger than 64 MB"
      #expect(run.errors.contains(warning), "\(run.errors)")
    }

    @Test(arguments: [
      "prepend large.md x", "rename large.md Other", "move large.md sub", "show --json large.md",
      "rename small.md Other", "share --stdout large.md",
    ])
    func whatTakesAllOfItSaysThatItIsTooLarge(command: String) throws {
      let run = try memo(command)
      #expect(run.end == .exited(7), "\(run.end) \(run.errors)")
      #expect(run.errors.contains("cannot read 'large.md' into memory: it is larger than 64 MB"), "\(run.errors)")
      #expect(try sandbox.shell("stat -c %s large.md").lines == ["\(Self.size)"])
      #expect(try sandbox.text(of: "small.md") == "# Small\n\nfirst\n")
    }
  }
#endif
