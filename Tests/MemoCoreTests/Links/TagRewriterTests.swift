import MemoCore
import MemoTestSupport
import Testing

@Suite struct TagRewriterTests {
  private static func rewritten(_ text: String, _ old: String, _ new: String) throws -> String {
    let rewriter = try #require(TagRewriter(from: old, to: new))
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { String(decoding: ByteEdit.apply(rewriter.edits(of: $0), to: $0), as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("#work #Work, #WORK/plan. #works #home/work", "#job #job, #job/plan. #works #home/work"),
      (
        "# work\n#work\r\n`#work` x#work http://a/#work [#work](b)",
        "# work\n#job\r\n`#work` x#work http://a/#work [#work](b)"
      ),
      (
        "---\ntags: [work, \"work/a\", 'Work' , #work, works]\n---\n#work",
        "---\ntags: [job, \"job/a\", 'job' , #job, works]\n---\n#job"
      ),
      (
        "---\nTags:\n- work # note\n# c\n\n  - \"work\"\n- home\n---\n",
        "---\nTags:\n- job # note\n# c\n\n  - \"job\"\n- home\n---\n"
      ),
      (
        "---\ntags: home, work ,x,#work/x\nkeywords: 'it''s, work'\n---\n",
        "---\ntags: home, job ,x,#job/x\nkeywords: 'it''s, job'\n---\n"
      ),
      ("---\ntags: \"a\\\"b, work\" # c\nother: work\n---\n", "---\ntags: \"a\\\"b, job\" # c\nother: work\n---\n"),
      ("---\ntags: work\n", "---\ntags: work\n"), ("---\ntags: {work: 1}\n---\n", "---\ntags: {work: 1}\n---\n"),
      ("---\ntags: [work, [work]]\n---\n", "---\ntags: [work, [work]]\n---\n"), ("\u{FEFF}#work", "\u{FEFF}#job"),
    ] as [(String, String)])
  func aTagIsRenamedWhereverItOccurs(text: String, result: String) throws {
    #expect(try Self.rewritten(text, "work", "job") == result)
    #expect(try Self.rewritten(text, "#WORK", "#job") == result)
  }

  @Test(
    arguments: [
      ("#project🚀 #project", "#project🚀 #job"), ("#project🚀/a #📥/x", "#project🚀/a #📥/x"),
      ("---\ntags: \"home  project #project/a, x\"\n---\n", "---\ntags: \"home  job #job/a, x\"\n---\n"),
      ("---\ntag: project\n---\n", "---\ntag: job\n---\n"),
      (
        "---\ntags: [\n  a, # project\n  project,\n  'project/b'\n]\n---\n",
        "---\ntags: [\n  a, # project\n  job,\n  'job/b'\n]\n---\n"
      ),
      ("---\ntags: >-\n  a\n  project\n---\n", "---\ntags: \"a job\"\n---\n"),
      ("---\nx:\n  tags: project\n---\n", "---\nx:\n  tags: project\n---\n"),
    ] as [(String, String)])
  func aTagIsRenamedWhole(text: String, result: String) throws {
    #expect(try Self.rewritten(text, "project", "job") == result)
  }

  @Test(
    arguments: [
      ("---\ntags: [work, job]\n---\n", "---\ntags: [job]\n---\n"),
      ("---\ntags: [a, #Job, 'work', \"WORK\", b]\n---\n", "---\ntags: [a, #Job, b]\n---\n"),
      (
        "---\ntags:\n  - work # mine\n  - work/x\n  - job\n---\n#work #job",
        "---\ntags:\n  - job/x\n  - job\n---\n#job #job"
      ),
      ("---\ntags: [work]\nkeywords: [job]\n---\n", "---\ntags: [job]\nkeywords: [job]\n---\n"),
      ("---\ntags: work job\n---\n", "---\ntags: job\n---\n"), ("---\ntags: job work\n---\n", "---\ntags: job\n---\n"),
      ("---\ntags: \"a, work, b, Job\"\n---\n", "---\ntags: \"a, b, Job\"\n---\n"),
      ("---\ntags: 'work, #WORK, #job'\n---\n", "---\ntags: '#job'\n---\n"),
      ("---\ntags: work, work/x, job/x\n---\n", "---\ntags: job, job/x\n---\n"),
    ] as [(String, String)])
  func aListThatHasTheNewNameHasItOnce(text: String, result: String) throws {
    #expect(try Self.rewritten(text, "work", "job") == result)
  }

  @Test func aTagMayBecomeAnEmoji() throws {
    #expect(try Self.rewritten("#📥/in #📥", "📥", "📤") == "#📤/in #📤")
    #expect(try Self.rewritten("#❤️ #❤️x", "❤️", "love") == "#love #❤️x")
  }

  @Test func aTagThatIsClosedAsInBearStaysClosed() throws {
    #expect(try Self.rewritten("#work# and #work/plan#.", "work", "job") == "#job# and #job/plan#.")
  }

  @Test func nestedTagsAndNormalization() throws {
    #expect(try Self.rewritten("#a/b #a/b/c #a #a/bc", "a/b", "x") == "#x #x/c #a #a/bc")
    #expect(try Self.rewritten("#일/\u{1100}\u{1161} #일", "일/가", "work/가") == "#work/가 #일")
    #expect(try Self.rewritten("---\ntags: [a]\n---\n", "a", "null") == "---\ntags: [\"null\"]\n---\n")
  }

  @Test(arguments: ["", "#", "a b", "1", "a/", "a,b", "#a#b", "a."])
  func aTagIsRenamedToATagAlone(name: String) {
    #expect(TagRewriter(from: "old", to: name) == nil, "\(name)")
  }

  @Test func whatIsReadAfterwardsIsTheRenamedTag() throws {
    let texts = ["#old/x and #a", "---\ntags: [old, a]\n---\n#old", "---\nkeywords: a, old/x\n---\n"]
    for text in texts {
      let before = MemoParser.metadata(of: Array(text.utf8)).tags
      let after = MemoParser.metadata(of: Array(try Self.rewritten(text, "old", "new/er").utf8)).tags
      #expect(after == before.map { $0.hasPrefix("old") ? "new/er" + $0.dropFirst(3) : $0 }, "\(text)")
    }
  }

  @Test func theTagsOfAnyMemoAreRenamedAndNothingElseIs() throws {
    let pieces = [
      "#work", "#Work/a", "#works", "#home", "work", "`#work`", "[[#work]]", "[#work](a.md)", "\n", "\r\n", " ", ", ",
      "(", "가",
      "\n```\n#work\n```\n", "# work\n", "http://x/#work ", "\"#work\"", "#일/\u{1100}\u{1161}",
    ]
    let items = ["work", "\"Work/a\"", "'works'", "#work", "'# work/b'", "home", "null", "", "[x]", "a b", "'it''s'"]
    var renamed = 0
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var text = ""
      if random.happens(percent: 60) {
        let some = (0..<random.below(4)).compactMap { _ in random.pick(items) }
        let lists = [
          "[\(some.joined(separator: " , "))]", some.map { "\n- \($0) # c" }.joined(), some.joined(separator: ","),
        ]
        text = "---\n\(random.pick(["tags", "Keywords", "other"]) ?? "tags"): \(random.pick(lists) ?? "")\n---\n"
      }
      for _ in 0..<random.below(12) { text += random.pick(pieces) ?? "" }
      let before = MemoParser.metadata(of: Array(text.utf8))
      let after = MemoParser.metadata(of: Array(try Self.rewritten(text, "work", "job/x").utf8))
      var expected: [String] = []
      for tag in before.tags.map(Self.withJob) where !expected.contains(where: { $0.lowercased() == tag.lowercased() })
      {
        expected.append(tag)
      }
      #expect(after.tags == expected, "seed \(seed): \(text.debugDescription)")
      #expect(after.links == before.links && after.aliases == before.aliases)
      renamed += before.tags == after.tags ? 0 : 1
    }
    #expect(renamed > 500)
  }

  private static func withJob(_ tag: String) -> String {
    let isWork = tag.lowercased() == "work" || tag.lowercased().hasPrefix("work/")
    return isWork ? "job/x" + tag.dropFirst(4) : tag
  }
}
