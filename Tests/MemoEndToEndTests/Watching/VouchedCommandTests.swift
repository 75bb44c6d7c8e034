#if os(Linux)
  import Foundation
  import Glibc
  import MemoCore
  import MemoTestSupport
  import Testing

  /// Commands that believe the vault's watcher show what they would show without it.
  @Suite(.waitsForPrograms) struct VouchedCommandTests {
    private let vault: BackgroundVault
    private var sandbox: Sandbox { vault.sandbox }

    /// More rounds of the random tests, for nights.
    private static let rounds = ProcessInfo.processInfo.environment["MEMO_STORM_ROUNDS"].flatMap { Int($0) } ?? 60

    init() throws {
      vault = BackgroundVault(try Sandbox())
      for name in ["a.md", "b.md", "d0/c.md", "d1/c.md", "d2/회의.md"] { try sandbox.write("# \(name)\n", to: name) }
    }

    @Test func aCommandLearnsWhichCacheIsCurrent() throws {
      #expect(try !sandbox.memo("list", "-v").isVouched)
      try vault.start()
      try vault.waitForAnswer()
      // On a busy machine, a command does not wait for an answer that is late.
      let isAnswered = try (1...20).contains { number in
        try sandbox.write("# new\n", to: "new/deep/\(number).md")
        let list = try sandbox.memo("list", "-v", "-n1", "--format", "{path} {title}")
        #expect(list.lines == ["new/deep/\(number).md new"], "\(list.errors)")
        return list.isVouched
      }
      #expect(isAnswered)
      #expect(try sandbox.folder.names(in: VaultPath("vault/.memo/cookies")).isEmpty)
    }

    @Test func aCommandSeesItsOwnChanges() throws {
      try vault.start()
      var answers = 0
      for number in 1...5 {
        #expect(try sandbox.memo("append", "a.md", "line \(number)").end == .exited(0))
        let found = try sandbox.memo("search", "line \(number)", "-l", "-v")
        #expect(found.lines == ["a.md"], "\(found.errors)")
        if found.isVouched { answers += 1 }
        let renamed = try sandbox.memo("rename", "b.md", "b\(number)", "--title-only", "--json").record()
        #expect(renamed["title"] as? String == "b\(number)")
      }
      #expect(answers > 0)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func everySaveIsSeenByTheNextCommand(seed: UInt64) throws {
      try vault.start()
      var storm = SaveStorm(in: sandbox, seed: seed)
      for round in 0..<Self.rounds {
        let saves = (0...(round % 4)).map { _ in storm.next() }
        guard try vault.listIsRight("seed \(seed), round \(round): \(saves)") else { return }
      }
      try vault.waitForAnswer()
      #expect(try sandbox.memo("index", "--verify").end == .exited(0))
    }

    @Test func concurrentWritesHideNothing() throws {
      try vault.start()
      let writer = RestlessWriter(in: sandbox)
      defer { writer.end() }
      for _ in 0..<Self.rounds {
        let written = writer.lastWritten
        let lines = try sandbox.memo("list", "--path", "busy-*", "--format", "{path} {title}").lines
        let line = try #require(lines.first { $0.hasPrefix("busy-\(written % RestlessWriter.files).md ") }, "\(lines)")
        let seen = try #require(line.split(separator: " ").last.flatMap { Int($0) })
        guard seen >= written else {
          Issue.record("\(written) was written before the command that shows \(seen)")
          return
        }
      }
    }

    @Test func aWatcherThatIsStoppedKilledAndReplacedIsNoMatter() throws {
      var storm = SaveStorm(in: sandbox, seed: 3)
      for round in 0..<max(6, Self.rounds / 6) {
        let watcher = try vault.start()
        _ = storm.next()
        // While a command asks, or writes the cache itself.
        let stop = "memo list > /dev/null & kill -STOP \(watcher); wait; kill -CONT \(watcher)"
        #expect(try sandbox.shell(stop).end == .exited(0))
        kill(watcher, SIGSTOP)
        let saves = [storm.next(), storm.next()]
        guard try vault.listIsRight("stopped, round \(round): \(saves)") else { return }
        kill(watcher, SIGCONT)
        let save = storm.next()
        guard try vault.listIsRight("continued, round \(round): \(save)") else { return }
        _ = storm.next()
        let end = "memo list > /dev/null & kill -KILL \(watcher); wait"
        #expect(try sandbox.shell(end).end == .exited(0))
        guard try vault.listIsRight("killed, round \(round)") else { return }
        // On a busy machine, it still holds its lock for a moment.
        try vault.wait { $0["pid"] as? Int32 != watcher }
      }
      #expect(try sandbox.memo("index", "--verify").end == .exited(0))
    }

    @Test func eventsThatAreLostAreNoMatter() throws {
      let watcher = try vault.start()
      let files = Self.rounds > 1_000 ? 20_000 : 200
      kill(watcher, SIGSTOP)
      for number in 0..<files { try sandbox.write("# \(number)\n", to: "many/\(number).md") }
      // Two by turns, because the kernel makes one event of equal ones.
      for number in 0..<20_000 {
        let name = number % 2 == 0 ? "a" : "b"
        try sandbox.folder.setModified(Int64(number) * 1_000_000, of: VaultPath("vault/\(name).md"))
      }
      try sandbox.write("# lost\n", to: "lost/folder/n.md")
      kill(watcher, SIGCONT)
      try vault.listIsRight("after events were lost")
      try vault.waitForAnswer()
      for number in 0..<files where number % 2 == 0 { try sandbox.folder.remove(VaultPath("vault/many/\(number).md")) }
      try sandbox.write("# seen\n", to: "lost/folder/n.md")
      try vault.listIsRight("later")
      #expect(try sandbox.memo("index", "--verify").end == .exited(0))
    }

    @Test func aCheckoutOfAnotherBranchIsSeen() throws {
      guard MemoProgram.isInstalled("git") else { return print("not checked: there is no git") }
      let files = Self.rounds > 1_000 ? 5_000 : 400
      let commit = "git add -A . && git -c user.name=a -c user.email=a@b.c commit -qm x"
      for number in 0..<files { try sandbox.write("# old \(number)\n", to: "f\(number % 20)/\(number).md") }
      #expect(try sandbox.shell("git init -q -b main && \(commit) && git checkout -qb other").end == .exited(0))
      for number in 0..<files where number % 3 > 0 {
        try sandbox.write("# new \(number)\n", to: "f\(number % 20)/\(number).md")
      }
      try sandbox.folder.remove(VaultPath("vault/f7"))
      #expect(try sandbox.shell(commit).end == .exited(0))
      try vault.start()
      for branch in ["main", "other", "main"] {
        #expect(try sandbox.shell("git checkout -q \(branch)").end == .exited(0))
        guard try vault.listIsRight(branch) else { return }
      }
      try vault.waitForAnswer()
      #expect(try sandbox.memo("index", "--verify").end == .exited(0))
    }

    @Test func theCacheMayGoAtAnyTime() throws {
      try vault.start()
      for (number, folder) in ["cache", "cookies", "cache"].enumerated() {
        try sandbox.folder.remove(VaultPath("vault/.memo/\(folder)"))
        try sandbox.write("# \(number)\n", to: "d0/\(number).md")
        guard try vault.listIsRight("without \(folder)") else { return }
      }
      #expect(try sandbox.memo("index", "--rebuild").end == .exited(0))
      try vault.listIsRight("rebuilt")
    }

    @Test func aVaultThatIsMovedWithAFolderAboveItIsLookedAt() throws {
      try sandbox.folder.makeFolders(VaultPath("above/vault/.memo"))
      let (before, now) = ("\(sandbox.folder.path.text)/above/vault", "\(sandbox.folder.path.text)/elsewhere/vault")
      #expect(try sandbox.memo("--vault", before, "watch", "--start").end == .exited(0))
      try sandbox.folder.rename(VaultPath("above"), to: VaultPath("elsewhere"))
      // Another vault, where the watcher may believe its own to be.
      try sandbox.folder.makeFolders(VaultPath("above/vault/.memo"))
      for name in ["new/a", "new/b"] {
        try sandbox.write("# \(name)\n", to: "../elsewhere/vault/\(name).md")
        let newest = try sandbox.memo("--vault", now, "list", "-n1", "--paths", "--root-relative")
        #expect(newest.lines == ["\(name).md"])
      }
      #expect(try sandbox.memo("--vault", before, "list").lines == [])
      #expect(try sandbox.memo("--vault", now, "watch", "--stop").end == .exited(0))
    }

    @Test func mountsAreSeen() throws {
      let isAllowed = try sandbox.shell("unshare -Urm true").end == .exited(0)
      guard isAllowed else { return print("not checked: nothing can be mounted here") }
      let script = """
        set -e
        mkdir sub && echo '# below' > sub/below.md
        memo watch --start 2> /dev/null
        memo list --paths --path 'sub/**'
        mount -t tmpfs none sub && echo '# above' > sub/above.md
        memo list --paths --path 'sub/**'
        echo '# more' > sub/more.md && memo list --paths --path 'sub/**' --sort path
        umount sub
        memo list --paths --path 'sub/**'
        memo watch --stop 2> /dev/null
        """
      let run = try sandbox.run(["unshare", "-Urm", "/bin/sh", "-c", script], in: "vault", input: [], with: [:])
      let seen = ["below", "above", "above", "more", "below"].map { "sub/\($0).md" }
      #expect(run.lines == seen, "\(run.errors)")
    }

    @Test func aVaultThatCannotBeWrittenToIsLookedAt() throws {
      try vault.start()
      let nobody = "setpriv --reuid 65534 --clear-groups env HOME=/ memo --vault . list -v"
      let run = try sandbox.shell("chmod 755 .. ../programs && \(nobody)")
      guard run.end == .exited(0), run.lines.count == 5 else { return print("not checked: \(run.errors)") }
      #expect(!run.isVouched)
    }
  }
#endif
