import Foundation
import MemoCore
import MemoTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.waitsForPrograms) struct WatchTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("# one\n", to: "a.md", day: 1)
  }

  @Test func changesAreLines() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    try sandbox.write("# 회의록\n", to: "회의 록.md")
    #expect(try watch.next() == "added\t회의 록.md\t회의록")
    try sandbox.folder.rename(VaultPath("vault/a.md"), to: VaultPath("vault/b.md"))
    #expect(try watch.next() == "renamed\tb.md\tone\ta.md")
    try sandbox.write("# two\n", to: "b.md")
    #expect(try watch.next() == "modified\tb.md\ttwo")
    try sandbox.folder.remove(VaultPath("vault/b.md"))
    #expect(try watch.next() == "removed\tb.md\ttwo")
    #expect(watch.end(SIGINT) == .exited(130))
    #expect(watch.rest() == [])
  }

  @Test func pollingReportsTheSameChanges() throws {
    let watch = try WatchRun(sandbox, ["--poll"])
    try watch.ready()
    try sandbox.folder.rename(VaultPath("vault/a.md"), to: VaultPath("vault/나.md"))
    #expect(try watch.next() == "renamed\t나.md\tone\ta.md")
    #expect(watch.end(SIGTERM) == .exited(130))
  }

  @Test func readyIsReportedOnceEverythingIsWatched() throws {
    let watch = try WatchRun(sandbox)
    #expect(try watch.ready() == "watching 1 memo in \(sandbox.vault.text)")
    #expect(watch.end(SIGTERM) == .exited(130))
  }

  @Test func jsonIsAnObjectALine() throws {
    let watch = try WatchRun(sandbox, ["--json"])
    try watch.ready()
    try sandbox.folder.rename(VaultPath("vault/a.md"), to: VaultPath("vault/한 글.md"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(watch.next().utf8)) as? [String: Any])
    #expect(object["kind"] as? String == "renamed")
    #expect(object["from"] as? String == "a.md")
    #expect((object["at"] as? String)?.hasSuffix("Z") == true)
    let listed = try #require(try sandbox.memo("list", "--json").records().first)
    #expect(object["record"] as? NSDictionary == listed as NSDictionary)
  }

  @Test func namesThatMisleadAreQuoted() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    try sandbox.write("# tab\there\n", to: "line\nbreak\t.md")
    #expect(try watch.next() == "added\t\"line\\nbreak\\t.md\"\ttab here")
  }

  /// What programs do to save a memo, with the lines that `memo watch` writes of it.
  @Test(arguments: [
    ("vim", "mv a.md a.md~ && printf '# new\\n' > a.md && rm a.md~", ["modified\ta.md\tnew"]),
    ("truncate and write", "exec 3> a.md && sleep 0.1 && printf '# new\\n' >&3", ["modified\ta.md\tnew"]),
    ("atomic rename", "printf '# new\\n' > .a.md.tmp && mv .a.md.tmp a.md", ["modified\ta.md\tnew"]),
    ("sed", "sed -i 's/one/새로/' a.md", ["modified\ta.md\t새로"]),
    ("git checkout", "rm a.md && printf '# new\\n' > a.md", ["modified\ta.md\tnew"]),
    (
      "a folder moves in", "mkdir -p ../in/깊이 && echo '# x' > ../in/깊이/x.md && echo '# y' > ../in/y.md && mv ../in .",
      ["added\tin/y.md\ty", "added\tin/깊이/x.md\tx"]
    ),
  ])
  func savesAreOneChange(name: String, script: String, lines: [String]) throws {
    try check(name, script, lines)
  }

  /// What memo waits for the rest of a save where the memo is gone or empty. A machine that is busy may take longer for one,
  /// and what is then reported is right, too: the save is made again in another vault.
  private static let settling = Duration.milliseconds(300)
  private static let attempts = 20

  private func check(_ name: String, _ script: String, _ lines: [String]) throws {
    for _ in 0..<Self.attempts where try isOneChange(name, script, lines) { return }
    print("not checked: this machine takes too long for a save, \(name)")
  }

  /// Checks what is reported of a save; returns false where it took too long to be one change.
  private func isOneChange(_ name: String, _ script: String, _ lines: [String]) throws -> Bool {
    let sandbox = try Sandbox()
    try sandbox.write("# one\n", to: "a.md", day: 1)
    let watch = try WatchRun(sandbox)
    try watch.ready()
    let start = ContinuousClock.now
    #expect(try sandbox.shell(script).end == .exited(0))
    guard ContinuousClock.now - start < Self.settling else { return false }
    for line in lines { #expect(try watch.next() == line, "\(name)") }
    // Whatever else was reported would come before this.
    try sandbox.write("# end\n", to: "end.md")
    #expect(try watch.next() == "added\tend.md\tend", "\(name)")
    return true
  }

  @Test func vimSavesAreOneChange() throws {
    guard MemoProgram.isInstalled("vim") else { return print("not checked: there is no vim") }
    let vim = "vim -u NONE -N -es --cmd 'set backupskip= backup writebackup backupcopy=no' -c '%s/one/둘/' -c wq a.md"
    try check("vim itself", vim, ["modified\ta.md\t둘"])
  }

  @Test func aReaderThatLeavesEndsItQuietly() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    watch.stopReading()
    #expect(watch.wait() == .signalled(SIGPIPE))
  }

  @Test func aVaultThatGoesIsAFailure() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    try sandbox.folder.rename(VaultPath("vault"), to: VaultPath("elsewhere"))
    #expect(try watch.nextError() == "memo: '\(sandbox.vault.text)' is not a folder")
    #expect(watch.wait() == .exited(7))
  }

  @Test func settingsAreFollowed() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    #expect(try sandbox.memo("config", "ignore", "a.md").end == .exited(0))
    #expect(try watch.next() == "removed\ta.md\tone")
    try sandbox.write("{", to: ".memo/config.json")
    #expect(try watch.nextError().hasPrefix("memo: cannot use the settings"))
  }

  @Test func othersFindTheCacheInStep() throws {
    let watch = try WatchRun(sandbox)
    try watch.ready()
    for number in 1...20 { try sandbox.write("# \(number)\n", to: "\(number).md") }
    for _ in 1...20 { _ = try watch.next() }
    #expect(try sandbox.memo("index", "--verify").end == .exited(0))
  }

  @Test func aSystemWithoutRoomForWatchesIsReportedAndPolled() throws {
    guard MemoProgram.isInstalled("strace") else { return print("not checked: there is no strace") }
    try sandbox.folder.makeFolders(VaultPath("vault/x/y"))
    let inject = ["strace", "-f", "-o", "/dev/null", "-e", "inject=inotify_add_watch:error=ENOSPC:when=3+"]
    let watch = try WatchRun(sandbox, program: inject + ["memo"])
    try watch.ready()
    #expect(try watch.nextError().contains("max_user_watches"))
    try sandbox.write("# deep\n", to: "x/y/deep.md")
    #expect(try watch.next() == "added\tx/y/deep.md\tdeep")
  }

  #if os(Linux)
    /// There is no event for it; the check after a minute would find it, too.
    @Test func aMountInTheVaultIsReportedAtOnce() throws {
      let isAllowed = try sandbox.shell("unshare -Urm true").end == .exited(0)
      guard isAllowed else { return print("not checked: nothing can be mounted here") }
      try sandbox.write("# below\n", to: "sub/below.md")
      try sandbox.folder.makePipe(VaultPath("go"))
      let mount = "read go < ../go && mount -t tmpfs none sub && echo '# above' > sub/above.md"
      let watch = try WatchRun(
        sandbox, program: ["unshare", "-Urm", "sh", "-c", "(\(mount)) & exec memo \"$@\"", "sh"])
      try watch.ready()
      let start = ContinuousClock.now
      _ = try sandbox.shell("echo > ../go")
      #expect(
        Set([try watch.next(), try watch.next()]) == ["added\tsub/above.md\tabove", "removed\tsub/below.md\tbelow"])
      #expect(ContinuousClock.now - start < .seconds(50))
      #expect(watch.end(SIGTERM) == .exited(130))
    }
  #endif
}
