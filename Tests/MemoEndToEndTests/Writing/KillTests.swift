import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// The process ends at one system call after the other, and an editor saves while memo writes.
@Suite struct KillTests {
  /// Every file that is not hidden, with its bytes.
  private static func files(_ sandbox: Sandbox) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for folder in ["", "sub/"] {
      let place = VaultPath(folder.isEmpty ? "" : "sub")
      for name in try sandbox.folder.names(in: folder.isEmpty ? VaultPath("vault") : sandbox.inVault(place)) {
        let path = folder + String(decoding: name, as: UTF8.self)
        if let bytes = try sandbox.bytes(of: path) { found[path] = bytes }
      }
    }
    return found
  }

  private static func sandbox(undoing: Bool) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("# A\n", to: "a.md", day: 1)
    try sandbox.write("# B\n", to: "sub/b.md", day: 2)
    _ = try sandbox.memo("append", "a.md", "first")
    if undoing { _ = try sandbox.memo("delete", "--yes", "a.md", "sub/b.md") }
    return sandbox
  }

  static let commands = [["delete", "--yes", "a.md", "sub/b.md"], ["write", "a.md"], ["undo"]]
  static let calls = ["renameat2,renameat", "fsync", "unlinkat", "write"]

  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"), arguments: commands)
  func aKilledCommandHasDoneAllOrNothing(words: [String]) throws {
    let isUndo = words == ["undo"]
    let model = try Self.sandbox(undoing: isUndo)
    let before = try Self.files(model)
    _ = try model.run(["memo"] + words, in: "vault", input: Array("new text".utf8), with: [:])
    let after = try Self.files(model)
    var kills = 0
    for call in Self.calls {
      for number in 1... {
        let sandbox = try Self.sandbox(undoing: isUndo)
        let inject = ["strace", "-f", "-o", "/dev/null", "-e", "inject=\(call):signal=SIGKILL:when=\(number)"]
        let run = try sandbox.run(
          inject + [MemoProgram.path.text] + words, in: "vault", input: Array("new text".utf8), with: [:])
        guard run.end == .stuck else { break }
        kills += 1
        #expect(try sandbox.memo("list").end == .exited(0))
        let now = try Self.files(sandbox)
        #expect(
          now == before || now == after, "\(call) \(number): \(now.mapValues { String(decoding: $0, as: UTF8.self) })")
        // The vault is whole: the same command works now, or what it did is there to be undone.
        let next = now == before ? words : ["undo"]
        let rerun = try sandbox.run(["memo"] + next, in: "vault", input: Array("new text".utf8), with: [:])
        if !(isUndo && now == after) {
          #expect(try rerun.end == .exited(0) && Self.files(sandbox) == (now == before ? after : before))
        }
      }
    }
    print("\(words[0]): killed at \(kills) calls")
  }

  @Test(.enabled(if: MemoProgram.isInstalled("strace"), "strace is not installed"), arguments: commands)
  func aRefusedSystemCallLeavesTheVaultWhole(words: [String]) throws {
    let isUndo = words == ["undo"]
    let model = try Self.sandbox(undoing: isUndo)
    let before = try Self.files(model)
    _ = try model.run(["memo"] + words, in: "vault", input: Array("new text".utf8), with: [:])
    let after = try Self.files(model)
    for (call, error) in [("renameat2,renameat", "EIO"), ("fsync", "EIO"), ("write", "ENOSPC")] {
      for number in 1...6 {
        let sandbox = try Self.sandbox(undoing: isUndo)
        let inject = ["strace", "-f", "-o", "/dev/null", "-e", "inject=\(call):error=\(error):when=\(number)"]
        let run = try sandbox.run(
          inject + [MemoProgram.path.text] + words, in: "vault", input: Array("new text".utf8), with: [:])
        _ = try sandbox.memo("list")
        let now = try Self.files(sandbox)
        #expect(now == before || now == after, "\(call) \(number)")
        #expect(run.end != .exited(0) || now == after, "\(call) \(number): \(run.errors)")
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
