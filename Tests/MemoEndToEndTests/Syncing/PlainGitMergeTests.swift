import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Git itself merges memos, with memo as its merge driver, in all the ways that git has: no markers, no lost line, and the
/// same bytes whoever merges whose commit. MEMO_LONG_TESTS=N makes N times as many worlds, of six merges each.
@Suite(.waitsForPrograms) struct PlainGitMergeTests {
  private static let scale = ProcessInfo.processInfo.environment["MEMO_LONG_TESTS"].flatMap(Int.init) ?? 1

  /// A base and two sides, every line of which there is only once.
  private struct World {
    var base: [String] = []
    var ours: [String] = []
    var theirs: [String] = []

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      base = (0..<random.below(12)).map { "줄 \($0)" }
      ours = Self.side("ours", of: base, &random)
      theirs = Self.side("theirs", of: base, &random)
    }

    private static func side(_ name: String, of base: [String], _ random: inout SeededRandom) -> [String] {
      var lines = base.filter { _ in !random.happens(percent: 20) }
      for number in 0...random.below(4) { lines.insert("\(name) \(number)", at: random.below(lines.count + 1)) }
      return lines
    }

    /// The lines that a merge has to hold, from the contract: what a side added, and what neither removed.
    var expected: Set<String> {
      Set(base).intersection(ours).intersection(theirs).union(Set(ours).subtracting(base))
        .union(Set(theirs).subtracting(base))
    }
  }

  /// Makes the branches `ours` and `theirs`, and a file for each way to bring them together.
  private static let script = """
    set -e
    git init -q; memo git setup -q >/dev/null
    commit() { cp "../$1" a.md; git add a.md; git commit -q -m "$1"; }
    result() { cp a.md "../result.$1"; git diff --quiet; git reset -q --hard; }
    git config advice.detachedHead false
    commit base; git branch base; git checkout -q -b ours; commit ours
    git checkout -q -b theirs base; commit theirs
    git checkout -q --detach ours; git pull -q --no-rebase . theirs; result pull
    git checkout -q --detach theirs; git merge -q ours; result merge
    git checkout -q --detach ours; git pull -q --rebase . theirs; result rebase
    git checkout -q --detach theirs; git rebase -q ours; result rebase2
    git checkout -q --detach ours; git cherry-pick theirs >/dev/null; result pick
    git checkout -q --detach base; cp ../theirs a.md; git stash -q; git checkout -q --detach ours
    git stash pop -q; cp a.md ../result.stash
    """

  @Test(arguments: (0..<UInt64(10 * scale)).map { $0 })
  func everyLineStaysHoweverGitMerges(seed: UInt64) throws {
    let world = World(seed: seed)
    let sandbox = try Sandbox(hasMarker: false)
    try sandbox.folder.write("[user]\n\tname = T\n\temail = t@example.org\n", to: "home/.gitconfig")
    for (name, lines) in [("base", world.base), ("ours", world.ours), ("theirs", world.theirs)] {
      try sandbox.folder.write(lines.map { $0 + "\n" }.joined(), to: name)
    }
    let run = try sandbox.shell(Self.script, with: ["GIT_CONFIG_NOSYSTEM": "1"])
    try #require(run.end == .exited(0), "\(run.text)\(run.errors)")
    let first = try #require(try sandbox.folder.bytes(of: VaultPath("result.merge")))
    let lines = String(decoding: first, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(Set(lines) == world.expected && lines.count == world.expected.count, "\(world) \(lines)")
    for way in ["pull", "rebase", "rebase2", "pick", "stash"] {
      let other = try sandbox.folder.bytes(of: VaultPath("result.\(way)"))
      #expect(other == first, "\(way): \(world) \(String(decoding: other ?? [], as: UTF8.self))")
    }
  }
}
