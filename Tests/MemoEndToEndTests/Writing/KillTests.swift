import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The process ends at one system call after the other, and an editor saves while memo writes.
@Suite(.waitsForPrograms) struct KillTests {
  /// A command, and what the vault's files are before and after it.
  private struct Trial {
    let before: [String: [UInt8]]
    let after: [String: [UInt8]]
    private let sandbox: Sandbox

    init(_ words: [String]) throws {
      sandbox = try Self.sandbox(for: words)
      before = try Self.files(sandbox)
      let kept = try sandbox.shell("mkdir kept && cp -a vault home kept", in: "")
      try #require(kept.end == .exited(0), "\(kept.errors)")
      _ = try Self.run(words, in: sandbox)
      after = try Self.files(sandbox)
    }

    /// The vault in which the command has not run yet, as it was.
    func fresh() throws -> Sandbox {
      let restored = try sandbox.shell("rm -rf vault home && cp -a kept/. .", in: "")
      try #require(restored.end == .exited(0), "\(restored.errors)")
      return sandbox
    }

    private static func sandbox(for words: [String]) throws -> Sandbox {
      let sandbox = try Sandbox()
      try sandbox.write("# A\n", to: "a.md", day: 1)
      try sandbox.write("# B\n", to: "sub/b.md", day: 2)
      _ = try sandbox.memo("append", "a.md", "first")
      if words.first == "rename" {
        for number in 1...30 { try sandbox.write("[[A]] \(number)\n", to: "sub/\(number).md", day: 3) }
      }
      if words == ["undo"] { _ = try sandbox.memo("delete", "--yes", "a.md", "sub/b.md") }
      return sandbox
    }

    /// Runs a command; `injection` is what strace is to do to it.
    @discardableResult
    static func run(_ words: [String], in sandbox: Sandbox, injection: String? = nil) throws -> MemoRun {
      let trace = injection.map { ["strace", "-f", "-o", "/dev/null", "-e", "inject=\($0)"] } ?? []
      return try sandbox.run(
        trace + [MemoProgram.path.text] + words, in: "vault", input: Array("new text".utf8), with: [:])
    }

    /// Every file outside of `.memo`, also a temporary one that was left behind.
    static func files(_ sandbox: Sandbox) throws -> [String: [UInt8]] {
      var found: [String: [UInt8]] = [:]
      for (folder, start) in [("vault", ""), ("vault/sub", "sub/")] {
        for name in try sandbox.folder.names(in: VaultPath(folder)) {
          let path = start + String(decoding: name, as: UTF8.self)
          if let bytes = try sandbox.bytes(of: path) { found[path] = bytes }
        }
      }
      return found
    }
  }

  static let commands = [
    ["delete", "--yes", "a.md", "sub/b.md"], ["write", "a.md"], ["undo"], ["rename", "a.md", "New"],
  ]
  static let calls = ["renameat2,renameat", "fsync", "unlinkat", "write"]

  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"), arguments: commands)
  func aKilledCommandHasDoneAllOrNothing(words: [String]) throws {
    let trial = try Trial(words)
    var kills = 0
    for call in Self.calls {
      for number in 1... {
        let sandbox = try trial.fresh()
        let run = try Trial.run(words, in: sandbox, injection: "\(call):signal=SIGKILL:when=\(number)")
        guard run.end == .stuck else { break }
        kills += 1
        let left = try Trial.files(sandbox)
        #expect(try sandbox.memo("list").end == .exited(0))
        #expect(try Trial.files(sandbox) == left, "a command that reads changes nothing")
        try sandbox.recover()
        let now = try Trial.files(sandbox)
        #expect(now == trial.before || now == trial.after, "\(call) \(number): \(now.keys)")
        guard now == trial.before else { continue }
        // As if nothing had been: the same command works now.
        #expect(try Trial.run(words, in: sandbox).end == .exited(0), "\(call) \(number)")
        #expect(try Trial.files(sandbox) == trial.after, "\(call) \(number)")
      }
    }
    print("\(words[0]): killed at \(kills) calls")
  }

  static let refusals = [("renameat2,renameat", "EIO"), ("fsync", "EIO"), ("write", "ENOSPC")]

  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"), arguments: commands)
  func aRefusedSystemCallLeavesTheVaultWhole(words: [String]) throws {
    let trial = try Trial(words)
    for (call, error) in Self.refusals {
      for number in 1...6 {
        let sandbox = try trial.fresh()
        let run = try Trial.run(words, in: sandbox, injection: "\(call):error=\(error):when=\(number)")
        try sandbox.recover()
        let now = try Trial.files(sandbox)
        #expect(now == trial.before || now == trial.after, "\(call) \(number): \(now.keys)")
        #expect(run.end != .exited(0) || now == trial.after, "\(call) \(number): \(run.errors)")
      }
    }
  }

  /// A power cut may undo whatever was not waited for.
  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"))
  func everythingIsOnTheDiskBeforeAnythingRestsOnIt() throws {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "sub/a.md", day: 1)
    _ = try sandbox.memo("append", "sub/a.md", "first")
    let run = try sandbox.shell(
      "echo new | strace -f -y -o ../log -e trace=fsync,renameat,renameat2 memo write sub/a.md && cat ../log")
    // One word a call: what was waited for, or what was renamed.
    let calls = run.lines.compactMap { line -> String? in
      if line.contains("RENAME_EXCHANGE") { return "exchange" }
      if line.contains("renameat"), line.contains("-applying\"") || line.contains("-done\"") {
        return line.contains("-draft\"") ? "applying" : "done"
      }
      let place = line.split(separator: "fsync(").last?.split(separator: ">").first ?? ""
      return line.contains("fsync(") ? place.split(separator: "/").last.map(String.init) : nil
    }
    let folder = calls.first { $0.hasSuffix("-draft") } ?? ""
    let wanted = ["0", "operation.json", folder, "applying", "history", "exchange", "sub", "done", "history"]
    var rest = calls[...]
    for call in wanted {
      let index = try #require(rest.firstIndex(of: call), "\(call) is missing in \(calls)")
      rest = rest[(index + 1)...]
    }
  }

  @Test func noSaveOfAnEditorIsLostWhileMemoAppends() throws {
    let sandbox = try Sandbox()
    let loop = """
      lost=0; round=0
      while [ $round -lt 60 ]; do
        round=$((round + 1)); printf 'old\\n' > n.md
        memo append n.md line 2>/dev/null & i=0
        while [ $i -lt $((round * 40)) ]; do i=$((i + 1)); done
        if [ $((round % 2)) = 0 ]; then printf "save $round\\n" > t; mv t n.md; else printf "save $round\\n" > n.md; fi
        wait; [ "$(head -n 1 n.md)" = "save $round" ] || lost=$((lost + 1))
      done; echo $lost
      """
    #expect(try sandbox.shell(loop).text == "0\n")
  }
}
