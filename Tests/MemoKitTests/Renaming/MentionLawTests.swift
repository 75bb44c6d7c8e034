import MemoCore
import MemoIndex
import MemoKit
import MemoStore
import MemoTestSupport
import Testing

/// When mentions become links, each leads to the memo that it names, and every other byte and link stays.
@Suite struct MentionLawTests {
  @Test(arguments: 0..<25 as Range<UInt64>)
  func linkedMentionsLeadToTheMemo(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    _ = try VaultSetup.prepare(vault)
    var memos = RandomLinkVault(seed: seed &+ 9_000, count: 10).memos
    let names = ["Alpha", "alpha", "plan", "Plan", "알파는", "to do", "Beta", "베타", "c(1)", "v1.2", "it's", "p|q"]
    for place in memos.indices {
      let words = (0..<6).map { _ in random.pick(names) ?? "" }
      memos[place].text += Array(
        "\n\(words[0]) and \(words[1]); `\(words[2])`.\n\n| \(words[3]) |\n| --- |\n| \(words[4]) \(words[5]) |\n".utf8)
      _ = try vault.writer.create(memos[place].path, contents: memos[place].text, modified: 1)
    }
    let index = try vault.refresh()
    let oracle = LinkOracle(
      memos: memos.map { LinkOracle.Memo(path: $0.path.text, title: $0.metadata.title, aliases: $0.metadata.aliases) })
    for (number, named) in memos.enumerated() {
      let mentions = try Mentions(of: named.path, in: index, of: vault, processorTime: { .zero })
      for rewrite in mentions.rewrites(linking: mentions.all) {
        let (old, new) = (Self.links(of: rewrite.memo.bytes), Self.links(of: rewrite.contents))
        var (rest, added) = (old[...], [ByteEdit]())
        let spans = rewrite.contents.withUnsafeBytes { bytes in LinkSpan.all(in: bytes).map(\.link.range) }
        for (link, span) in zip(new, spans) {
          if rest.first == link {
            rest.removeFirst()
            continue
          }
          added.append(ByteEdit(span, Self.words(of: Array(rewrite.contents[span]))))
          let folder = rewrite.memo.path.parent.text
          #expect(oracle.answer(link.target, link.kind, in: folder).place == number, "seed \(seed): \(link)")
        }
        #expect(rest.isEmpty && new.count > old.count, "seed \(seed): \(rewrite.memo.path.text)")
        #expect(MemoParser.metadata(of: rewrite.contents).title == MemoParser.metadata(of: rewrite.memo.bytes).title)
        let unlinked = rewrite.contents.withUnsafeBytes { ByteEdit.apply(added, to: $0) }
        #expect(unlinked == rewrite.memo.bytes, "seed \(seed): every other byte of \(rewrite.memo.path.text)")
      }
    }
  }

  @Test func aNameThatNoTargetCanHoldIsTheLabel() throws {
    let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    _ = try VaultSetup.prepare(vault)
    _ = try vault.writer.create(VaultPath("C-notes.md"), contents: Array("# C# notes\n".utf8), modified: 1)
    _ = try vault.writer.create(VaultPath("a.md"), contents: Array("# A\n\nmy C# notes\n".utf8), modified: 1)
    let mentions = try Mentions(
      of: VaultPath("C-notes.md"), in: vault.refresh(), of: vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    #expect(rewrites.map(\.contents) == [Array("# A\n\nmy [[C-notes|C# notes]]\n".utf8)])
  }

  @Test func behindAnExclamationMarkNoPictureIsMade() throws {
    let vault = try Vault(at: HostPath("/memory"), host: MemoryVault.host())
    _ = try VaultSetup.prepare(vault)
    _ = try vault.writer.create(VaultPath("plan.md"), contents: Array("# Plan\n".utf8), modified: 1)
    _ = try vault.writer.create(VaultPath("a.md"), contents: Array("# A\n\nWow!Plan Plan!\n".utf8), modified: 1)
    let mentions = try Mentions(
      of: VaultPath("plan.md"), in: vault.refresh(), of: vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    #expect(rewrites.map(\.contents) == [Array("# A\n\nWow!Plan [[Plan]]!\n".utf8)])
  }

  /// Obsidian follows no link by an alias alone.
  @Test(
    arguments: [
      (
        TitleRule.fileName,
        "Ask [[Ada Lovelace|Ada]] | Bo or [[ada lovelace]].\n\n| [[Ada Lovelace\\|Ada]] |\n| --- |\n"
      ),
      (.firstLine, "Ask [[Ada]] | Bo or [[ada lovelace]].\n\n| [[Ada]] |\n| --- |\n"),
    ])
  func whereFileNamesAreTitlesAnAliasIsTheLabel(titles: TitleRule, linked: String) throws {
    let text = "Ask Ada | Bo or ada lovelace.\n\n| Ada |\n| --- |\n"
    let changed = try ChangedVault(
      ["Ada Lovelace.md": "---\naliases: [Ada]\n---\n", "people.md": "# People\n\n\(text)"], titles: titles)
    let mentions = try Mentions(
      of: VaultPath("Ada Lovelace.md"), in: changed.refresh(), of: changed.vault, processorTime: { .zero })
    let rewrites = mentions.rewrites(linking: mentions.all)
    #expect(rewrites.map { String(decoding: $0.contents, as: UTF8.self) } == ["# People\n\n\(linked)"])
  }

  private static func links(of bytes: [UInt8]) -> [MemoLink] {
    bytes.withUnsafeBytes { bytes in LinkSpan.all(in: bytes).map { MemoLink($0.link, in: bytes) } }
  }

  /// What a reader sees of `[[words]]`, `[[target|words]]` and `[[target\\|words]]`.
  private static func words(of link: [UInt8]) -> [UInt8] {
    let inside = link.dropFirst(2).dropLast(2)
    return Array(inside.lastIndex(of: UInt8(ascii: "|")).map { inside[($0 + 1)...] } ?? inside)
  }
}
