import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Numbers and names at the ends of what fits, in records, arguments and the environment: none ends the program.
@Suite(.waitsForPrograms) struct ExtremeNumberTests {
  private static let record = #"{"format":1,"operation":"x","at":1,"changes":[],"folders":[]}"#
  private static let extremes = ["-9223372036854775808", "-1", "0", "9223372036854775807", "18446744073709551616"]

  @Test(arguments: [
    ["9223372036854775807-0-done"], ["9223372036854775806-0-undone"], ["-9223372036854775808-0-done"],
    ["1-9223372036854775807-done", "2-9223372036854775807-done"], ["1-\(1 << 40)-done", "2-\(1 << 40)-done"],
    ["1--1-done"], ["9223372036854775807-0-draft"], ["9223372036854775807-9223372036854775807-applying"],
  ])
  func aHistoryWithHugeNumbersTakesAnotherOperation(names: [String]) throws {
    let sandbox = try Sandbox.withLibrary()
    for name in names { try sandbox.write(Self.record, to: ".memo/history/\(name)/operation.json") }
    #expect(try sandbox.memo("append", "plan.md", "more").end == .exited(0))
    #expect(try sandbox.memo("undo").end == .exited(0))
    #expect(try sandbox.text(of: "plan.md")?.hasSuffix("#work #project/memo\n") == true)
  }

  @Test func aHistoryWhoseNumbersAreUsedUpIsNamed() throws {
    let sandbox = try Sandbox.withLibrary()
    try sandbox.write(Self.record, to: ".memo/history/\(1 << 40)-0-done/operation.json")
    let run = try sandbox.memo("append", "plan.md", "more")
    #expect(run.end == .exited(7))
    #expect(run.errors.contains(".memo/history"), "\(run.errors)")
    #expect(try sandbox.text(of: "plan.md")?.hasSuffix("#work #project/memo\n") == true)
  }

  @Test(arguments: extremes)
  func whatIsRememberedOfASyncMayHaveAnyTime(number: String) throws {
    let sandbox = try Sandbox.withLibrary()
    _ = try sandbox.shell("git init -q --bare ../hub.git")
    #expect(try sandbox.memo("sync", "--remote", "\(sandbox.folder.path.text)/hub.git").end == .exited(0))
    for key in ["lastTidied", "lastErrorAt", "lastSync", "nextTry"] {
      let state = #"{"\#(key)":\#(number),"lastError":"x","seen":[]}"#
      for words in [["sync", "--status"], ["sync", "--status", "--json"], ["watch", "--status"], ["sync"]] {
        try sandbox.write(state, to: ".git/memo/state.json")
        let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: [:])
        #expect(run.end == .exited(words[0] == "watch" ? 1 : 0), "\(words) with \(state): \(run.end) \(run.errors)")
      }
    }
  }

  @Test(arguments: [
    ["list", "--until", "2262-04-11T23:47:16.854775807Z"], ["list", "--since", "1677-09-21T00:12:43.145224193Z"],
    ["list", "--since", "9999999999999999999d"], ["list", "--until", "9223372036854775807 years ago"],
    ["list", "-n", "9223372036854775807", "--offset", "9223372036854775807"],
    ["search", "work", "-m", "9223372036854775807", "-C", "1000"], ["search", "work", "-n", "9223372036854775807"],
    ["show", "9223372036854775807"], ["show", "%18446744073709551616"],
  ])
  func argumentsMayBeAnyNumber(words: [String]) throws {
    let run = try Sandbox.withLibrary().run(["memo"] + words, in: "vault", input: [], with: [:])
    #expect([.exited(0), .exited(1), .exited(2), .exited(3)].contains(run.end), "\(words): \(run.end) \(run.errors)")
  }

  @Test(arguments: [["stats"], ["list"], ["search", "work"], ["help"], ["trash", "list"], ["tags"]])
  func theTerminalMayClaimAnySize(words: [String]) throws {
    let sandbox = try Sandbox.withLibrary()
    for number in Self.extremes {
      let size = ["COLUMNS": number, "LINES": number]
      let run = try sandbox.run(["memo", "--color=always"] + words, in: "vault", input: [], with: size)
      #expect(run.end == .exited(0), "\(words) in \(number) columns: \(run.end)")
    }
  }

  @Test(arguments: [
    "abcdefghijkl", "abcdefghijkl_XX", "en_abcdefghijkl", "en_AAAAAAAAAAAA.UTF-8", "x", "_", "en_", "_US", "../../etc",
    "en_US@" + String(repeating: "a=b;", count: 500), "en_" + String(repeating: "A", count: 10_000),
    String(repeating: "en_", count: 3_000), "\u{1B}[31m", "한국어", "en_US_POSIX_POSIX_POSIX", "%s%n",
  ])
  func anyTextIsALocale(name: String) throws {
    let sandbox = try Sandbox.withLibrary()
    sandbox.variables["LC_ALL"] = nil
    let others = ["LC_TIME", "LC_MESSAGES", "LC_COLLATE", "LANG", "LANGUAGE", "TZ"]
    for variables in [["LC_ALL": name], Dictionary(others.map { ($0, name) }) { $1 }] {
      for words in [["stats"], ["list", "--color=always", "--sort", "title"]] {
        let run = try sandbox.run(["memo"] + words, in: "vault", input: [], with: variables)
        #expect(run.end == .exited(0), "\(words) with \(variables.keys.sorted()): \(run.end)")
      }
    }
  }
}
