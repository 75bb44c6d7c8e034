import MemoCore
import MemoTestSupport
import Testing

@Suite struct LinkRewriterLawTests {
  @Test func theResolverAnswersAsTheOracle() {
    var checked: [Bool: Int] = [:]
    for seed in 0..<80 as Range<UInt64> {
      let vault = RandomLinkVault(seed: seed, count: 12)
      var lookup = LinkLookup(vault.resolver)
      let oracle = vault.oracle
      for memo in vault.memos {
        for link in memo.metadata.links {
          let folder = memo.path.parent
          let expected = oracle.answer(link.target, link.kind, in: folder.text)
          let found = lookup.resolve(Array(link.target.utf8), link.kind, from: folder)
          #expect(Self.answer(found) == expected, "seed \(seed), \(memo.path.text): \(link)")
          checked[found.memo != nil, default: 0] += 1
        }
      }
    }
    #expect(checked[true, default: 0] > 600 && checked[false, default: 0] > 300, "\(checked)")
  }

  @Test func everyLinkThatLedToAMemoLeadsToItAfterAnyRenames() {
    var kept = 0
    var lost = 0
    for seed in 0..<50 as Range<UInt64> {
      var vault = RandomLinkVault(seed: 1000 + seed, count: 10)
      for _ in 0..<6 {
        let old = vault
        vault.change()
        let counts = Self.rewrite(&vault, from: old, seed: seed)
        kept += counts.kept
        lost += counts.lost
      }
    }
    print("links that kept their meaning: \(kept); that could not be written: \(lost)")
    #expect(kept > 3000 && lost * 50 < kept)
  }

  /// Makes the edits and compares each link with what it was.
  private static func rewrite(
    _ vault: inout RandomLinkVault, from old: RandomLinkVault, seed: UInt64
  ) -> (kept: Int, lost: Int) {
    let now = vault.memos
    var rewriter = LinkRewriter(before: old.resolver, after: vault.resolver) { number in
      LinkResolver.Memo(path: now[number].path, title: now[number].metadata.title)
    }
    var (kept, lost) = (0, 0)
    let (before, after) = (old.oracle, vault.oracle)
    for (number, memo) in old.memos.enumerated() {
      let text = vault.memos[number].text
      let rewriting = text.withUnsafeBytes {
        rewriter.rewriting(of: $0, from: memo.path, to: now[number].path)
      }
      let result = text.withUnsafeBytes { ByteEdit.apply(rewriting.edits, to: $0) }
      vault.memos[number].text = result
      let (oldLinks, newLinks) = (MemoParser.metadata(of: text).links, MemoParser.metadata(of: result).links)
      #expect(oldLinks.count == newLinks.count, "seed \(seed)")
      let spans = text.withUnsafeBytes { LinkSpan.all(in: $0) }
      for ((oldLink, newLink), span) in zip(zip(oldLinks, newLinks), spans) {
        #expect((oldLink.heading, oldLink.label, oldLink.kind) == (newLink.heading, newLink.label, newLink.kind))
        let folder = now[number].path.parent.text
        let edit = rewriting.edits.first { $0.range == span.link.target }
        let answer = before.answer(oldLink.target, oldLink.kind, in: memo.path.parent.text)
        guard let target = answer.place else {
          #expect(edit == nil, "seed \(seed): a link to no memo was changed: \(oldLink)")
          continue
        }
        if rewriting.lost.contains(where: { $0.target == span.link.target }) {
          lost += 1
          let isInFront = span.link.range.lowerBound < text.withUnsafeBytes { FrontMatter($0).range.upperBound }
          let unwritten = isInFront ? "#|[]`\"',\\" : "#|[]`"
          #expect(now[target].path.text.contains { unwritten.contains($0) }, "seed \(seed): \(oldLink)")
        } else {
          kept += 1
          #expect(
            after.answer(newLink.target, newLink.kind, in: folder).place == target,
            "seed \(seed), \(memo.path.text) -> \(now[number].path.text): \(oldLink.target) -> \(newLink.target)")
        }
      }
    }
    return (kept, lost)
  }

  private static func answer(_ resolution: LinkResolution) -> LinkOracle.Answer {
    switch resolution {
    case .memo(let memo, _): .memo(memo)
    case .ambiguous(let memo, _): .guess(memo)
    case .broken, .elsewhere: .none
    }
  }
}
