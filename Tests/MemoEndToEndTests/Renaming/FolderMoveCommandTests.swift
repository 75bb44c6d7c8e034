import Foundation
import MemoTestSupport
import Testing

@Suite(.waitsForPrograms) struct FolderMoveCommandTests {
  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# Plan\n\n![p](assets/p.png) [o](../o.md)\n", to: "work/plan.md", day: 1)
    try sandbox.write("# O\n\n[[work/plan]] ![p](work/assets/p.png)\n", to: "o.md", day: 2)
    try sandbox.write("p", to: "work/assets/p.png", day: 3)
    return sandbox
  }

  @Test func settingsWithTheFormerPathAreNamed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# T\n", to: "Templates/Daily.md")
    try sandbox.write("# D\n", to: "Days/a.md")
    try sandbox.check(
      """
      $ memo config templates Templates
      $ memo config daily.template Templates/Daily
      $ memo config daily.folder Days
      $ memo move Templates Meta
      hint: a setting still has the former path; to change it: memo config daily.template Meta/Daily; memo config templates Meta
      Meta
      $ memo config templates Meta && memo config daily.template Daily
      $ memo move Meta/Daily.md Meta/Day.md
      hint: a setting still has the former path; to change it: memo config daily.template Day
      Meta/Day.md
      $ memo move Days Journal
      hint: a setting still has the former path; to change it: memo config daily.folder Journal
      Journal
      $ memo move Journal/a.md Journal/b.md
      Journal/b.md
      """)
  }

  @Test func aFolderMovesWithItsPicturesAndLinks() throws {
    try Self.sandbox().check(
      """
      $ mkdir archive && memo move work archive --dry-run
      diff --git a/o.md b/o.md
      --- a/o.md
      +++ b/o.md
      @@ -3 +3 @@
      -[[work/plan]] ![p](work/assets/p.png)
      +[[work/plan]] ![p](archive/work/assets/p.png)
      diff --git a/work/assets/p.png b/archive/work/assets/p.png
      rename from work/assets/p.png
      rename to archive/work/assets/p.png
      diff --git a/work/plan.md b/archive/work/plan.md
      rename from work/plan.md
      rename to archive/work/plan.md
      --- a/work/plan.md
      +++ b/archive/work/plan.md
      @@ -3 +3 @@
      -![p](assets/p.png) [o](../o.md)
      +![p](assets/p.png) [o](../../o.md)
      $ memo move work archive --dry-run --json
      {"path":"archive/work","changed":["archive/work/assets/p.png","archive/work/plan.md","o.md","work/assets/p.png","work/plan.md"]}
      $ memo move work archive && memo check && ls
      updated links in 1 other memo
      archive/work
      no problems found
      archive
      o.md
      $ memo undo && memo redo && memo undo -q && ls
      undid 'move': 'archive/work' → 'work', 'o.md'
      redid 'move': 'work' → 'archive/work', 'o.md'
      archive
      o.md
      work
      $ memo move work job --json && memo undo --json | grep -c work/plan.md
      {"path":"job","changed":["job/assets/p.png","job/plan.md","o.md","work/assets/p.png","work/plan.md"]}
      1
      $ memo list --format '{path} {modified}' --sort path+
      o.md 2026-05-02T12:00:00.000000000Z
      work/plan.md 2026-05-01T12:00:00.000000000Z
      """)
  }

  @Test func linksToFoldersFollowThem() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("# Top\n\n[a](work/) [b](/work/assets/) [c](work) [d](docs/)\n", to: "top.md", day: 4)
    try sandbox.write("# In\n\n[a](assets/) [b](../docs/) [c](./)\n", to: "work/in.md", day: 4)
    try sandbox.write("# Docs\n", to: "docs/index.md", day: 4)
    try sandbox.check(
      """
      $ memo move work archive/job && cat top.md archive/job/in.md
      updated links in 2 other memos
      archive/job
      # Top

      [a](archive/job/) [b](/archive/job/assets/) [c](archive/job) [d](docs/)
      # In

      [a](assets/) [b](../../docs/) [c](./)
      $ memo move archive/job/in.md docs -q && cat docs/in.md
      docs/in.md
      # In

      [a](../archive/job/assets/) [b](./) [c](../archive/job/)
      $ memo move docs archive -q && memo move top.md archive/docs -q && cat archive/docs/in.md archive/docs/top.md
      archive/docs
      archive/docs/top.md
      # In

      [a](../job/assets/) [b](./) [c](../job/)
      # Top

      [a](../job/) [b](/archive/job/assets/) [c](../job) [d](./)
      """)
  }

  /// A Mac takes letters apart in the names of files, not in what is typed.
  @Test func linksWithLettersInOnePieceKeepFilesWithLettersApart() throws {
    let sandbox = try Sandbox()
    let (pictures, notes) = ("첨부".decomposedStringWithCanonicalMapping, "글".decomposedStringWithCanonicalMapping)
    try sandbox.write("p", to: "\(pictures)/\("사진".decomposedStringWithCanonicalMapping).png", day: 1)
    let links = "![a](../첨부/사진.png) [b](<../첨부/사진.png>) [c](../%EC%B2%A8%EB%B6%80/사진.png) [d](../첨부/)"
    try sandbox.write("# 노트\n\n\(links)\n", to: "\(notes)/노트.md", day: 1)
    try sandbox.check(
      """
      $ memo check && memo move 글 보관/글 -q && memo check && memo undo -q && memo check
      no problems found
      보관/글
      no problems found
      no problems found
      """)
    let moved = try sandbox.shell("memo move 글 a/b -q && cat a/b/*.md").text.precomposedStringWithCanonicalMapping
    #expect(moved.contains("[d](../../첨부/)"), "\(moved)")
  }

  @Test func linksToHiddenFilesFollowAndOthersKeepTheirBytes() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# h\n", to: ".assets/h.md", day: 1)
    try sandbox.write("# h\n", to: "work/.h/h.md", day: 1)
    try sandbox.write("x", to: "work/.h/x.txt", day: 1)
    try sandbox.write("# W\n\n[m](../.assets/h.md) [n](.h/h.md)\n", to: "work/w.md", day: 1)
    let folder = "카페".decomposedStringWithCanonicalMapping
    try sandbox.write("p", to: "\(folder)/p.png", day: 1)
    let links = "[m](work/.h/h.md) [p](work/.h/x.txt) [k](카페/) ![q](카페/p.png) [l](카페/.)"
    try sandbox.write("# V\n\n\(links)\n", to: "v.md", day: 1)
    try sandbox.check(
      """
      $ memo move work a/work -q && cat a/work/w.md v.md && memo check
      a/work
      # W

      [m](../../.assets/h.md) [n](.h/h.md)
      # V

      [m](a/work/.h/h.md) [p](a/work/.h/x.txt) [k](카페/) ![q](카페/p.png) [l](카페/.)
      no problems found
      """)
  }

  @Test func aFolderIsNamedByItsPath() throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("# Other\n", to: "job.md", day: 1)
    try sandbox.write("# work\n", to: "titled.md", day: 1)
    try sandbox.check(
      """
      $ memo move work job -q && memo move job home -q && ls
      job
      home/job.md
      home
      job
      o.md
      titled.md
      $ memo move job/ home -q && ls home
      home/job
      job
      job.md
      """)
  }
}
