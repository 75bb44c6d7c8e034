import MemoTestSupport
import Synchronization
import Testing

@testable import MemoCore

/// Names that many memos share, as `index.md` in every folder.
///
/// The limit is for work that grows with the square of the number of memos, which would take far longer.
@Suite(.ends(within: .seconds(300))) struct NamesakesTests {
  private static let names = ["Note.md", "note.md", "NOTE.md", "Note.markdown", "caf\u{E9}.md", "cafe\u{301}.md"]
  private static let folders = ["a", "b", "a b", "a-b", "a0", "A"]
  private static let targets = [
    "Note", "note", "NOTE", "nOTE", "Note.md", "note.markdown", "b/Note", "caf\u{E9}", "cafe\u{301}", "CAF\u{E9}",
    "Twin", "twin", "One",
  ]

  @Test func aLinkLeadsWhereTheOracleSays() {
    var random = SeededRandom(seed: 1)
    func folder(_ depths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: depths, using: &random)).map { _ in random.pick(Self.folders) ?? "" }.joined(separator: "/")
    }
    var (certain, guessed) = (0, 0)
    for count in [40, 80, 160] {
      let paths = Set(
        (0..<count).map { _ in VaultPath(folder(1...3)).appending(Array((random.pick(Self.names) ?? "").utf8)) })
      let memos = paths.sorted().map { path in
        LinkResolver.Memo(path: path, title: random.pick(["Twin", "twin"]) ?? "", aliases: ["One", "one", "Two"])
      }
      let oracle = LinkOracle(
        memos: memos.map { LinkOracle.Memo(path: $0.path.text, title: $0.title, aliases: $0.aliases) })
      // What one lookup learns of a name, the others know.
      let resolver = LinkResolver(memos)
      for target in (0..<20).flatMap({ _ in Self.targets.shuffled(using: &random) }) {
        var lookup = LinkLookup(resolver)
        let folder = folder(0...3)
        let found = lookup.resolve(Array(target.utf8), .wiki, from: VaultPath(folder))
        let answer = oracle.answer(target, .wiki, in: folder)
        #expect(found.memo == answer.place, "\(count) memos, \(target) in \(folder)")
        switch answer {
        case .memo: certain += 1
        case .guess: guessed += 1
        case .none: continue
        }
        let candidates = lookup.candidates(of: Array(target.utf8), .wiki, from: VaultPath(folder), limit: .max).memos
        #expect(candidates.isEmpty == found.isCertain && candidates == candidates.sorted(), "\(target) in \(folder)")
        #expect(
          lookup.firstCandidate(of: Array(target.utf8), .wiki, from: VaultPath(folder)) == candidates.first,
          "\(target) in \(folder)")
        #expect(found.isCertain == (answer == found.memo.map { .memo($0) }), "\(target) in \(folder)")
      }
    }
    print("links to one memo: \(certain), to the first of several: \(guessed)")
    #expect(certain > 50 && guessed > 50)
  }

  /// Each thread, and each memo that is read, has a lookup of its own.
  @Test(arguments: ["notes", "notes.md", "Journal", "log"])
  func aNameIsLearnedOnceForAllWhoAskForIt(target: String) {
    let count = 1_000
    let memos = (0..<count).map {
      LinkResolver.Memo(path: VaultPath("d\($0)/notes.md"), title: "Journal", aliases: ["log"])
    }
    let asked = Mutex(0)
    let resolver = LinkResolver(
      [Self.entries(of: memos)],
      path: { place in
        asked.withLock { $0 += 1 }
        return memos[place].path
      },
      memo: { place in
        asked.withLock { $0 += 1 }
        return memos[place]
      }, hasFile: { _, _ in false })
    for (place, memo) in memos.enumerated() {
      var lookup = LinkLookup(resolver)
      #expect(lookup.resolve(Array(target.utf8), .wiki, from: memo.path.parent).memo == place)
    }
    let times = asked.withLock { $0 }
    print("\(count) links to \(target): memos were asked for \(times) times")
    #expect(times <= 2 * count)
  }

  private static func entries(of memos: [LinkResolver.Memo]) -> [NameEntry] {
    var (keys, entries) = (NameKeys(), [NameEntry]())
    for (place, memo) in memos.enumerated() {
      keys.addEntries(
        ofMemo: place, at: memo.path, title: keys.hash(of: memo.title), aliases: memo.aliases.map { keys.hash(of: $0) },
        to: &entries)
    }
    return entries
  }

  @Test func theMemosOfANameAreNotGoneThroughForEachLink() {
    let count = 100_000
    let resolver = LinkResolver(
      (0..<count).map { LinkResolver.Memo(path: VaultPath("d\($0)/notes.markdown"), title: "Journal") })
    var lookup = LinkLookup(resolver)
    let (name, title) = (Array("notes.md".utf8), Array("journal".utf8))
    var (broken, titles, lost, ambiguous) = (0, 0, 0, 0)
    for memo in 0..<count {
      if lookup.resolve(name, .wiki, from: VaultPath("d\(memo)")) == .broken { broken += 1 }
      if title.withUnsafeBytes({ lookup.isTitle($0, of: memo) }) { titles += 1 }
      if lookup.namesakes(of: Array("x\(memo)/notes".utf8), .wiki, limit: 5) == (count, []) { lost += 1 }
      if lookup.firstCandidate(of: title, .wiki, from: VaultPath("x\(memo)")) == 0 { ambiguous += 1 }
    }
    #expect(broken == count && titles == count && lost == count && ambiguous == count)
  }
}
