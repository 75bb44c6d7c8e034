import Foundation
import MemoCore
import MemoTestSupport
import Testing

/// Conflict markers that git or a person has left in files: a sync sends text as it is, and says so.
@Suite(.waitsForPrograms) struct LeftMarkersTests {
  private static let stash = """
    git switch -q main; echo mine >> a.md; git stash -q; echo other >> a.md; git commit -qam other; git stash pop
    """
  private static let byHand = "printf '# A\\n\\n<<<<<<< a\\nx\\n=======\\ny\\n>>>>>>> b\\n' > a.md; git commit -qam x"

  @Test(arguments: [(stash, 5), (byHand, 3)]) func aSyncNamesMemoAndLine(line: String, number: Int) throws {
    let devices = try Devices.inStep(2)
    try devices.write("=======\n>>>>>>> no conflict\n", to: "b.md", on: 0)
    _ = try devices.sandbox.shell(line, in: "d0")
    let text = try #require(try devices.text("a.md", on: 0))
    try #require(text.contains("<<<<<<<"))
    let run = try devices.sync(0)
    #expect(
      run.errors.contains("'a.md' has conflict markers from line \(number) on and was sent as it is"), "\(run.errors)")
    #expect(run.end == .exited(0) && !run.errors.contains("'b.md'"), "\(run.errors)")
    #expect(try devices.git("show", "main:a.md", in: "hub.git") == text, "no text is held back")
    #expect(!(try devices.sync(0).errors.contains("markers")), "once")
    let received = try devices.sync(1).errors
    #expect(received.contains("'a.md' came with conflict markers from line \(number) on"), "\(received)")
    try devices.write(text + "more\n", to: "a.md", on: 0)
    try devices.sync(0)
    #expect(!(try devices.sync(1).errors.contains("came with")), "once")
  }

  @Test func aDryRunAndScriptsHearOfThem() throws {
    let devices = try Devices.inStep(1)
    _ = try devices.sandbox.shell(Self.stash, in: "d0")
    let preview = try devices.sync(0, "--dry-run").errors
    #expect(preview.contains("'a.md' has conflict markers from line 5 on and will be sent"), "\(preview)")
    let record = try devices.sync(0, "--json").record()
    let markers = try #require(record["markers"] as? [[String: Any]])
    #expect(markers.count == 1 && markers[0]["path"] as? String == "a.md" && markers[0]["line"] as? Int == 5)
  }

  /// Offline, the commit is made, and the sync that sends it says so.
  @Test func theSyncThatSendsThemSaysSo() throws {
    let devices = try Devices.inStep(1)
    _ = try devices.sandbox.shell(Self.stash, in: "d0")
    try devices.sandbox.folder.rename(VaultPath("hub.git"), to: VaultPath("away.git"))
    #expect(try devices.sync(0).end == .exited(8))
    try devices.sandbox.folder.rename(VaultPath("away.git"), to: VaultPath("hub.git"))
    #expect(try devices.sync(0).errors.contains("'a.md' has conflict markers from line 5 on"))
  }

  @Test func settingsWithAConflictNameTheLineAndTheWayOut() throws {
    let devices = try Devices.inStep(1)
    let line = """
      c=.memo/config.json; git switch -qc side && sed '1s/$/"language":"en",/' $c > t && mv t $c && git commit -qam side \
      && git switch -q main && sed '1s/$/"language":"ko",/' $c > t && mv t $c && git commit -qam main; git merge side
      """
    _ = try devices.sandbox.shell(line, in: "d0")
    let text = try #require(try devices.text(".memo/config.json", on: 0))
    let number = try #require(text.split(separator: "\n").firstIndex { $0.hasPrefix("<<<<<<<") }) + 1
    for words in [["list"], ["show", "a.md"], ["sync"], ["check"]] {
      let run = try devices.memo(0, words)
      #expect(run.end == .exited(7) && run.output.isEmpty, "\(words): \(run.errors)")
      #expect(run.errors.contains("config.json': line \(number) starts a merge conflict\nhint: "), "\(run.errors)")
    }
    let errors = try devices.memo(0, ["list"]).errors
    let hint = try #require(errors.split(separator: "\n").last)
    let command = try #require(hint.range(of: ": git ").map { String(hint[$0.lowerBound...].dropFirst(2)) })
    // From anywhere, and again.
    for _ in 0..<2 { #expect(try devices.sandbox.shell(command, in: "home").end == .exited(0), "\(command)") }
    #expect(try devices.memo(0, ["list"]).end == .exited(0))
    #expect(try devices.text(".memo/config.json", on: 0)?.contains("\"ko\"") == true)
    // Any other text that is not JSON has no such hint.
    try devices.write("<<<<<<< \n", to: ".memo/config.json", on: 0)
    let other = try devices.memo(0, ["list"]).errors
    #expect(other.contains("it is not a JSON object\n") && !other.contains(": git "), "\(other)")
  }
}
