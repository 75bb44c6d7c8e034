import MemoCLI
import MemoCore
import MemoTestSupport
import MemoWords
import Synchronization
import Testing

/// A cache that breaks while a command runs: the command starts over where nothing of it can be seen yet, else it ends.
@Suite struct CacheTrustTests {
  /// A count of broken caches that goes up once, when it is asked for the n-th time.
  private final class Faults: Sendable {
    private let asked = Atomic(0)
    private let breaking: Int

    init(breakingAt breaking: Int) { self.breaking = breaking }

    func count() -> UInt64 { asked.add(1, ordering: .relaxed).newValue >= breaking ? 1 : 0 }
  }

  private func tool(breakingAt place: Int) throws -> TestedTool {
    var tool = try TestedTool()
    for name in ["a", "b"] { try tool.folder.write("# \(name)\n", to: "\(name).md", modified: 1) }
    let faults = Faults(breakingAt: place)
    tool.cacheFaults = { faults.count() }
    return tool
  }

  @Test func aCommandThatHasWrittenNothingAnswersWithoutTheCache() throws {
    for words in [["list", "--paths"], ["show", "a.md", "b.md"], ["search", "b", "-l"]] {
      let run = try tool(breakingAt: 2).run(words)
      let whole = try TestedTool.answer(words)
      #expect(run.code == .done && run.output == whole, "\(words): \(run.output)\(run.errors)")
    }
  }

  @Test func aCommandThatHasWrittenEndsWithAnError() throws {
    let run = try tool(breakingAt: 3).run("show", "a.md", "b.md")
    #expect(run.code == .failure && run.output == "# a\n", "\(run.output)")
    #expect(run.errors.hasPrefix("memo: cannot read the cache: another program truncated it\n"))
  }

  @Test func aChangeIsMadeOnceAndOnlyBySomethingReadRight() throws {
    for place in 2..<8 {
      let tool = try tool(breakingAt: place)
      let run = tool.run("append", "a.md", "more")
      let text = String(decoding: try tool.folder.bytes(of: .init("a.md")) ?? [], as: UTF8.self)
      #expect(text == "# a\nmore\n", "\(run.errors)")
    }
  }
}

extension TestedTool {
  /// What a command writes where nothing breaks.
  fileprivate static func answer(_ words: [String]) throws -> String {
    let tool = try TestedTool()
    for name in ["a", "b"] { try tool.folder.write("# \(name)\n", to: "\(name).md", modified: 1) }
    return tool.run(words).output
  }
}
