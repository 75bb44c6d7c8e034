import MemoCore
import MemoTestSupport
import Testing

/// Something under the name of a file that comes in is that file's trouble alone.
@Suite(.waitsForPrograms) struct SyncObstacleTests {
  let devices: Devices

  init() throws {
    devices = try Devices.inStep()
  }

  static let obstacles: [(name: String, making: String)] = [
    ("n.md", "ln -s /etc/passwd n.md"), ("n.md", "ln -s nowhere n.md"), ("n.md", "mkfifo n.md"),
    ("n.md", "mkdir n.md && mkfifo n.md/pipe"),
    ("n.md", "mkdir -p .git/info; echo n.md/ > .git/info/exclude; mkdir n.md; touch n.md/.DS_Store"),
    ("f/n.md", "ln -s /tmp f"), ("f/n.md", "mkfifo f"),
    ("f/n.md", "mkdir -p .git/info; echo f > .git/info/exclude; touch f"),
  ]

  @Test(arguments: obstacles)
  func whatIsInTheWayKeepsNothingElseWaiting(name: String, making: String) throws {
    try #require(try devices.sandbox.shell(making, in: "d1").end == .exited(0))
    try devices.write("# N\n", to: name, on: 0)
    try devices.write("# A\none\ntwo\nthree\nfour\n", to: "a.md", on: 0)
    try devices.write("# B\n", to: "b.md", on: 1)
    try devices.mustSync(0)
    for _ in 0..<2 {
      let run = try devices.sync(1)
      #expect(run.end == .exited(0), "\(run.errors)")
      #expect(run.errors.contains("cannot receive '\(name)'"), "\(run.errors)")
      #expect(!run.errors.contains("not synced: '\(name)'"), "\(run.errors)")
    }
    #expect(try devices.text("a.md", on: 1) == "# A\none\ntwo\nthree\nfour\n")
    try devices.mustSync(0)
    #expect(try devices.text("b.md", on: 0) == "# B\n" && devices.text(name, on: 0) == "# N\n", "nothing is deleted")
    try #require(
      try devices.sandbox.shell("rm -r \(name.utf8.first == UInt8(ascii: "f") ? "f" : name)", in: "d1").end
        == .exited(0))
    try devices.mustSync(1)
    #expect(try devices.text(name, on: 1) == "# N\n")
    try devices.expectInStep()
  }

  /// A file of attributes or patterns, a file that git does not store because of it, and a text in which it would.
  static let unstored: [(rules: String, holding: String, name: String, text: String, storable: String?)] = [
    (".gitattributes", "*.id ident\n", "d/x.id", "$Id$\n", "two\n"),
    (".gitattributes", "*.id ident\n", "x.id", "$Id: 1 $\n", "two\n"),
    (".gitignore", "n.md\n", "n.md", "# N\none\n", nil),
    (".gitignore", "d/\n", "d/x.bin", "\0one", nil),
    (".git/info/exclude", "n.md\n", "n.md", "# N\none\n", nil),
  ]

  @Test(arguments: unstored)
  func aFileThatGitDoesNotStoreKeepsNothingElseWaiting(
    rules: String, holding: String, name: String, text: String, storable: String?
  ) throws {
    try devices.write(text, to: name, on: 0)
    try devices.write(holding, to: rules, on: 0)
    // Before the other device has the rules.
    try devices.write("# Other\n", to: name, on: 1)
    try devices.mustSync(1)
    for round in 0..<3 {
      try devices.write("# A\nedit \(round)\n", to: "a.md", on: 0)
      let run = try devices.sync(0)
      #expect(run.end == .exited(0), "\(run.errors)")
      #expect(run.errors.contains("cannot receive '\(name)'"), "\(run.errors)")
      #expect(try devices.text(name, on: 0) == text, "nothing is overwritten")
      // Plain git takes it for no edit of what came.
      #expect(try devices.git("status", "--porcelain", in: "d0") == "")
      try devices.write("# A\nplain git \(round)\n", to: "a.md", on: 0)
      try devices.git("add", ".", in: "d0")
      try devices.git("commit", "-qam", "plain git", in: "d0")
    }
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("a.md", on: 1) == "# A\nplain git 2\n")
    #expect(try devices.text(name, on: 1)?.replacing("\r", with: "") == "# Other\n", "nothing is taken back")
    if let storable {
      // What the file becomes is an edit of what it was, which is nothing.
      try devices.write(storable, to: name, on: 0)
      for device in [0, 1] { try devices.mustSync(device) }
      let texts = try devices.files(1).filter { $0.key != VaultPath("a.md") }.values.map {
        String(decoding: $0, as: UTF8.self).replacing("\r", with: "")
      }
      let plain = storable.replacing("\r", with: "")
      #expect(
        texts.contains { $0.contains("# Other\n") } && texts.contains { $0.contains(plain.suffix(4)) }, "\(texts)")
    } else {
      try #require(try devices.sandbox.shell("mv '\(name)' kept.txt", in: "d0").end == .exited(0))
      for device in [0, 1] { try devices.mustSync(device) }
      #expect(try devices.text(name, on: 0) == "# Other\n" && devices.text("kept.txt", on: 1) == text)
    }
    try devices.expectInStep()
  }

  @Test func anEmptyFolderMakesRoom() throws {
    try devices.sandbox.folder.makeFolders(VaultPath("d1/n.md"))
    try devices.write("# N\n", to: "n.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    #expect(try devices.text("n.md", on: 1) == "# N\n")
  }

  @Test func whatIsWrittenInThePlaceOfALinkIsMerged() throws {
    try devices.sandbox.folder.link(VaultPath("d1/n.md"), to: "nowhere")
    try devices.write("# N\nfrom 0\n", to: "n.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try devices.remove("n.md", on: 1)
    try devices.write("# N\nfrom 1\n", to: "n.md", on: 1)
    for device in [1, 0, 1] { try devices.mustSync(device) }
    let text = try #require(try devices.text("n.md", on: 0))
    #expect(text.contains("from 0\n") && text.contains("from 1\n"), "\(text)")
    try devices.expectInStep()
  }

  @Test func aFolderThatOthersMadeAFileIsNotAnErrorAfterAKill() throws {
    try devices.write("# X\n", to: "f/x.md", on: 0)
    for device in [0, 1] { try devices.mustSync(device) }
    try #require(try devices.sandbox.shell("rm -r f && printf '# F\\n' > f", in: "d0").end == .exited(0))
    try devices.mustSync(0)
    // As a kill between two files leaves it.
    let pending = try devices.git("rev-parse", "HEAD", in: "d0").split(separator: "\n")[0]
    try devices.git("fetch", "-q", "origin", in: "d1")
    try devices.git("update-ref", "refs/memo/pending", String(pending), in: "d1")
    try #require(try devices.sandbox.shell("rm -r f && printf '# F\\n' > f", in: "d1").end == .exited(0))
    try devices.write("# B\n", to: "b.md", on: 0)
    try devices.mustSync(0)
    try devices.mustSync(1)
    try devices.expectInStep()
  }

  @Test func anAttachmentThatCameBeforeAKillIsNoEditOfThisDevice() throws {
    func version(_ number: Int) throws { try devices.write("\0\(number)", to: "p.png", on: 0) }
    try version(1)
    for device in [0, 1] { try devices.mustSync(device) }
    try version(2)
    try devices.mustSync(0)
    try devices.git("fetch", "-q", "origin", in: "d1")
    try devices.git("update-ref", "refs/memo/pending", "refs/remotes/origin/main", in: "d1")
    try devices.write("\0\(2)", to: "p.png", on: 1)
    try version(3)
    try devices.mustSync(0)
    for device in [1, 0] { try devices.mustSync(device) }
    #expect(try devices.files(0).keys.map(\.text).sorted() == ["a.md", "p.png"], "no copy")
    #expect(try devices.text("p.png", on: 0) == "\0\(3)")
    try devices.expectInStep()
  }
}
