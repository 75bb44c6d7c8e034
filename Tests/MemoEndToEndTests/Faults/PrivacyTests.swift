#if os(Linux)
  import Foundation
  import MemoCore
  import MemoTestSupport
  import Testing

  /// Where the text of memos goes besides the memos themselves.
  @Suite(.waitsForPrograms) struct PrivacyTests {
    private static let secret = "swordfish"

    /// A vault in which much has happened to a memo, whatever the umask was.
    private static func vault(umask: String) throws -> Sandbox {
      let sandbox = try Sandbox(hasMarker: false)
      let run = try sandbox.shell(
        """
        umask \(umask); memo init -q . && memo new \(secret)1 --body \(secret) && memo append \(secret)1.md more &&
        memo rename \(secret)1.md \(secret)2 && memo delete --yes \(secret)2.md && memo undo && memo new x --body y &&
        memo delete --yes x.md && memo index && memo search \(secret) && memo watch --start && memo list &&
        echo \(secret)3 >> x2.md && memo list && memo watch --stop && memo list --vault ../nowhere || :
        """)
      #expect(run.end == .exited(0), "\(run.errors)")
      return sandbox
    }

    @Test(arguments: [("000", 0o666), ("022", 0o644), ("077", 0o600)])
    func newMemosFollowTheUmaskAndWhatMemoKeepsIsPrivate(umask: String, mode: Int) throws {
      let sandbox = try Self.vault(umask: umask)
      #expect(try sandbox.mode(of: VaultPath("vault/\(Self.secret)2.md")) == mode)
      let kept = try sandbox.files(below: VaultPath("vault/.memo"))
      let telling = try kept.filter { path in
        let name = String(decoding: path.name, as: UTF8.self)
        let bytes = try sandbox.folder.bytes(of: path) ?? []
        return name.contains(Self.secret) || bytes.contains(Self.secret)
      }
      #expect(telling.count >= 3, "history, trash and cache hold it: \(kept.map(\.text))")
      for path in telling { #expect(try sandbox.isPrivate(path), "\(path.text)") }
      let shown = try sandbox.shell("ls -lR .memo")
      for place in ["history", "trash", "cache"]
      where try sandbox.folder.names(in: VaultPath("vault/.memo")).contains(Array(place.utf8)) {
        #expect(try sandbox.mode(of: VaultPath("vault/.memo/\(place)")) & 0o077 == 0, "\(place): \(shown.text)")
      }
    }

    /// A vault that a group may write to is worked in by its members together.
    @Test func aSharedVaultHasASharedHistory() throws {
      let sandbox = try Sandbox(hasMarker: false)
      try sandbox.folder.setMode(0o770, of: VaultPath("vault"))
      _ = try sandbox.shell("umask 002; memo init -q . && memo new x --body y && memo delete --yes x.md")
      for place in ["history", "trash"] {
        #expect(try sandbox.mode(of: VaultPath("vault/.memo/\(place)")) == 0o770, "\(place)")
      }
    }

    @Test func theWatchersLogHoldsNothingOfAMemo() throws {
      let sandbox = try Self.vault(umask: "022")
      let logs = try sandbox.files(below: VaultPath("vault/.memo")).filter { $0.text.contains("watch") }
      #expect(logs.contains { $0.text.hasSuffix("watch.log") }, "\(logs.map(\.text))")
      for log in logs {
        #expect(try !(sandbox.folder.bytes(of: log) ?? []).contains(Self.secret), "\(log.text)")
        #expect(try sandbox.mode(of: log) & 0o077 == 0, "\(log.text)")
      }
    }

    /// What others see in the list of processes.
    @Test(.enabled(if: FaultMachine.mayTrace, FaultMachine.skipped))
    func noProgramIsHandedTheTextOfAMemoAsAnArgument() throws {
      let devices = try Devices.inStep(2, "# A\n\(Self.secret)1\n")
      let sandbox = devices.sandbox
      try devices.write("# A\n\(Self.secret)2\n", to: "a.md", on: 0)
      try devices.write("# A\n\(Self.secret)3\n", to: "a.md", on: 1)
      try devices.mustSync(0)
      for name in ["pager", "xclip", "editor"] { try sandbox.makeProgram(name, "cat > /dev/null") }
      sandbox.variables["MEMO_EDITOR"] = "editor"
      sandbox.variables["DISPLAY"] = ":0"
      let commands = [
        "sync", "history a.md", "diff a.md HEAD", "show a.md --at HEAD", "share a.md", "edit a.md", "conflicts",
        "restore a.md --at HEAD~1", "search \(Self.secret.prefix(5))",
      ]
      for command in commands {
        let run = try sandbox.shell(
          "strace -f -s 4000 -o ../log -e trace=execve,prctl memo \(command)", in: devices.names[1])
        #expect(run.end == .exited(0), "\(command): \(run.errors)")
        let log = String(decoding: try sandbox.folder.bytes(of: VaultPath("log")) ?? [], as: UTF8.self)
        #expect(!log.contains(Self.secret), "\(command): \(log)")
        #expect(!run.errors.contains(Self.secret), "\(command): \(run.errors)")
      }
    }

    @Test func noErrorContainsTheTextOfAMemo() throws {
      let sandbox = try Sandbox.withLibrary()
      try sandbox.write("---\ntitle: [\(Self.secret)\n---\n# \(Self.secret)\n[[\(Self.secret)]]\n", to: "a.md")
      try sandbox.folder.setMode(0o500, of: VaultPath("vault/.memo"))
      let lines = [
        "append a.md x --if-match 0", "rename a.md ''", "show nothing", "sync", "history a.md", "undo",
        "import a.md", "write a.md --if-match 0 < /dev/null", "restore a.md --at HEAD", "links nothing",
      ]
      for line in lines {
        let run = try sandbox.shell("memo \(line); memo \(line) --json > /dev/null")
        #expect(!run.errors.isEmpty && !run.errors.contains(Self.secret), "\(line): \(run.errors)")
      }
    }
  }

  extension Sandbox {
    /// The permission bits of an entry.
    fileprivate func mode(of path: VaultPath) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path.appending(path).text)
      return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Whether no one but its owner can come to a file's bytes.
    fileprivate func isPrivate(_ path: VaultPath) throws -> Bool {
      if try mode(of: path) & 0o077 == 0 { return true }
      var place = path.parent
      while place != VaultPath("vault") {
        if try mode(of: place) & 0o077 == 0 { return true }
        place = place.parent
      }
      return false
    }

    fileprivate func files(below place: VaultPath) throws -> [VaultPath] {
      try folder.names(in: place).flatMap { name in
        let path = place.appending(name)
        guard let status = folder.status(of: path) else { return [VaultPath]() }
        return status.isFolder ? try files(below: path) : status.isFile ? [path] : []
      }
    }
  }

  extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
      String(decoding: self, as: UTF8.self).contains(text)
    }
  }
#endif
