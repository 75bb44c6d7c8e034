import Foundation
import MemoCore
import MemoTestSupport
import Synchronization
import Testing

/// Other programs cut the cache's files short in place while commands read them: no command crashes, and each answers right
/// or ends with exit code 7.
@Suite(.waitsForPrograms) struct TruncatedCacheTests {
  private static let commands = [
    ["list"], ["list", "-n", "20"], ["list", "--json"], ["list", "--sort", "title", "--paths"], ["search", "work"],
    ["search", "work", "--json", "-n", "5"], ["tags"], ["backlinks", "d0/memo 0.md"], ["stats", "--json"], ["check"],
    ["links", "d1/memo 1.md"], ["graph", "--json"], ["show", "Title 5"], ["rename", "Title 7", "New", "--dry-run"],
  ]
  private static let memoCount = 600
  private static let runs = ProcessInfo.processInfo.environment["MEMO_TRUNCATED_RUNS"].flatMap { Int($0) } ?? 56

  @Test func commandsBesideAProgramThatTruncatesAnswerRight() throws {
    let sandbox = try Sandbox()
    for memo in 0..<Self.memoCount {
      let text = "# Title \(memo)\n\nwork \(memo) #tag\(memo % 9) [[Title \((memo * 7) % Self.memoCount)]]\n"
      try sandbox.write(text, to: "d\(memo % 7)/memo \(memo).md", day: 1 + memo % 28)
    }
    let right = try Self.commands.map { try run($0, in: sandbox) }
    var wrong = 0
    try whileTruncating(sandbox) {
      for number in 0..<Self.runs {
        let place = number % Self.commands.count
        let run = try run(Self.commands[place], in: sandbox)
        if run.end == .exited(7), run.errors.contains("another program truncated it") { continue }
        if run.end == right[place].end, run.output == right[place].output { continue }
        wrong += 1
        let sizes = "\(run.output.count) bytes instead of \(right[place].output.count)"
        Issue.record("\(run.command): \(run.end), \(sizes): \(run.errors)")
      }
    }
    #expect(wrong == 0)
    for (words, before) in zip(Self.commands, right) {
      let after = try run(words, in: sandbox)
      #expect(
        after.output == before.output && after.end == before.end, "\(after.command), once nobody truncates any more")
    }
  }

  /// A cut file's zeros must not become a new cache, nor moves that no one made.
  @Test func whatWasReadOfACutCacheIsNotKept() throws {
    let sandbox = try Sandbox()
    for memo in 0..<Self.memoCount { try sandbox.write("# Title \(memo)\n", to: "memo \(memo).md", day: 1) }
    _ = try sandbox.memo("index")
    try whileTruncating(sandbox) {
      for edit in 0..<12 {
        try sandbox.write("# Edited \(edit)\n", to: "memo \(edit).md", day: 2)
        _ = try sandbox.memo("list", "-n", "1")
      }
    }
    #expect(try sandbox.memo("index", "--verify").end == .exited(0))
    let moves = try sandbox.bytes(of: ".memo/moves/known") ?? []
    #expect(!String(decoding: moves, as: UTF8.self).contains("memo"), "no memo has moved")
  }

  private func run(_ words: [String], in sandbox: Sandbox) throws -> MemoRun {
    try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
  }

  private func whileTruncating(_ sandbox: Sandbox, _ body: () throws -> Void) throws {
    let truncator = Truncator(sandbox.folder)
    defer { truncator.stop() }
    try body()
  }
}

/// Another program that cuts the files of a vault's cache short in place, again and again.
private final class Truncator: Sendable {
  private let isOver = Atomic(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ folder: TemporaryFolder) {
    Thread.detachNewThread { [self] in
      var random = SeededRandom(seed: 7)
      while !isOver.load(ordering: .relaxed) {
        for name in ["snapshot", "journal"] { Self.cut(VaultPath("vault/.memo/cache/\(name)"), in: folder, &random) }
        // Not a wait for anything: the program's own pace.
        usleep(UInt32(random.below(30_000)))
      }
      end.signal()
    }
  }

  func stop() {
    isOver.store(true, ordering: .relaxed)
    end.wait()
  }

  private static func cut(_ path: VaultPath, in folder: TemporaryFolder, _ random: inout SeededRandom) {
    guard let size = folder.status(of: path).map({ Int($0.stamp.size) }), size > 0 else { return }
    try? folder.truncate(path, to: [0, min(4096, size - 1), size / 2, size / 3, size - 1][random.below(5)])
  }
}
